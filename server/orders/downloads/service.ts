import { hash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { isoDay } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff, type StaffCaller } from '../../platform/http/caller.ts'
import {
  type Bytes,
  contentDisposition,
  continues,
  hasAlready,
  sendBytes,
} from '../../platform/http/send-bytes.ts'
import { keyedLimiter } from '../../platform/overload/limiter.ts'
import { countAttempt } from '../../platform/rate-limits/rate-limits.ts'
import type { Range } from '../../platform/storage/storage.ts'
import { DamagedObject, verifiedPieces } from '../../platform/storage/verified.ts'
import { zipWithEntry } from '../../platform/storage/zip.ts'
import { anyProject } from '../../projects/access.ts'
import { addDownload } from '../../projects/lookup-queries.ts'
import { readyArchive, rebuildArchive } from '../../projects/releases/archive.ts'
import { releasedAt } from '../../projects/releases/lookup-queries.ts'
import { isRecalled, recalledProblem } from '../../projects/releases/service.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { licenceFile, seatLicenceFile } from '../licences/service.ts'
import { releaseFor } from './entitlement.ts'
import { lockRelease, recordDownload, releaseDownloads, reportDownloads } from './queries.ts'
import { linkOver, linkSeconds, sourceName } from './source-link.ts'

/** The most requests for one archive that are answered at once, and within ten minutes, of one caller. */
const maxAtOnce = 24
const maxRequests = { max: 600, seconds: 600 }
const transfers = keyedLimiter({ slots: maxAtOnce, maxQueued: 0 })

/**
 * The release that `ref` names for a caller, with its archive, which is built when it is missing. Throws as releaseFor
 * and readyArchive do.
 */
export async function readySource(
  dependencies: Dependencies,
  caller: Caller,
  { projectId, ref }: { projectId: string; ref: string },
  logError: (error: unknown) => void,
) {
  const release = await releaseFor(dependencies.db, caller, projectId, ref)
  const isOwner = !isStaff(caller) && !release.orderId
  const archive = await readyArchive(dependencies, release.releaseId, logError, {
    ownerId: isOwner ? caller.id : undefined,
  })
  return { ...release, archive }
}

/**
 * Sends a project's source as a ZIP, or redirects to it in the object store, which then sends the bytes. Damaged bytes
 * are never sent: the response ends before them, and the archive is built again. A buyer's download is recorded, and
 * counted once for each release; one of staff is in the audit log; a ZIP that the server sends to a buyer contains
 * their licence. `byLink`: a signed link names the caller, and the order of a buyer or the seat; when it is over, only a download
 * that has begun goes on.
 */
export async function sendArchive(
  dependencies: Dependencies,
  caller: Caller,
  {
    projectId,
    ref,
    byLink,
  }: { projectId: string; ref: string; byLink?: { orderId?: string; seatId?: string; isOver: boolean } },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, storage, config } = dependencies
  await admitTransfer(db, `${caller.id} ${projectId}`, reply)
  const logError = (error: unknown) => request.log.error(error)
  const { archive, releaseId, number, orderId, seatId } = await readySource(
    dependencies,
    caller,
    { projectId, ref },
    logError,
  )
  // Who has a seat, and has bought the project since, downloads by the order.
  const isOfLink = byLink?.seatId ? orderId !== undefined : orderId === byLink?.orderId && !seatId
  if (byLink && !isOfLink) throw linkOver()
  const admit = ({ isNew }: { isNew: boolean }) =>
    db.transaction().execute(async (trx) => {
      if (isStaff(caller) && !byLink) await recordSourceDownload(trx, caller, projectId, number)
      if (isNew && isFromTheStart(request) && (await recordDownload(trx, caller.id, releaseId)))
        await addDownload(trx, projectId)
      // Checks again under a lock, so that a release recalled meanwhile is not sent. It is locked after the project, as in a recall.
      const release = await lockRelease(trx, releaseId)
      if (!isStaff(caller) && isRecalled(release)) throw recalledProblem(release)
    })
  /** Checks that a link that is over only goes on with what it has begun. */
  const checkLink = (own?: Bytes) => {
    if (byLink?.isOver && !(own && continues(request, own))) throw linkOver()
  }
  const disposition = contentDisposition(sourceName(projectId, ref))
  const download = { disposition, type: 'application/zip', seconds: linkSeconds }
  const link = await storage.link(archive.key, download)
  if (link) {
    checkLink()
    await admit({ isNew: orderId !== undefined })
    return reply.redirect(link, 302)
  }
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
  // Set last, so that no refusal has the name of the file.
  const send = (own: Bytes) =>
    sendBytes(
      request,
      reply
        .type(download.type)
        .header('content-disposition', disposition)
        .header('cache-control', 'private, no-cache'),
      own,
    )
  if (!orderId) {
    checkLink(bytes)
    await admit({ isNew: false })
    reply.header('x-sha256', archive.sha256)
    return send(bytes)
  }
  const release = { orderId, seatId, releaseId, release: number, publicUrl: config.publicUrl }
  const own = await licensed(db, bytes, release)
  checkLink(own)
  // A revalidation of an unchanged archive is not a new download.
  await admit({ isNew: !hasAlready(request, own) })
  return send(own)
}

/** Admits a request for an archive, so that nobody holds more than a share of the server with ranges of it. */
async function admitTransfer(db: Connection, subject: string, reply: FastifyReply) {
  const release = await transfers(subject)
  if (!release) {
    reply.header('retry-after', '2')
    throw new ProblemError('too_many_requests', 'Too many downloads of this at once.')
  }
  reply.raw.once('close', release)
  // Who has gone meanwhile is not announced again.
  if (reply.raw.destroyed) release()
  const limit = { name: 'downloads of an archive', subject, ...maxRequests, refusal: 'Too many requests.' }
  await countAttempt(db, limit)
}

export async function recordSourceDownload(
  trx: Connection,
  staff: StaffCaller,
  projectId: string,
  release: number,
) {
  const { title } = await anyProject(trx, projectId)
  await recordAudit(trx, {
    staff,
    action: 'download source',
    about: `project ${projectId}`,
    name: title,
    after: { release },
  })
}

/** Returns whether a request starts a download: a later part of the file is not another download. */
export const isFromTheStart = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && !/^bytes=[1-9]\d*-\d*$/.test(headers.range ?? '')

/** An archive with the licence of its buyer or of a seat: the stored bytes with one file inserted while they are sent. */
async function licensed(
  connection: Connection,
  archive: Bytes,
  {
    orderId,
    seatId,
    releaseId,
    ...facts
  }: { orderId: string; seatId?: string | undefined; releaseId: string; release: number; publicUrl: string },
): Promise<Bytes> {
  const { name, bytes } = seatId
    ? await seatLicenceFile(connection, seatId, facts)
    : await licenceFile(connection, orderId, facts)
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
