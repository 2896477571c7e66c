import type { FastifyReply, FastifyRequest } from 'fastify'

import { contentDisposition } from '../../http/attachment.ts'
import { type Bytes, hasAlready, sendBytes } from '../../http/bytes.ts'
import { type Caller, isStaff } from '../../http/session.ts'
import type { Parts } from '../../parts.ts'
import { addDownload } from '../../projects/service.ts'
import { DamagedObject, provenPieces } from '../../storage/proven.ts'
import type { Range } from '../../storage/storage.ts'
import { isRecalled, recalledProblem } from '../recalled.ts'
import { readyArchive } from './archive.ts'
import { releaseFor } from './entitlement.ts'
import { licensed } from './licensed.ts'
import { lockShared, noteDownload } from './queries.ts'

/**
 * Sends a project's source as a stored ZIP, or a link to it in the store, which then answers for the bytes itself. Damaged
 * bytes are never sent: the answer ends before them, and the archive is built again. A buyer's download is logged, and counted once
 * for each release; what the server sends to a buyer has their licence in it.
 */
export async function sendArchive(
  { db, storage, jobs, config }: Pick<Parts, 'db' | 'storage' | 'jobs' | 'config'>,
  caller: Caller,
  { projectId, ref }: { projectId: string; ref: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { releaseId, number, orderId } = await releaseFor(db, caller, projectId, ref)
  const report = (error: unknown) => request.log.error(error)
  const archive = await readyArchive({ db, storage }, releaseId, report)
  const admit = ({ isNew }: { isNew: boolean }) =>
    db.transaction().execute(async (trx) => {
      if (isNew && isFromTheStart(request) && (await noteDownload(trx, caller.id, releaseId)))
        await addDownload(trx, projectId)
      // Again, and locked, after the project as in a recall: what is recalled while it was made ready is not sent.
      const release = await lockShared(trx, releaseId)
      if (!isStaff(caller) && isRecalled(release)) throw recalledProblem(release)
    })
  const disposition = contentDisposition(`project-${projectId}-${ref}.zip`)
  const download = { disposition, type: 'application/zip', seconds: 300 }
  const link = await storage.link(archive.key, download)
  if (link) await admit({ isNew: orderId !== undefined })
  if (link) return reply.redirect(link, 302)
  reply
    .type(download.type)
    .header('content-disposition', disposition)
    .header('cache-control', 'private, no-cache')
  async function* orRebuilt(pieces: AsyncIterable<Buffer>) {
    try {
      yield* pieces
    } catch (error) {
      if (error instanceof DamagedObject) void jobs.enqueue(db, 'build-archive', { releaseId }).catch(report)
      throw error
    }
  }
  const read = async (range?: Range) => orRebuilt(await provenPieces(storage, archive, range))
  const bytes: Bytes = { size: archive.size, etag: archive.sha256, read }
  if (!orderId) {
    await admit({ isNew: false })
    return sendBytes(request, reply.header('x-sha256', archive.sha256), bytes)
  }
  const release = { orderId, releaseId, release: number, publicUrl: config.publicUrl }
  const own = await licensed(db, bytes, release)
  // A browser that has an older release asks whether it is still the same.
  await admit({ isNew: !hasAlready(request, own) })
  return sendBytes(request, reply, own)
}

/** A resumed or repeated part of a download is not another download. */
export const isFromTheStart = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && /^(bytes=0-.*)?$/.test(headers.range ?? '')
