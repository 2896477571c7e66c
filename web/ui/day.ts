/** A time as a day in India, '12 Nov 2026'; spelt here because browsers and servers disagree on short months. */
export function day(time: string): string {
  const indian = new Date(Date.parse(time) + indiaAhead)
  return `${indian.getUTCDate()} ${months[indian.getUTCMonth()]} ${indian.getUTCFullYear()}`
}

/** A time in India to the minute, '12 Nov 2026, 14:05'. */
export function minute(time: string): string {
  const indian = new Date(Date.parse(time) + indiaAhead)
  return `${day(time)}, ${indian.toISOString().slice(11, 16)}`
}

const indiaAhead = 5.5 * 3600 * 1000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
