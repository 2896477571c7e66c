import { sql } from 'kysely'

import type { Connection } from './database/connection.ts'
import { clockSkew, logAlert } from './metrics.ts'

/** Seconds between the clocks of a process and of the database from which somebody must look at them. */
const alarmFrom = 5

/**
 * Compares the clock of this process with the database's, now and then every minute: in `readymade_clock_skew_seconds`,
 * and with one alarm each time that they come to differ by 5 seconds or more. While the database does not answer nothing
 * is said. Resolves after the first time to the function that ends it.
 */
export async function followClock(db: Connection, milliseconds = 60_000): Promise<() => void> {
  let isWrong = false
  const compare = async () => {
    const seconds = await secondsAhead(db)
    clockSkew.set(seconds)
    const wasWrong = isWrong
    isWrong = Math.abs(seconds) >= alarmFrom
    if (isWrong && !wasWrong) logAlert("The clock differs from the database's", { seconds })
  }
  let isComparing = false
  const compareIfAnswered = async () => {
    if (isComparing) return
    isComparing = true
    await compare().catch(() => {})
    isComparing = false
  }
  const timer = setInterval(() => void compareIfAnswered(), milliseconds).unref()
  await compareIfAnswered()
  return () => clearInterval(timer)
}

/** Returns by how many seconds this clock is ahead, below 0 behind; what the way to the database can explain is none. */
async function secondsAhead(db: Connection): Promise<number> {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const after = Date.now()
  const there = rows[0]!.now.getTime()
  if (there < before) return (before - there) / 1000
  return Math.min(0, after - there) / 1000
}
