/** A time as a day in India, '12 Nov 2026'; spelt here because browsers and servers disagree on short months. */
export function day(time: string | Date): string {
  const indian = inIndia(time)
  return `${indian.getUTCDate()} ${months[indian.getUTCMonth()]!.slice(0, 3)} ${indian.getUTCFullYear()}`
}

/** The same with its whole month, '12 November 2026'. */
export function longDay(time: string | Date): string {
  const indian = inIndia(time)
  return `${indian.getUTCDate()} ${months[indian.getUTCMonth()]} ${indian.getUTCFullYear()}`
}

/** A time as a day in India that sorts, '2026-11-12'. */
export const isoDay = (time: string | Date): string => inIndia(time).toISOString().slice(0, 10)

/** A moment as the API writes it, null for none; PostgreSQL's JSON has microseconds and an offset. */
export const isoTime = (time: Date | string | null | undefined): string | null =>
  time ? new Date(time).toISOString() : null

/** A time as a day in India with the name of the day, 'Thursday, 12 Nov 2026'. */
export const namedDay = (time: string | Date): string =>
  `${weekdays[inIndia(time).getUTCDay()]}, ${day(time)}`

/** The time a number of working days later, at the same hour; Saturdays and Sundays of India are none. */
export function afterWorkingDays(time: string | Date, count: number): Date {
  const later = new Date(time)
  for (let left = count; left > 0;) {
    later.setTime(later.getTime() + 86_400_000)
    if (inIndia(later).getUTCDay() % 6 !== 0) left -= 1
  }
  return later
}

/** A time in India to the minute, '12 Nov 2026, 14:05'. */
export const minute = (time: string | Date): string =>
  `${day(time)}, ${inIndia(time).toISOString().slice(11, 16)}`

/** A time whose UTC reads as the clock in India did. */
const inIndia = (time: string | Date) => new Date(new Date(time).getTime() + 5.5 * 3600 * 1000)

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ['November', 'December'],
].flat()

/** A count in Indian grouping, '1,49,999'. */
export const grouped = (count: number): string => grouping.format(count)

/** A count of things: '1 project', '1,200 projects'. `many` is their name where no s makes it. */
export const counted = (count: number, one: string, many?: string): string =>
  `${grouped(count)} ${nameOf(count, one, many)}`

/** What so many things are called, without the count: 'project', 'projects'. */
export const nameOf = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

const grouping = new Intl.NumberFormat('en-IN')

/** A price in Indian grouping (₹1,49,999), paise only when there are any, 'Free' for 0. */
export const rupees = (price: number): string => (price === 0 ? 'Free' : inRupees(price))

/** An amount written as `rupees` does it; ₹0 for 0. */
export const inRupees = (amount: number): string => (Number.isInteger(amount) ? whole : exact).format(amount)

/** An amount that may be below zero, with a true minus sign as figures that stand under each other have it. */
export const signedRupees = (amount: number): string => inRupees(amount).replace('-', '−')

/** An amount with its paise even when there are none, as papers have it: ₹499.00. */
export const inPaise = (amount: number): string => exact.format(amount)

const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** A cell: a text, a number as it is, or an amount in rupees, which has two decimals. */
export type Cell = string | number | { rupees: number }

/** Rows as the text of a CSV file (RFC 4180) that a spreadsheet opens in UTF-8 and in which no text becomes a formula. */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

function cell(value: Cell): string {
  if (typeof value === 'number') return String(value)
  // Through paise, because sums of rupees are a little beside them.
  if (typeof value === 'object') return (Math.round(value.rupees * 100) / 100).toFixed(2)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
