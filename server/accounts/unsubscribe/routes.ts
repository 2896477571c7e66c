import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'

import { isUnsubscribeSignature, unsubscribePath } from '../../mail/unsubscribe-link.ts'
import type { smallPage } from '../../overload/small-page.ts'
import type { Parts } from '../../parts.ts'
import { memberById, updateMember } from '../queries.ts'
import { askingPage, offPage, onPage, switches, unknownPage } from './page.ts'

const Link = z.object({
  memberId: z.uuid(),
  preference: z.string().refine((name) => Object.hasOwn(switches, name)),
  signature: z.string().max(100),
})

/**
 * The link in a mail that switches mails of its kind off (RFC 8058). POST does it at once, for whoever holds the link,
 * without a cookie or a token and whatever it sends; GET changes nothing and asks.
 */
export const unsubscribeRoutes = async (app: FastifyInstance, { db, secret }: Parts): Promise<void> => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) =>
    done(null, body),
  )
  /** The member a link is of and what it switches; undefined when it is not ours. */
  const read = async (params: unknown) => {
    const { data: link } = Link.safeParse(params)
    if (!link || !isUnsubscribeSignature(secret, link.memberId, link.preference, link.signature))
      return undefined
    const member = await memberById(db, link.memberId)
    return member && { ...link, preferences: member.preferences as Record<string, boolean> }
  }
  const path = `${unsubscribePath}/:memberId/:preference/:signature`
  app.get(path, options, async (request, reply) => {
    const link = await read(request.params)
    if (!link) return show(reply.code(404), unknownPage())
    const isOff = link.preferences[link.preference] === false
    return show(reply, isOff ? offPage(link.preference) : askingPage(link.preference))
  })
  app.post(path, options, async (request, reply) => {
    const link = await read(request.params)
    if (!link) return show(reply.code(404), unknownPage())
    const body = typeof request.body === 'string' ? request.body : ''
    const isOn = new URLSearchParams(body).get('switch') === 'on'
    await updateMember(db, link.memberId, { preferences: { [link.preference]: isOn } })
    request.log.info({ event: isOn ? 'mails switched on' : 'mails switched off', member: link.memberId })
    return show(reply, isOn ? onPage() : offPage(link.preference))
  })
}

const options = { schema: { hide: true }, config: { isPage: true } }

const show = (reply: FastifyReply, { bytes, headers }: ReturnType<typeof smallPage>) =>
  reply
    .headers({ ...headers, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    // The link in the address belongs to whoever got the mail.
    .header('referrer-policy', 'no-referrer')
    .send(bytes)
