import { endpoint, staff } from '../kit/endpoint.ts'
import { Done, Id, line } from '../kit/fields.ts'
import { z } from '../kit/zod.ts'

/** The texts of members that wait for staff when they have a link, an email, a UPI address or a phone number. */
const heldKinds = ['question', 'answer', 'review', 'reply', 'help'] as const

export const HeldText = z.object({
  kind: z.enum(heldKinds),
  _id: z.string(),
  projectId: z.string(),
  projectTitle: z.string(),
  writer: z.object({ name: z.string(), email: z.string() }),
  text: z.string(),
  /** The question or review that it answers. */
  about: z.string().nullable(),
  heldAt: z.string(),
})
export type HeldText = z.infer<typeof HeldText>

/** A sample that is not shown until staff have passed it on the project's review page. */
export const HeldSample = z.object({ projectId: z.string(), projectTitle: z.string(), path: z.string() })
export type HeldSample = z.infer<typeof HeldSample>

export const held = {
  list: endpoint({
    method: 'GET',
    path: '/admin/held',
    summary:
      'What members wrote that nobody else reads before staff have: texts with a link, an email, a UPI address or a phone number, the longest waiting first, and samples with personal data.',
    access: staff,
    reply: Done.extend({ texts: z.array(HeldText), samples: z.array(HeldSample) }),
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/admin/held/:kind/:id',
    summary:
      'Publishes one of these texts and mails whom it concerns, or refuses it for a reason that is mailed to who wrote it.',
    access: staff,
    problems: ['conflict'],
    params: z.object({ kind: z.enum(heldKinds, { error: 'This does not wait for staff' }), id: Id }),
    body: z
      .object({ decision: z.enum(['publish', 'refuse']), reason: line(300).default('') })
      .refine(({ decision, reason }) => decision === 'publish' || reason !== '', {
        path: ['reason'],
        error: 'Say why',
      }),
    reply: Done,
  }),
}
