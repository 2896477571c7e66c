import { hash } from 'node:crypto'

import { isoDay } from '#contract/kit/day.ts'

import type { Connection } from '../../database/connection.ts'
import type { Bytes } from '../../http/bytes.ts'
import { licenceFile } from '../../licences/service.ts'
import { zipWithEntry } from '../../storage/zip-with-entry.ts'
import { releasedAt } from './queries.ts'

/** An archive with its buyer's licence in it: the stored bytes, and one file put in while they are sent. */
export async function licensed(
  connection: Connection,
  archive: Bytes,
  {
    orderId,
    releaseId,
    ...beside
  }: { orderId: string; releaseId: string; release: number; publicUrl: string },
): Promise<Bytes> {
  const { name, bytes } = await licenceFile(connection, orderId, beside)
  const day = isoDay(await releasedAt(connection, releaseId))
  const zip = await zipWithEntry(archive, { path: name, bytes, isoDay: day })
  return { ...zip, etag: hash('sha256', Buffer.concat([Buffer.from(archive.etag), bytes])) }
}
