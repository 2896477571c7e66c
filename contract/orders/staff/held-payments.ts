import { endpoint, staff } from '../../kit/endpoint.ts'
import { Done, Id } from '../../kit/fields.ts'
import { pageWindow, Pagination } from '../../kit/paging.ts'
import { schemaNames, z } from '../../kit/zod.ts'
import { OrderRow } from './orders.ts'

const heldActions = ['deliver', 'return'] as const

/** A payment whose money came or went otherwise than it was asked for, so that staff decide. Amounts in rupees. */
export const HeldPayment = z.object({
  _id: z.string(),
  gateway: z.string(),
  gatewayOrderId: z.string().nullable(),
  gatewayPaymentId: z.string(),
  /**
   * Whether its orders were delivered; the gateway or the buyer's bank has then given back a part of the money since.
   */
  isDelivered: z.boolean(),
  /**
   * The amount that was asked for, the amount that was captured, the part that was returned on the gateway's own pages,
   * and the part that the buyer's bank took in disputes: as far as no order was taken back for them.
   */
  asked: z.number(),
  received: z.number(),
  returned: z.number(),
  taken: z.number(),
  /** What the gateway says of its own order; null when it was not asked. */
  gatewayOrder: z.object({ paid: z.number(), due: z.number() }).nullable(),
  heldSince: z.string(),
  buyer: OrderRow.shape.buyer,
  items: z.array(
    OrderRow.pick({ _id: true, number: true, title: true, kind: true, amount: true, status: true }),
  ),
  /** Whether its return takes back final sales and waits for another member of staff after the caller's decision. */
  needsSecondPerson: z.boolean(),
  /** The name of the first of two members of staff who decided on its return; null while nobody did. */
  returnBegunBy: z.string().nullable(),
  /** What this caller may decide. Where the marketplace bears a loss only a super admin delivers. */
  allowed: z.array(z.enum(heldActions)),
})
schemaNames.add(HeldPayment, { id: 'HeldPayment' })
export type HeldPayment = z.infer<typeof HeldPayment>

export const heldPayments = {
  list: endpoint({
    method: 'GET',
    path: '/admin/payments/held',
    summary:
      'Payments whose money came or went otherwise than it was asked for, the longest waiting first, with the figures.',
    access: staff,
    query: z.object(pageWindow),
    reply: Done.extend({ payments: z.array(HeldPayment), pagination: Pagination }),
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/admin/payments/:id',
    summary:
      'Decides a held payment: `deliver` delivers its orders or leaves them delivered, and the marketplace keeps or bears the difference; `return` sends the money back to the payer and takes back what was delivered. Where that refunds final sales it waits until another member of staff decides the same, unless a super admin decides.',
    access: staff,
    problems: ['conflict', 'not_allowed'],
    params: z.object({ id: Id }),
    body: z.object({ action: z.enum(heldActions) }),
    /** `needsSecondPerson`: it waits for the same decision by another member of staff. */
    reply: Done.extend({ needsSecondPerson: z.boolean() }),
  }),
}
