import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'

import { contentDisposition } from '../../http/attachment.ts'
import { sendBytes } from '../../http/bytes.ts'
import { sameText, sign } from '../../http/signed-link.ts'
import type { Parts } from '../../parts.ts'
import { provenPieces } from '../../storage/proven.ts'
import { exportById, exportOf } from './queries.ts'

const lifeSeconds = 5 * 60
const fileName = 'readymade-my-data.zip'

/** A link to a member's finished ZIP that needs no token, for 5 minutes: a browser saves it without holding it in memory. */
export async function linkToExport({ db, config, secret, storage }: Parts, memberId: string) {
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
export function exportRoutes(app: FastifyInstance, { db, storage, secret }: Parts) {
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
      read: (range) => provenPieces(storage, zip, range),
    })
  })
}
