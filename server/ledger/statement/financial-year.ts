/** The first moment of a financial year in India, April to March, named by the year it begins in. */
export const beginOfYear = (year: number) => new Date(`${year}-04-01T00:00:00+05:30`)

/** The financial year that a moment lies in. */
export function yearOf(time: Date): number {
  const year = time.getUTCFullYear()
  return time < beginOfYear(year) ? year - 1 : year
}

/** Its first moment, and that of the next one. */
export function financialYear(time: Date): [Date, Date] {
  const year = yearOf(time)
  return [beginOfYear(year), beginOfYear(year + 1)]
}
