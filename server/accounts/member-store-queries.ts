import { sql } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'

/**
 * Reserves bytes for a member beside what they have stored and reserved. False when all together would exceed the
 * maximum; then nothing is reserved. A reservation ends by itself when none is added for an hour.
 */
export async function reserveBytes(
  connection: Connection,
  memberId: string,
  bytes: number,
  max: number,
): Promise<boolean> {
  const reserved = sql`case when member_storage.reserved_until <= now() then 0 else member_storage.reserved_bytes end`
  const { rows } = await sql`
    insert into member_storage (member_id, reserved_bytes, reserved_until)
    values (${memberId}, ${bytes}, now() + interval '1 hour')
    on conflict (member_id) do update set
      reserved_bytes = ${reserved} + excluded.reserved_bytes, reserved_until = excluded.reserved_until
    where member_storage.stored_bytes + ${reserved} + excluded.reserved_bytes <= ${max}
    returning 1`.execute(connection)
  return rows.length > 0
}

/** Ends a reservation of bytes, which are recorded as stored by now or not needed. */
export async function endReservation(connection: Connection, memberId: string, bytes: number): Promise<void> {
  await sql`
    update member_storage set reserved_bytes = greatest(0, reserved_bytes - ${bytes})
    where member_id = ${memberId}`.execute(connection)
}
