import { endpoint, superAdmin } from '../kit/endpoint.ts'
import { Done, line, prose } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'

/** A copy of what was taken down or of a deleted account, as it was then. */
export const SealedCopy = z.object({
  kind: z.enum(['takedown', 'deletion']),
  madeAt: z.string(),
  endsAt: z.string(),
  /** What is in it, as JSON. */
  content: z.string(),
})
schemaNames.add(SealedCopy, { id: 'SealedCopy' })
export type SealedCopy = z.infer<typeof SealedCopy>

export const OpenSealed = z.object({
  /** The number of a complaint, the id of a project or member, or the email of a deleted account. */
  about: line(254, 'Say what it is about').min(3, 'Say what it is about'),
  /** Who asks for it, and why; it stands in the audit log. */
  reason: prose(500, 'Say why').min(10, 'Say who asks for it and why, in 10 letters or more'),
})

export const sealed = {
  open: endpoint({
    method: 'POST',
    path: '/admin/sealed-copies/open',
    summary:
      'Opens the sealed copies about exactly one complaint, project, member or email, for a reason that the audit log keeps.',
    access: superAdmin,
    problems: ['not_found'],
    limit: { requests: 30, seconds: 3600, protects: 'people' },
    body: OpenSealed,
    reply: Done.extend({ copies: z.array(SealedCopy) }),
  }),
}
