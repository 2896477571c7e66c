import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

import { ZipFile } from 'yazl'

import { avatarFile, memberById } from '../../accounts/service.ts'
import { mailMember } from '../../mail/enqueue.ts'
import type { Parts } from '../../parts.ts'
import { ownedFiles } from '../../releases/service.ts'
import { addLazily, storeZip } from '../../storage/zip.ts'
import { fullTaxIdsOf } from '../../withholding/service.ts'
import { sections } from './data-queries.ts'
import { exportEmail, exportKind } from './emails.ts'
import { exportById, finishExport } from './queries.ts'

/** Days for which a finished download is kept. */
export const keptDays = 7

/**
 * Makes the ZIP of an export and mails its member that it is ready; does nothing when that was done, or is not wanted
 * any more. Each part is read when its turn comes, so that a large account takes no more memory than its largest part.
 */
export async function buildExport(parts: Parts, exportId: string): Promise<void> {
  const { db, storage } = parts
  const wanted = await exportById(db, exportId)
  const member = wanted && !wanted.readyAt ? await memberById(db, wanted.memberId) : undefined
  if (!member || member.deactivatedAt) return
  const zip = new ZipFile()
  for (const [name, rows] of Object.entries(sections))
    addLazily(zip, `data/${name}.json`, {}, async () => Readable.from([asJson(await rows(db, member))]))
  addLazily(zip, 'data/tax-ids.json', {}, async () =>
    Readable.from([asJson([await fullTaxIdsOf(parts, member.id)])]),
  )
  const files = await ownedFiles(parts, member.id, () => {})
  if (member.profilePicture) {
    const key = avatarFile(member.profilePicture)
    files.push({ path: 'profile-picture.webp', open: () => storage.stream(key) })
  }
  // Packed already.
  for (const { path, open } of files) addLazily(zip, path, { compress: false }, open)
  const stored = await storeZip(storage, `exports/${randomUUID()}.zip`, zip)
  const isWanted = await db.transaction().execute(async (trx) => {
    if (!(await finishExport(trx, exportId, stored))) return false
    await mailMember(parts, trx, exportKind, member, exportEmail(keptDays, parts.config.publicUrl))
    return true
  })
  if (!isWanted) await storage.delete(stored.key)
}

const asJson = (rows: object[]) => `${JSON.stringify(rows, null, 2)}\n`
