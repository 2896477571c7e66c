import { z } from '../kit/zod.ts'
import { verificationStatuses } from './verification.ts'

/** The last approval of a project, or the last time that staff sent it back. */
export const Since = z.object({
  status: z.enum(verificationStatuses).extract(['approved', 'needs_changes', 'rejected']),
  at: z.string(),
  /** The number of the newest release at that time; null before the first upload. */
  release: z.int().nullable(),
  /** What staff wrote to the owner. */
  notes: z.string().nullable(),
})
export type Since = z.infer<typeof Since>

/**
 * A part of a project that is not as it was then. A part of one text has one line before and after, or none.
 */
export const EditionChange = z.object({
  what: z.enum([
    'title',
    'description',
    'category',
    'features',
    'requirements',
    'demo',
    'github',
    'licence',
    'demo sign-ins',
    'questions about the code',
    'report',
    'pictures',
    'price',
    'report price',
    'bundle price',
  ]),
  before: z.array(z.string()),
  after: z.array(z.string()),
})
export type EditionChange = z.infer<typeof EditionChange>
