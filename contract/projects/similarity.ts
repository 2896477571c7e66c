import { z } from 'zod'

import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, Id } from '../kit/words.ts'

const Similar = z.object({
  projectId: Id,
  title: z.string(),
  owner: z.string(),
  /** Both are of one owner. */
  isSameOwner: z.boolean(),
  listedAt: z.string(),
  /** Per cent of this project's own code that is found in that one, and of that one's in this. */
  share: z.int(),
  thatShare: z.int(),
})

export const Similarity = z.object({
  /** none: there are no files. waiting: they are not compared yet. failed: they could not be read in time. */
  state: z.enum(['none', 'waiting', 'compared', 'failed']),
  similar: z.array(Similar),
})
export type Similarity = z.infer<typeof Similarity>

/** Lines from 1, both included. */
const Range = z.object({ from: z.int(), to: z.int() })
const FilePair = z.object({
  path: z.string(),
  thatPath: z.string(),
  lines: z.array(Range),
  thatLines: z.array(Range),
})
export type FilePair = z.infer<typeof FilePair>

export const Comparison = z.object({
  /** Numbers of the releases that were compared. */
  release: z.int(),
  thatRelease: z.int(),
  files: z.array(FilePair),
})
export type Comparison = z.infer<typeof Comparison>

export const similarity = {
  get: endpoint({
    method: 'GET',
    path: '/projects/:id/similarity',
    summary:
      'The projects whose code is like that of a project, for staff. What many projects have does not count.',
    access: staff,
    params: z.object({ id: Id }),
    reply: Done.extend({ similarity: Similarity }),
  }),
  compare: endpoint({
    method: 'GET',
    path: '/projects/:id/similarity/:that',
    summary: 'In which files and lines two projects have the same code, for staff.',
    access: staff,
    params: z.object({ id: Id, that: Id }),
    reply: Done.extend({ comparison: Comparison }),
  }),
}
