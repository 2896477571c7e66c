import { endpoint, member, staff } from '../kit/endpoint.ts'
import { Done, Id, line, numeric, text } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { Path, SourceFile, SourceLine } from './source.ts'

/**
 * The limits of samples: the most files, the most bytes and lines of each, so that all of it can be shown, and the
 * lines on the project's page.
 */
export const sampleLimits = {
  files: 3,
  bytes: limits.highlightedBytes,
  lines: limits.shownLines,
  excerptLines: 30,
  /** The most files offered as choices at once. */
  offered: 20,
} as const

/**
 * The states of a sample. missing: the release has no such file. unfit: it is not a text any more, or too long. secret:
 * the check found something in it that is neither removed nor explained. review: staff look at it first, because it has
 * explained personal data, or a secret that was explained after the approval.
 */
const sampleStates = ['shown', 'missing', 'unfit', 'secret', 'review'] as const

/** A file that anybody may read before paying. Samples that are not shown are listed only for the owner and staff. */
export const Sample = z.object({
  /** 1 to `sampleLimits.files`; it stays the same when another sample is removed. */
  number: z.int(),
  path: z.string(),
  language: z.string().nullable(),
  size: z.int(),
  lineCount: z.int(),
  /** The sha256 of the file; null when it is missing. */
  contentHash: z.string().nullable(),
  state: z.enum(sampleStates),
  /** The first lines of the file; none when it is not shown. */
  excerpt: z.array(SourceLine),
})
schemaNames.add(Sample, { id: 'Sample' })
export type Sample = z.infer<typeof Sample>

export const SampleChoice = z.object({
  path: z.string(),
  language: z.string().nullable(),
  size: z.int(),
  lineCount: z.int(),
})
schemaNames.add(SampleChoice, { id: 'SampleChoice' })
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
    limit: { requests: 240, seconds: 60, protects: 'process' },
    params: ofProject,
    query: z.object({ search: line(limits.search).default('') }),
    reply: Done.extend({ choices: z.array(SampleChoice), total: z.int() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/projects/:id/samples',
    summary:
      'Opens a file of the present release for everybody. It does not send the project back to review: staff have the file before them with its release. One with explained personal data is not shown until they pass it.',
    access: member,
    limit: { requests: 120, seconds: 60, protects: 'process' },
    problems: ['conflict'],
    params: ofProject,
    body: z.object({ path: Path }),
    reply: all,
  }),
  pass: endpoint({
    method: 'PUT',
    path: '/projects/:id/samples/:number/pass',
    summary:
      'Lets everybody read a sample that waits for staff, as long as it has the content that they saw.',
    access: staff,
    problems: ['conflict'],
    params: ofSample,
    body: z.object({ contentHash: text(64, { missing: 'Say which content' }).min(1, 'Say which content') }),
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
