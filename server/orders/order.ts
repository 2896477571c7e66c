import {
  type Item,
  type OrderMover,
  orderMoves,
  type OrderStatus,
  owningStates,
} from '#contract/orders/orders.ts'

/** Tells two things in a cart apart: the source and the report of a project are bought each by itself. */
export const itemKey = ({ projectId, kind }: Item) => `${kind} of ${projectId}`

/** The states from which one party may bring an order to another state. */
export const statesBefore = (to: OrderStatus, by: OrderMover): OrderStatus[] =>
  (Object.keys(orderMoves) as OrderStatus[]).filter((from) => orderMoves[from][to]?.includes(by))

/** Whether an order entitles its buyer to the thing now. */
export const isOwning = ({ status }: { status: string }): boolean =>
  (owningStates as readonly string[]).includes(status)

/**
 * The order numbers that a text means: a whole one, or its last figures in a year from three ago to the next, which India
 * begins before UTC does.
 */
export function orderNumbersIn(text: string): string[] {
  const [, year, figures] = /^(?:rm-?(?:(\d{4})-)?)?(\d{1,9})$/i.exec(text) ?? []
  if (!figures) return []
  const now = new Date().getUTCFullYear()
  const years = year ? [Number(year)] : Array.from({ length: 5 }, (_, ago) => now + 1 - ago)
  return years.map((one) => orderNumber(one, Number(figures)))
}

/** RM-2026-000123. */
export const orderNumber = (year: number, count: number) => `RM-${year}-${String(count).padStart(6, '0')}`
