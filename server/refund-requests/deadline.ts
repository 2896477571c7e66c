/** Until when the money of an order may be asked for: so many days after it was paid, as promised then. Null when nothing was promised, or it is not paid. */
export const deadlineOf = ({
  completedAt,
  refundDays,
}: {
  completedAt: Date | null
  refundDays: number | null
}): Date | null =>
  completedAt && refundDays !== null ? new Date(completedAt.getTime() + refundDays * 86_400_000) : null
