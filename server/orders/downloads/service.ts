import { hash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { isoDay } from '#contract/kit/format.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff, type StaffCaller } from '../../platform/http/caller.ts'
import { type Bytes, contentDisposition, hasAlready, sendBytes } from '../../platform/http/send-bytes.ts'
import type { Range } from '../../platform/storage/storage.ts'
import { DamagedObject, verifiedPieces } from '../../platform/storage/verified.ts'
import { zipWithEntry } from '../../platform/storage/zip.ts'
import { anyProject } from '../../projects/access.ts'
import { addDownload } from '../../projects/lookup-queries.ts'
import { readyArchive, rebuildArchive } from '../../projects/releases/archive.ts'
import { releasedAt } from '../../projects/releases/lookup-queries.ts'
import { isRecalled, recalledProblem } from '../../projects/releases/service.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { licenceFile } from '../licences/service.ts'
import { releaseFor } from './entitlement.ts'
import { lockRelease, recordDownload, releaseDownloads, reportDownloads } from './queries.ts'

/**
 * Sends a project's source as a ZIP, or redirects to it in the object store, which then sends the bytes. Damaged bytes
 * are never sent: the response ends before them, and the archive is built again. A buyer's download is recorded, and
 * counted once for each release; one of staff is in the audit log; a ZIP that the server sends to a buyer contains
 * their licence.
 */
export async function sendArchive(
  dependencies: Dependencies,
  caller: Caller,
  { projectId, ref }: { projectId: string; ref: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, storage, config } = dependencies
  const { releaseId, number, orderId } = await releaseFor(db, caller, projectId, ref)
  const logError = (error: unknown) => request.log.error(error)
  const isOwner = !isStaff(caller) && !orderId
  const archive = await readyArchive(dependencies, releaseId, logError, {
    ownerId: isOwner ? caller.id : undefined,
  })
  const admit = ({ isNew }: { isNew: boolean }) =>
    db.transaction().execute(async (trx) => {
      if (isStaff(caller)) await recordSourceDownload(trx, caller, projectId, number)
      if (isNew && isFromTheStart(request) && (await recordDownload(trx, caller.id, releaseId)))
        await addDownload(trx, projectId)
      // Checks again under a lock, so that a release recalled meanwhile is not sent. It is locked after the project, as in a recall.
      const release = await lockRelease(trx, releaseId)
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
      if (error instanceof DamagedObject) void rebuildArchive(dependencies, releaseId).catch(logError)
      throw error
    }
  }
  const read = async (range?: Range) => orRebuilt(await verifiedPieces(storage, archive, range))
  const bytes: Bytes = { size: archive.size, etag: archive.sha256, read }
  if (!orderId) {
    await admit({ isNew: false })
    return sendBytes(request, reply.header('x-sha256', archive.sha256), bytes)
  }
  const release = { orderId, releaseId, release: number, publicUrl: config.publicUrl }
  const own = await licensed(db, bytes, release)
  // A revalidation of an unchanged archive is not a new download.
  await admit({ isNew: !hasAlready(request, own) })
  return sendBytes(request, reply, own)
}

async function recordSourceDownload(trx: Connection, staff: StaffCaller, projectId: string, release: number) {
  const { title } = await anyProject(trx, projectId)
  await recordAudit(trx, {
    staff,
    action: 'download source',
    about: `project ${projectId}`,
    name: title,
    after: { release },
  })
}

/** Returns whether a request starts a download: a resumed or repeated part is not another download. */
export const isFromTheStart = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && /^(bytes=0-.*)?$/.test(headers.range ?? '')

/** An archive with its buyer's licence: the stored bytes with one file inserted while they are sent. */
async function licensed(
  connection: Connection,
  archive: Bytes,
  {
    orderId,
    releaseId,
    ...facts
  }: { orderId: string; releaseId: string; release: number; publicUrl: string },
): Promise<Bytes> {
  const { name, bytes } = await licenceFile(connection, orderId, facts)
  const day = isoDay(await releasedAt(connection, releaseId))
  const zip = await zipWithEntry(archive, { path: name, bytes, isoDay: day })
  return { ...zip, etag: hash('sha256', Buffer.concat([Buffer.from(archive.etag), bytes])) }
}

interface Times {
  firstAt: Date
  lastAt: Date
}

/** Downloads as staff see them, with their times as ISO texts. */
const toDownloads = <Row extends Times>({ firstAt, lastAt, ...row }: Row) => ({
  ...row,
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
})

/** A member's downloads of each release of a project, newest release first. */
export const downloadsOf = async (connection: Connection, memberId: string, projectId: string) =>
  (await releaseDownloads(connection, memberId, projectId)).map(toDownloads)

/** The downloads of an order's report, or null. */
export async function reportDownloadsOf(connection: Connection, orderId: string) {
  const downloads = await reportDownloads(connection, orderId)
  return downloads ? toDownloads(downloads) : null
}
