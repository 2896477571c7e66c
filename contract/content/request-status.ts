import { endpoint } from '../kit/endpoint.ts'
import { Done, text } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { complaintOutcomes } from './complaints.ts'
import { requestSeries } from './request-numbers.ts'

/** The state of a complaint, a message, a refund request or a help request, as the person who sent it sees it. */
export const RequestStatus = z.object({
  number: z.string(),
  series: z.enum(requestSeries),
  /** The title of the listing or order, or the subject of the message. */
  about: z.string(),
  sentAt: z.string(),
  /** The time by which we decide or reply. */
  dueAt: z.string(),
  state: z.enum(['waiting', 'answered', 'decided', 'closed', 'withdrawn']),
  /** The time of the decision or of the first reply. */
  endedAt: z.string().nullable(),
  outcome: z.enum([...complaintOutcomes, 'approved', 'declined']).nullable(),
  /** The reasons of staff; null for a message, whose answer is mailed, and for a help request. */
  reasons: z.string().nullable(),
  /** Until when the listing is off the lists because of the complaint. */
  blockedUntil: z.string().nullable(),
  /** The order of a refund request or a help request. */
  orderId: z.string().nullable(),
})
schemaNames.add(RequestStatus, { id: 'RequestStatus' })
export type RequestStatus = z.infer<typeof RequestStatus>

export const requestStatus = {
  get: endpoint({
    method: 'GET',
    path: '/status/:number',
    summary:
      'The state of a complaint (RP-), a message (CM-), a refund request (RF-) or a help request (HP-): for whoever has the key from its page or mail, and for the member who sent it.',
    access: 'anyone',
    problems: ['not_found'],
    limit: { requests: 60, seconds: 60, protects: 'people' },
    params: z.object({ number: text(20) }),
    query: z.object({ key: text(64).optional() }),
    reply: Done.extend({ status: RequestStatus }),
  }),
}
