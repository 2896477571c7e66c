import type { SeatDownloads } from '#contract/orders/seats.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { downloadsBySeats } from './queries.ts'

/** What all who have or had a seat of an order downloaded, together; null without any. */
export async function seatDownloadsOf(
  connection: Connection,
  orderId: string,
): Promise<SeatDownloads | null> {
  const { people, times, firstAt, lastAt } = await downloadsBySeats(connection, orderId)
  if (people === 0) return null
  return { people, times, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() }
}
