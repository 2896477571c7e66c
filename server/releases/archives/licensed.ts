import { hash } from 'node:crypto'

import type { Connection } from '../../database/connection.ts'
import type { Bytes } from '../../http/bytes.ts'
import { licenceFile } from '../../licences/service.ts'
import { zipWithEntry } from '../../storage/zip-with-entry.ts'

/** An archive with its buyer's licence in it: the stored bytes, and one file put in while they are sent. */
export async function licensed(
  connection: Connection,
  archive: Bytes,
  { orderId, release, publicUrl }: { orderId: string; release: number; publicUrl: string },
): Promise<Bytes> {
  const { name, bytes } = await licenceFile(connection, orderId, { publicUrl, release })
  const zip = await zipWithEntry(archive, { path: name, bytes })
  return { ...zip, etag: hash('sha256', Buffer.concat([Buffer.from(archive.etag), bytes])) }
}
