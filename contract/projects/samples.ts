import { z } from 'zod'

import { endpoint, member } from '../endpoint.ts'
import { Done, Id, line, numeric } from '../fields.ts'
import { limits } from '../limits.ts'
import { Path, SourceFile, SourceLine } from './source.ts'

/** How many files an owner may open for everybody, how large each may be so that all of it is shown, and how many lines of it stand on the project's page. */
export const sampleLimits = {
  files: 3,
  bytes: limits.highlightedBytes,
  lines: limits.shownLines,
  excerptLines: 30,
  /** Files that are offered to choose from at once. */
  offered: 20,
} as const

/** missing: the release has no such file. unfit: it is no text any more, or too long. secret: the check found something in it that is neither removed nor explained. */
const sampleStates = ['shown', 'missing', 'unfit', 'secret'] as const

/** A file that anybody may read before paying. Only its owner and staff are told of those that are not shown. */
export const Sample = z.object({
  /** 1 to `sampleLimits.files`; it stays the same when another sample is removed. */
  number: z.int(),
  path: z.string(),
  language: z.string().nullable(),
  size: z.int(),
  lineCount: z.int(),
  state: z.enum(sampleStates),
  /** Its first lines; none when it is not shown. */
  excerpt: z.array(SourceLine),
})
export type Sample = z.infer<typeof Sample>

const SampleChoice = z.object({
  path: z.string(),
  language: z.string().nullable(),
  size: z.int(),
  lineCount: z.int(),
})
export type SampleChoice = z.infer<typeof SampleChoice>

const ofProject = z.object({ id: Id })
const noNumber = `A sample has a number from 1 to ${sampleLimits.files}`
const ofSample = z.object({
  id: Id,
  number: numeric.pipe(z.int({ error: noNumber }).min(1, noNumber).max(sampleLimits.files, noNumber)),
})
const all = Done.extend({ samples: z.array(Sample) })

export const samples = {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/samples',
    summary:
      'The files that anybody may read before paying, each with its first lines. Visitors are shown them as they are in the newest approved release.',
    access: 'anyone',
    params: ofProject,
    reply: all,
  }),
  get: endpoint({
    method: 'GET',
    path: '/projects/:id/samples/:number',
    summary: 'One of these files in full.',
    access: 'anyone',
    params: ofSample,
    reply: Done.extend({ file: SourceFile }),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/projects/:id/sample-choices',
    summary:
      'Files of the present release that may become samples, for the owner; with `search` in their path.',
    access: member,
    limit: { requests: 240, seconds: 60 },
    params: ofProject,
    query: z.object({ search: line(limits.search).default('') }),
    reply: Done.extend({ choices: z.array(SampleChoice), total: z.int() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/projects/:id/samples',
    summary:
      'Opens a file of the present release for everybody. It does not send the project back to review: staff have the file before them with its release.',
    access: member,
    limit: { requests: 120, seconds: 60 },
    params: ofProject,
    body: z.object({ path: Path }),
    reply: all,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/projects/:id/samples/:number',
    summary: 'Closes it again, also when there is none.',
    access: member,
    params: ofSample,
    reply: all,
  }),
}
