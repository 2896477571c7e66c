import { type OrderMover, orderMoves, type OrderStatus } from '#contract/orders.ts'

/** The states from which one party may bring an order to another state. */
export const statesBefore = (to: OrderStatus, by: OrderMover): OrderStatus[] =>
  (Object.keys(orderMoves) as OrderStatus[]).filter((from) => orderMoves[from][to]?.includes(by))

/** The states in which an order entitles its buyer to the thing. */
export const owningStates = ['completed', 'refund_requested'] as const satisfies OrderStatus[]

/** Whether an order entitles its buyer to the thing now. */
export const isOwning = ({ status }: { status: string }): boolean =>
  (owningStates as readonly string[]).includes(status)
