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
