import { endpoint, staff } from '../../kit/endpoint.ts'
import { Done, Id } from '../../kit/fields.ts'
import { schemaNames, z } from '../../kit/zod.ts'
import { verificationStatuses } from '../verification.ts'
import { Copied } from './evidence.ts'

const Similar = z.object({
  projectId: Id,
  title: z.string(),
  owner: z.string(),
  /** Whether both have the same owner. */
  isSameOwner: z.boolean(),
  verificationStatus: z.enum(verificationStatuses),
  isActive: z.boolean(),
  listedAt: z.string(),
  /** The compared release: its present or its listed one, whichever has more in common. */
  release: z.int(),
  /** Whether staff ever approved that release: otherwise it is no listing. */
  isApproved: z.boolean(),
  /** Percent of this project's own code that is also in the other one, and of the other's in this one. */
  share: z.int(),
  thatShare: z.int(),
  /** The number of passages that both have. */
  passages: z.int(),
})

export const Similarity = z.object({
  /**
   * The states of the comparison. none: there are no files. waiting: they are not compared yet. partly: less than half
   * of the code could be. failed: they could not be read in time.
   */
  state: z.enum(['none', 'waiting', 'compared', 'partly', 'failed']),
  /** Files of code that were not compared, because they are too many or too large. */
  omitted: z.int(),
  similar: z.array(Similar),
  /** The listing of another owner, present or former, with which it shares most code. */
  copied: Copied.nullable(),
})
schemaNames.add(Similarity, { id: 'Similarity' })
export type Similarity = z.infer<typeof Similarity>

/** A passage of code that both have. Lines from 1, both included. */
const Passage = z.object({ from: z.int(), to: z.int(), thatFrom: z.int(), thatTo: z.int() })
export type Passage = z.infer<typeof Passage>

const FilePair = z.object({ path: z.string(), thatPath: z.string(), passages: z.array(Passage) })
export type FilePair = z.infer<typeof FilePair>

/** A project in a comparison, with the compared release. */
const Side = z.object({ projectId: Id, title: z.string(), owner: z.string(), release: z.int() })

export const Comparison = z.object({
  one: Side,
  that: Side,
  share: z.int(),
  thatShare: z.int(),
  /** Pairs of files with the same code, those with most first. */
  files: z.array(FilePair),
  /** The number of further pairs. */
  omitted: z.int(),
})
schemaNames.add(Comparison, { id: 'Comparison' })
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
