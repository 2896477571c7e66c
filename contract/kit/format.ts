/**
 * Formats a time as a day in India, '12 Nov 2026'. The months are spelt here because browsers and servers disagree on
 * short ones.
 */
export function day(time: string | Date): string {
  const indian = inIndia(time)
  return `${indian.getUTCDate()} ${months[indian.getUTCMonth()]!.slice(0, 3)} ${indian.getUTCFullYear()}`
}

/** Formats a time as a day in India with the whole month, '12 November 2026'. */
export function longDay(time: string | Date): string {
  const indian = inIndia(time)
  return `${indian.getUTCDate()} ${months[indian.getUTCMonth()]} ${indian.getUTCFullYear()}`
}

/** Formats a time as a sortable day in India, '2026-11-12'. */
export const isoDay = (time: string | Date): string => inIndia(time).toISOString().slice(0, 10)

/** Formats a time for the API, null for none; PostgreSQL's JSON has microseconds and an offset. */
export const isoTime = (time: Date | string | null | undefined): string | null =>
  time ? new Date(time).toISOString() : null

/** Formats a time as a day in India with the weekday, 'Thursday, 12 Nov 2026'. */
export const namedDay = (time: string | Date): string =>
  `${weekdays[inIndia(time).getUTCDay()]}, ${day(time)}`

/** Returns the time a number of working days later, at the same hour; Saturdays and Sundays in India do not count. */
export function afterWorkingDays(time: string | Date, count: number): Date {
  const later = new Date(time)
  for (let left = count; left > 0;) {
    later.setTime(later.getTime() + 86_400_000)
    if (inIndia(later).getUTCDay() % 6 !== 0) left -= 1
  }
  return later
}

/** Returns the time a number of hours later; those of Saturdays and Sundays in India do not count. */
export function afterWorkingHours(time: string | Date, hours: number): Date {
  const later = new Date(time)
  for (let left = hours * 3_600_000; left > 0;) {
    const shifted = inIndia(later).getTime()
    const untilMidnight = dayLength - (shifted % dayLength)
    const isWeekend = inIndia(later).getUTCDay() % 6 === 0
    const step = isWeekend ? untilMidnight : Math.min(left, untilMidnight)
    later.setTime(later.getTime() + step)
    if (!isWeekend) left -= step
  }
  return later
}
const dayLength = 86_400_000

/** Formats a time in India to the minute, '12 Nov 2026, 14:05'. */
export const minute = (time: string | Date): string => `${day(time)}, ${clock(time)}`

/** Formats a number of bytes: 840 B, 12 kB, 4.8 MB. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Formats the clock in India, '14:05'. */
export const clock = (time: string | Date): string => inIndia(time).toISOString().slice(11, 16)

/** Shifts a time so that its UTC fields read as the clock in India. */
const inIndia = (time: string | Date) => new Date(new Date(time).getTime() + 5.5 * 3600 * 1000)

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ['November', 'December'],
].flat()

/** Formats a count in Indian grouping, '1,49,999'. */
export const formatCount = (count: number): string => grouping.format(count)

/** Formats a count with its noun: '1 project', '1,200 projects'. `many` is an irregular plural. */
export const counted = (count: number, one: string, many?: string): string =>
  `${formatCount(count)} ${pluralOf(count, one, many)}`

/** Returns the noun for a count, without the count: 'project', 'projects'. */
export const pluralOf = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

const grouping = new Intl.NumberFormat('en-IN')

/** Formats a price in Indian grouping (₹1,49,999), with paise only when there are any, and 'Free' for 0. */
export const rupees = (price: number): string => (price === 0 ? 'Free' : inRupees(price))

/** Formats an amount as `rupees` does, but ₹0 for 0. */
export const inRupees = (amount: number): string => (Number.isInteger(amount) ? whole : exact).format(amount)

/** Formats an amount that may be negative, with a true minus sign, so that figures align. */
export const signedRupees = (amount: number): string => inRupees(amount).replace('-', '−')

/** Formats an amount always with paise, as in documents: ₹499.00. */
export const rupeesWithPaise = (amount: number): string => exact.format(amount)

const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** A cell of a CSV file: a text, a number as it is, or an amount in rupees, written with two decimals. */
export type Cell = string | number | { rupees: number }

/** Formats rows as a CSV file (RFC 4180) that a spreadsheet opens in UTF-8 and in which no text becomes a formula. */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

function cell(value: Cell): string {
  if (typeof value === 'number') return String(value)
  // Rounded to paise, because sums of rupees are slightly inexact.
  if (typeof value === 'object') return (Math.round(value.rupees * 100) / 100).toFixed(2)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
