import { randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { counted, minute } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import { sign } from '../../platform/crypto.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type NecessaryKind } from '../../platform/mail/send.ts'
import { countAttempt, type RateLimit } from '../../platform/rate-limits/rate-limits.ts'
import { sendSecretPage, smallPage } from '../../platform/small-page.ts'
import { isOwning } from '../order.ts'
import { orderById, type OrderRow } from '../queries.ts'
import { computerLinkBy, insertComputerLink, useComputerLink } from './queries.ts'
import { linkToReport } from './report-link.ts'
import { readySource } from './service.ts'
import { sourceLink } from './source-link.ts'

/** What a link is good for. */
const computerLink = { downloads: 3, hours: 24 }

/**
 * Mails a member the link with which they download one of their orders on a computer without signing in. Throws
 * not_found for another member's order, conflict for one that gives nothing, and too_many_requests.
 */
export async function mailComputerLink(
  dependencies: Dependencies,
  caller: Caller,
  orderId: string,
  logError: (error: unknown) => void,
): Promise<{ message: string }> {
  const { db, secret, config } = dependencies
  const order = await orderById(db, orderId)
  if (order?.memberId !== caller.id) throw new ProblemError('not_found', 'Order not found')
  if (!isOwning(order)) throw new ProblemError('conflict', 'This order has no download')
  await fileOf(dependencies, order, logError)
  await countAttempt(db, linksOf(caller.id))
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(Date.now() + computerLink.hours * 3_600_000)
  const url = `${config.publicUrl}/download/${token}`
  await db.transaction().execute(async (trx) => {
    await insertComputerLink(trx, { tokenHash: hashOf(secret, token), orderId, expiresAt })
    await mailMember(dependencies, trx, kind, caller.id, linkEmail(order, { url, expiresAt }))
  })
  const { email } = (await memberById(db, caller.id))!
  return { message: `Sent to ${email}. Open that email on your computer; whoever has its link can use it.` }
}

const linksOf = (memberId: string): RateLimit => ({
  name: 'links to a computer',
  subject: memberId,
  max: 10,
  seconds: 24 * 3600,
  refusal: 'You have asked for many links.',
})

/** Only the hash is stored, so that nobody finds a link in the database. */
const hashOf = (secret: string, token: string) => sign(secret, 'computer link', token)

const kind: NecessaryKind = {
  name: 'computer-link',
  why: 'you asked for it on the page of your order',
}

const linkEmail = (
  { title }: OrderRow,
  { url, expiresAt }: { url: string; expiresAt: Date },
): EmailContent => ({
  subject: `${title}, for your computer`,
  paragraphs: [
    `Open this email on your computer and press the button. It leads to a page with which you download “${title}” there, without signing in.`,
    `The link works until ${minute(expiresAt)}, for ${counted(computerLink.downloads, 'download')}. Whoever has it can download with it, so do not pass this email on.`,
  ],
  button: { label: 'Download on This Computer', url },
})

/** The address of the file of an order, when it is ready. Throws as the order's own download does. */
async function fileOf(
  dependencies: Dependencies,
  { id, kind, projectId, memberId }: OrderRow,
  logError: (error: unknown) => void,
): Promise<string> {
  const buyer: Caller = { role: 'member', id: memberId, sessionId: '' }
  if (kind === 'report') return (await linkToReport(dependencies, buyer, projectId)).downloadUrl
  await readySource(dependencies, buyer, { projectId, ref: 'main' }, logError)
  return sourceLink(dependencies.secret, { kind: 'order', id }, { projectId })
}

/**
 * Serves the mailed link, GET /download/{token}: a page with one button. Looking at it counts nothing, because programs
 * look at the links of every email; the button sends a form, which counts one download and leads to the file.
 */
export const computerLinkRoutes = async (app: FastifyInstance, dependencies: Dependencies): Promise<void> => {
  const { db, secret } = dependencies
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) =>
    done(null, body),
  )
  // The address is the key to the file, so it is not logged.
  const options = {
    schema: { hide: true },
    config: { isPage: true, rateLimit: { max: 120, timeWindow: 60_000 } },
    logLevel: 'warn' as const,
  }
  const read = async (params: unknown) => {
    const tokenHash = hashOf(secret, (params as { token: string }).token)
    const link = await computerLinkBy(db, tokenHash)
    const order = link && (await orderById(db, link.orderId))
    const buyer = order && (await memberById(db, order.memberId))
    if (!link || !order || !isOwning(order) || !buyer || buyer.deactivatedAt) return undefined
    return { ...link, order, tokenHash }
  }
  app.get('/download/:token', options, async (request, reply) => {
    const link = await read(request.params)
    if (!link) return sendSecretPage(reply.code(404), unknownPage)
    return isOver(link)
      ? sendSecretPage(reply.code(410), overPage(link))
      : sendSecretPage(reply, downloadPage(link))
  })
  app.post('/download/:token', options, async (request, reply) => {
    const link = await read(request.params)
    if (!link) return sendSecretPage(reply.code(404), unknownPage)
    try {
      const file = isOver(link)
        ? undefined
        : await fileOf(dependencies, link.order, (error) => request.log.error(error))
      // Counted last, so that what fails before it begins uses nothing up.
      if (file && (await useComputerLink(db, link.tokenHash, computerLink.downloads)))
        return await reply
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'no-referrer')
          .redirect(file, 303)
      const now = (await computerLinkBy(db, link.tokenHash)) ?? link
      return sendSecretPage(reply.code(410), overPage({ ...link, ...now }))
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      return sendSecretPage(reply.code(error.status), failedPage(link, error))
    }
  })
}

interface Link {
  order: OrderRow
  expiresAt: Date
  downloads: number
}

const isOver = ({ expiresAt, downloads }: Link) =>
  downloads >= computerLink.downloads || expiresAt.getTime() <= Date.now()

const downloadPage = ({ order: { title, kind }, expiresAt, downloads }: Link) => {
  const left = computerLink.downloads - downloads
  return smallPage({
    title,
    text: `Download the ${kind === 'report' ? 'project report' : 'source code'} on this computer, without signing in. The link works until ${minute(expiresAt)}, for ${counted(left, left === computerLink.downloads ? 'download' : 'more download')}. Whoever has it can download with it, so keep it to yourself.`,
    form: { name: 'download', value: 'yes', text: 'Download', leads: true },
    link: { to: '/', text: 'Go to the Home Page' },
  })
}

const overPage = ({ order, downloads }: Link) =>
  smallPage({
    title: 'This link is used up',
    text: `It was for ${
      downloads >= computerLink.downloads
        ? counted(computerLink.downloads, 'download')
        : counted(computerLink.hours, 'hour')
    }. Sign in to download “${order.title}” again, or to send yourself another link.`,
    link: toOrder(order),
  })

const failedPage = ({ order }: Link, { problem }: ProblemError) =>
  smallPage({ title: 'Download failed', text: problem.message, link: toOrder(order) })

const toOrder = ({ id }: OrderRow) => ({ to: `/orders/${id}`, text: 'Go to Your Order' })

const unknownPage = smallPage({
  title: 'This link does not work',
  text: 'It may have been cut off in the email, or its order was refunded.',
  link: { to: '/profile?tab=orders', text: 'Go to Your Orders' },
})
