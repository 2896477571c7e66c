import type { ContactText } from '#contract/content/content.ts'
import type { Settings } from '#contract/staff/settings.ts'

/**
 * Parses lines such as 'Mon-Fri: 9 AM - 6 PM', each with the same hours in India as the clocks of both places stand
 * at `now`; null where the zone or the hours are not understood, and where the zone's clocks are those of India.
 */
export function parseHours({ lines, timeZone }: Settings['hours'], now = new Date()): ContactText['hours'] {
  const ahead = minutesAhead(zoneOf(timeZone), now)
  return lines
    .split('\n')
    .filter(Boolean)
    .map((entry) => {
      const [days = '', ...rest] = entry.split(':')
      const time = rest.join(':').trim()
      const span = ahead ? parseSpan(time) : undefined
      return {
        days: days.trim(),
        time,
        inIndia: span && ahead ? inIndia(span.from + ahead, span.to + ahead) : null,
      }
    })
}

/** Returns how far India's clocks are ahead of a zone's; undefined when there is no such zone. */
function minutesAhead(timeZone: string, now: Date): number | undefined {
  try {
    return offsetOf('Asia/Kolkata', now) - offsetOf(timeZone, now)
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

/** Returns how far a zone is ahead of Greenwich, in minutes, daylight saving included. Throws a RangeError for no zone. */
function offsetOf(timeZone: string, now: Date): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours = 0, minutes = 0] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name)!
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** The zone that a name in words means; other names are taken as those of the time zone database. */
const zoneOf = (name: string) => zones[name.toLowerCase().replace(/ (standard )?time$/, '')] ?? name

const zones: Record<string, string | undefined> = {
  pacific: 'America/Los_Angeles',
  mountain: 'America/Denver',
  central: 'America/Chicago',
  eastern: 'America/New_York',
  uk: 'Europe/London',
  indian: 'Asia/Kolkata',
  india: 'Asia/Kolkata',
  gulf: 'Asia/Dubai',
  singapore: 'Asia/Singapore',
}

interface Span {
  /** Minutes since midnight. */
  from: number
  /** The same; above a day's when it is past the next midnight. */
  to: number
}

/** Parses hours such as '9 AM - 6 PM' or '10:30 - 18:00'; undefined when they are something else, such as 'Closed'. */
function parseSpan(time: string): Span | undefined {
  const [from, to, ...rest] = time.split(/\s*(?:-|–|\bto\b)\s*/i).map(parseTime)
  if (from === undefined || to === undefined || rest.length > 0) return undefined
  return { from, to: to > from ? to : to + day }
}

function parseTime(text: string): number | undefined {
  const [, hours, minutes, half] = /^(\d\d?)(?:[:.](\d\d))?(?: ?([ap])\.?m\.?)?$/i.exec(text) ?? []
  // A bare 6 may be in the morning or in the evening.
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined
  if (Number(minutes ?? 0) > 59 || Number(hours) > (half ? 12 : 24)) return undefined
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  return hour * 60 + Number(minutes ?? 0)
}

/** Formats hours of India, in minutes since midnight of the day that is meant in the other zone. */
function inIndia(from: number, to: number): string {
  const [first, last] = [dayOf(from), dayOf(to)]
  return first === last
    ? `${clock(from)} to ${clock(to)}${first && ` ${first}`}`
    : `${clock(from)}${first && ` ${first}`} to ${clock(to)}${last && ` ${last}`}`
}

function dayOf(minutes: number): string {
  if (minutes < 0) return 'the day before'
  return minutes < day ? '' : minutes < 2 * day ? 'the next day' : 'two days later'
}

function clock(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), ((minutes % 60) + 60) % 60]
  const hour = ((hours % 24) + 24) % 24
  return `${hour % 12 || 12}${rest ? `:${String(rest).padStart(2, '0')}` : ''} ${hour < 12 ? 'AM' : 'PM'}`
}

const day = 24 * 60
