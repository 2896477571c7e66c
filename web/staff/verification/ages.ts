import { counted } from '#contract/kit/counted.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long something waits: minutes in the first hour, hours in the first two days, then days. */
export function ageOf(since: string, now: number): string {
  const age = Math.max(0, now - Date.parse(since))
  if (age < hour) return counted(Math.floor(age / minute), 'minute')
  if (age < 2 * day) return counted(Math.floor(age / hour), 'hour')
  return counted(Math.floor(age / day), 'day')
}

/** The time of day, as the reader's own clock says it. */
export const timeOf = (date: string): string =>
  new Date(date).toLocaleTimeString('en-IN', { hour: '2-digit', minute: '2-digit', hour12: false })
