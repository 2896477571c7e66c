import { entitlingStatuses, type Item } from '#contract/orders/orders.ts'

/** Identifies an item of a cart: the source and the report of a project are separate items. */
export const itemKey = ({ projectId, kind }: Item) => `${kind} of ${projectId}`

/** Returns whether an order entitles its buyer to its item now. */
export const isOwning = ({ status }: { status: string }): boolean =>
  (entitlingStatuses as readonly string[]).includes(status)

/** Returns whether an order entitles its buyer to something that they paid for. */
export const isPaidFor = (order: { status: string; amountPaise: number }): boolean =>
  isOwning(order) && order.amountPaise > 0

/**
 * The order numbers that a text may mean: a complete one, or for its last figures those of the years from three years
 * ago to the next one, which begins in India before it does in UTC.
 */
export function orderNumbersIn(text: string): string[] {
  const [, year, figures] = /^(?:rm-?(?:(\d{4})-)?)?(\d{1,9})$/i.exec(text) ?? []
  if (!figures) return []
  const now = new Date().getUTCFullYear()
  const years = year ? [Number(year)] : Array.from({ length: 5 }, (_, ago) => now + 1 - ago)
  return years.map((one) => orderNumber(one, Number(figures)))
}

/** Formats an order number, as in RM-2026-000123. */
export const orderNumber = (year: number, count: number) => `RM-${year}-${String(count).padStart(6, '0')}`

/**
 * The end of the time in which the buyer can ask for the money of an order back: `refundDays` after its completion, as
 * promised at the purchase. Null when nothing was promised, because it was free, or the order is not completed.
 */
export const refundDeadline = ({
  completedAt,
  refundDays,
  refundPolicy,
}: {
  completedAt: Date | null
  refundDays: number | null
  refundPolicy: string | null
}): Date | null =>
  completedAt && refundDays !== null && refundPolicy !== null
    ? new Date(completedAt.getTime() + refundDays * 86_400_000)
    : null
