import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../../dependencies.ts'
import { sameText, sign } from '../../platform/crypto.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import { contentDisposition, sendBytes } from '../../platform/http/send-bytes.ts'
import type { Range } from '../../platform/storage/storage.ts'
import { DamagedObject, verifiedPieces } from '../../platform/storage/verified.ts'
import { projectNotFound, requireVisible } from '../../projects/access.ts'
import { reportsOf } from '../../projects/lookup-queries.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { owningOrder } from '../queries.ts'
import { recordReportDownload, projectForReport } from './queries.ts'
import { isFromTheStart } from './service.ts'

const lifeSeconds = 5 * 60

/**
 * Creates a signed link to a project's report, valid for 5 minutes, for its owner, staff and buyers. Owner and staff
 * get the file that waits or is on sale, buyers the newest approved one; that staff asked for it is in the audit log. Throws not_found
 * and not_allowed.
 */
export async function linkToReport({ db, config, secret }: Dependencies, caller: Caller, projectId: string) {
  const project = await projectForReport(db, projectId)
  if (!project) throw projectNotFound()
  const reports = await reportsOf(db, projectId)
  const approved = reports.find(({ approvedAt }) => approvedAt)
  const purchase = approved && (await owningOrder(db, caller.id, projectId, 'report'))
  const report = purchase ? approved : reports.find(({ key }) => key === project.reportKey)
  if (!purchase) {
    await requireVisible(db, caller, projectId)
    if (!project.reportKey) throw noReport()
    if (!isStaff(caller) && caller.id !== project.ownerId) {
      throw new ProblemError('not_allowed', 'Buy this report to download it')
    }
  }
  if (!report) throw noReport()
  if (isStaff(caller))
    await recordAudit(db, {
      staff: caller,
      action: 'download report',
      about: `project ${projectId}`,
      name: project.title,
    })
  const expires = String(Math.floor(Date.now() / 1000) + lifeSeconds)
  const order = purchase?.orderId ?? ''
  const signature = signatureOf(secret, report, { expires, order })
  const address = `/files/report/${projectId}?${new URLSearchParams({ expires, ...(order && { order }), signature })}`
  return { downloadUrl: config.publicUrl + address, fileName: report.name }
}

const noReport = () => new ProblemError('not_found', 'This project has no report')

/**
 * The signature covers the key of the stored file, so that replacing the report ends the links to the old one, and the
 * order of the buyer.
 */
const signatureOf = (
  secret: string,
  { projectId, key }: { projectId: string; key: string },
  { expires, order }: { expires: string; order: string },
) => sign(secret, 'report', `${projectId} ${key} ${expires} ${order}`)

const damaged =
  'We cannot read this report just now. Please try again later, or write to us on the contact page.'

const Link = z.object({
  projectId: z.uuid(),
  expires: z.string().regex(/^\d{1,12}$/),
  order: z.uuid().or(z.literal('')).default(''),
  signature: z.string().max(100),
})

/**
 * Serves GET /files/report/{project}: the report behind a signed link, as an attachment. A buyer's download is
 * recorded.
 */
export function reportRoutes(app: FastifyInstance, { db, storage, secret }: Dependencies) {
  app.get('/files/report/:projectId', { schema: { hide: true } }, async (request, reply) => {
    const { data: link } = Link.safeParse({ ...(request.query as object), ...(request.params as object) })
    const reports = link ? await reportsOf(db, link.projectId) : []
    const report = reports.find((one) => sameText(signatureOf(secret, one, link!), link!.signature))
    if (!report || Number(link!.expires) * 1000 < Date.now()) {
      throw new ProblemError('not_allowed', 'This link does not work any more. Please ask for a new one.')
    }
    if (link!.order && isFromTheStart(request)) await recordReportDownload(db, link!.order)
    reply
      .type('application/octet-stream')
      .header('content-disposition', contentDisposition(report.name))
      .header('cache-control', 'private, no-store')
    const read = async (range?: Range) => {
      const { key, sha256, size } = report
      return verifiedPieces(storage, { key, sha256, size }, range).catch((error: unknown) => {
        if (!(error instanceof DamagedObject)) throw error
        request.log.error(error)
        reply.removeHeader('content-disposition')
        throw new ProblemError('internal', damaged)
      })
    }
    return sendBytes(request, reply, { size: report.size, etag: report.key.slice('reports/'.length), read })
  })
}
