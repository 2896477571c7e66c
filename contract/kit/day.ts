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
