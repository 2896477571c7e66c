import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'

import { isoTime } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { DataExport } from '#contract/members/personal-data.ts'

import { largestAvatarKey } from '../../accounts/avatars.ts'
import { type Member, memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { fullTaxIdsOf } from '../../money/withholding/service.ts'
import { helpPicturesOf } from '../../orders/help/lookup-queries.ts'
import { keysOf as helpPictureKeys } from '../../orders/help/pictures.ts'
import { sameText, sign } from '../../platform/crypto.ts'
import type { Connection, Found } from '../../platform/database/connection.ts'
import { contentDisposition, sendBytes } from '../../platform/http/send-bytes.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type NecessaryKind } from '../../platform/mail/send.ts'
import { countAttempt, type RateLimit } from '../../platform/rate-limits/rate-limits.ts'
import { sweep } from '../../platform/storage/sweep.ts'
import { verifiedPieces } from '../../platform/storage/verified.ts'
import { storeZip, type ZipEntry } from '../../platform/storage/zip.ts'
import { ownedFiles } from '../../projects/releases/service.ts'
import { sections } from './data-queries.ts'
import {
  deleteOldExports,
  exportById,
  exportOf,
  finishExport,
  keysOfExports,
  replaceExport,
} from './queries.ts'

/** The newest export of a member; null when there is none. */
export async function newestExport(connection: Connection, memberId: string): Promise<DataExport | null> {
  const found = await exportOf(connection, memberId)
  return found ? toExport(found) : null
}

/** Starts an export that replaces a finished one, or answers the one that is under way. Throws too_many_requests. */
export async function requestExport(
  { db, jobs, storage }: Dependencies,
  memberId: string,
): Promise<DataExport> {
  const id = uuid()
  const replaced = await db.transaction().execute(async (trx) => {
    const begun = await replaceExport(trx, { id, memberId })
    if (!begun) return null
    await countAttempt(trx, exportsOf(memberId))
    await jobs.enqueue(trx, 'export-data', { exportId: id })
    return begun.replacedKey
  })
  // A file that cannot be deleted now is swept later.
  if (replaced) await storage.delete(replaced).catch(() => {})
  const newest = await newestExport(db, memberId)
  if (!newest) throw new ProblemError('conflict', 'Please try again.')
  return newest
}

/** Deletes expired exports, and stored ZIPs that no export refers to. */
export async function sweepExports({ db, storage }: Dependencies): Promise<void> {
  for (const key of await deleteOldExports(db, retentionDays)) await storage.delete(key)
  await sweep({ db, storage }, 'exports/', (keys) => keysOfExports(db, keys))
}

/** Days for which a finished export is kept. */
export const retentionDays = 7

/**
 * Builds the ZIP of an export and emails the member that it is ready; does nothing when that was done or the export is
 * no longer wanted.
 */
export async function buildExport(dependencies: Dependencies, exportId: string): Promise<void> {
  const { db, storage } = dependencies
  const wanted = await exportById(db, exportId)
  const member = wanted && !wanted.readyAt ? await memberById(db, wanted.memberId) : undefined
  if (!member || member.deactivatedAt) return
  const stored = await storeZip(storage, `exports/${randomUUID()}.zip`, entriesOf(dependencies, member))
  const isWanted = await db.transaction().execute(async (trx) => {
    if (!(await finishExport(trx, exportId, stored))) return false
    await mailMember(
      dependencies,
      trx,
      exportKind,
      member.id,
      exportEmail(retentionDays, dependencies.config.publicUrl),
    )
    return true
  })
  if (!isWanted) await storage.delete(stored.key)
}

/** All that an export contains. Each part is read when it is its turn, so that a large account takes little memory. */
async function* entriesOf(dependencies: Dependencies, member: Member): AsyncGenerator<ZipEntry> {
  const { db, storage } = dependencies
  for (const [name, rows] of Object.entries(sections))
    yield { path: `data/${name}.json`, content: asJson(await rows(db, member)) }
  yield { path: 'data/tax-ids.json', content: asJson([await fullTaxIdsOf(dependencies, member.id)]) }
  const files = await ownedFiles(dependencies, member.id, () => {})
  for (const { id } of await helpPicturesOf(db, member.id))
    for (const key of helpPictureKeys([id]))
      files.push({ path: `help/${id}.webp`, open: () => storage.stream(key) })
  if (member.profilePicture) {
    const key = largestAvatarKey(member.profilePicture)
    files.push({ path: 'profile-picture.webp', open: () => storage.stream(key) })
  }
  // These files are compressed already.
  for (const { path, open } of files) yield { path, content: await open(), options: { compress: false } }
}

const asJson = (rows: object[]) => Readable.from([`${JSON.stringify(rows, null, 2)}\n`])

const lifeSeconds = 5 * 60
const fileName = 'readymade-my-data.zip'

/**
 * Creates a link to a member's finished ZIP that works without a token for 5 minutes, so that a browser can save it
 * without holding it in memory. Throws not_found.
 */
export async function linkToExport({ db, config, secret, storage }: Dependencies, memberId: string) {
  const found = await exportOf(db, memberId)
  if (!found?.key) throw new ProblemError('not_found', 'Your data is not ready yet.')
  const type = 'application/zip'
  const disposition = contentDisposition(fileName)
  const direct = await storage.link(found.key, { disposition, type, seconds: lifeSeconds })
  if (direct) return { downloadUrl: direct, fileName }
  const expires = String(Math.floor(Date.now() / 1000) + lifeSeconds)
  const signature = signatureOf(secret, found.id, expires)
  const address = `/files/export/${found.id}?${new URLSearchParams({ expires, signature })}`
  return { downloadUrl: config.publicUrl + address, fileName }
}

const signatureOf = (secret: string, exportId: string, expires: string) =>
  sign(secret, 'data export', `${exportId} ${expires}`)

const Link = z.object({
  exportId: z.uuid(),
  expires: z.string().regex(/^\d{1,12}$/),
  signature: z.string().max(100),
})

/** GET /files/export/{export}: the ZIP behind a signed link, as an attachment. */
export function exportRoutes(app: FastifyInstance, { db, storage, secret }: Dependencies) {
  app.get('/files/export/:exportId', { schema: { hide: true } }, async (request, reply) => {
    const { data: link } = Link.safeParse({ ...(request.query as object), ...(request.params as object) })
    const isGenuine = link && sameText(signatureOf(secret, link.exportId, link.expires), link.signature)
    const found = isGenuine ? await exportById(db, link.exportId) : undefined
    if (!found?.key || Number(link!.expires) * 1000 < Date.now())
      throw new ProblemError('not_allowed', 'This link does not work any more. Please ask for a new one.')
    reply
      .type('application/zip')
      .header('content-disposition', contentDisposition(fileName))
      .header('cache-control', 'private, no-store')
    const zip = { key: found.key, size: found.size!, sha256: found.sha256! }
    return sendBytes(request, reply, {
      size: zip.size,
      etag: zip.sha256,
      read: (range) => verifiedPieces(storage, zip, range),
    })
  })
}

type ExportRow = Found<typeof exportOf>

/** An export as its member sees it. */
const toExport = ({ askedAt, readyAt, size }: ExportRow): DataExport => ({
  status: readyAt ? 'ready' : 'waiting',
  askedAt: askedAt.toISOString(),
  size,
  keptUntil: isoTime(readyAt && new Date(readyAt.getTime() + retentionDays * 24 * 3_600_000)),
})

const exportKind: NecessaryKind = {
  name: 'data export',
  why: 'you asked for a download of your data',
}

const exportEmail = (days: number, publicUrl: string): EmailContent => ({
  subject: 'Your data is ready',
  paragraphs: [
    'The download of your data that you asked for is ready. You can save it from Settings.',
    `We keep it for ${days} days, then it is deleted.`,
  ],
  button: { label: 'Open Settings', url: `${publicUrl}/profile?tab=settings` },
})

/** Limits a member's exports, because each reads all their files. */
const exportsOf = (memberId: string): RateLimit => ({
  name: 'data exports of member',
  subject: memberId,
  max: 3,
  seconds: 24 * 3600,
  refusal: 'You asked for your data three times today.',
})
