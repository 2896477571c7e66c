import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/**
 * Counts an attempt, or its weight, in a bucket, which starts a new window when the old one is over. False when it
 * would exceed the window's maximum; then nothing is counted.
 */
export async function addAttempt(
  connection: Connection,
  bucket: string,
  max: number,
  seconds: number,
  weight: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into attempts (bucket, count, window_ends_at)
    values (${bucket}, ${weight}, now() + make_interval(secs => ${seconds}))
    on conflict (bucket) do update set
      count = case when attempts.window_ends_at <= now() then 0 else attempts.count end + excluded.count,
      window_ends_at = case when attempts.window_ends_at <= now() then excluded.window_ends_at else attempts.window_ends_at end
    where attempts.window_ends_at <= now() or attempts.count + excluded.count <= ${max}
    returning 1`.execute(connection)
  return rows.length > 0
}

export async function removeAttempt(connection: Connection, bucket: string, weight: number): Promise<void> {
  await sql`
    update attempts set count = greatest(0, count - ${weight}) where bucket = ${bucket} and count > 0`.execute(
    connection,
  )
}

/** Begins the windows of some buckets anew; returns those that had none any more. */
export async function markSeen(
  connection: Connection,
  buckets: string[],
  seconds: number,
): Promise<string[]> {
  const { rows } = await sql<{ bucket: string; isFirst: boolean }>`
    insert into attempts (bucket, count, window_ends_at)
    select bucket, 1, now() + make_interval(secs => ${seconds}) from unnest(${buckets}::text[]) as bucket
    order by bucket
    on conflict (bucket) do update set
      count = case when attempts.window_ends_at <= now() then 1 else attempts.count + 1 end,
      window_ends_at = excluded.window_ends_at
    returning bucket, count = 1 as is_first`.execute(connection)
  return rows.filter(({ isFirst }) => isFirst).map(({ bucket }) => bucket)
}

/** Whether a bucket's window is full. */
export async function isFull(connection: Connection, bucket: string, max: number): Promise<boolean> {
  const { rows } = await sql`
    select from attempts where bucket = ${bucket} and count >= ${max} and window_ends_at > now()`.execute(
    connection,
  )
  return rows.length > 0
}

export async function deleteBucket(connection: Connection, bucket: string): Promise<void> {
  await connection.deleteFrom('attempts').where('bucket', '=', bucket).execute()
}

/** Seconds until a bucket's window ends, at least 1. */
export async function remainingSeconds(connection: Connection, bucket: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from window_ends_at - clock_timestamp())))::int as seconds
    from attempts where bucket = ${bucket}`.execute(connection)
  return rows[0]?.seconds ?? 1
}

/** Counters that one statement deletes at most, so that it ends long before a statement's time is over. */
const deletedAtOnce = 10_000

/** Deletes the counters whose window has ended, until there are none. */
export async function deleteFinishedAttempts(connection: Connection): Promise<void> {
  let deleted: number
  do deleted = await deleteSomeFinished(connection)
  while (deleted === deletedAtOnce)
}

/** Those that another transaction holds are left for the next time, so that neither waits for the other. */
async function deleteSomeFinished(connection: Connection): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from attempts where bucket = any(array(
      select bucket from attempts where window_ends_at <= now()
      order by window_ends_at limit ${deletedAtOnce} for update skip locked))`.execute(connection)
  return Number(numAffectedRows)
}
