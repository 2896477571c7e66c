import { publish } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'
import { addToCounters } from './queries.ts'

/** Counts one sale. */
export async function addSale(trx: Connection, projectId: string) {
  await addToCounters(trx, projectId, { salesCount: 1 })
  await publish(trx, projectId)
}

/** Counts one download. */
export const addDownload = (trx: Connection, projectId: string) =>
  addToCounters(trx, projectId, { downloadCount: 1 })

/** Takes a review's rating into the average (1) or out of it (-1). */
export async function addRating(trx: Connection, projectId: string, rating: number, direction: 1 | -1) {
  await addToCounters(trx, projectId, { ratingSum: rating * direction, ratingCount: direction })
  await publish(trx, projectId)
}
