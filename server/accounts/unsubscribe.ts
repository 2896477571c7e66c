import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import type { Dependencies } from '../dependencies.ts'
import { isUnsubscribeSignature, unsubscribePath } from '../platform/mail/send.ts'
import { sendSecretPage, smallPage } from '../platform/small-page.ts'
import { memberById } from './lookup-queries.ts'
import { updateMember } from './queries.ts'

/** Describes what each preference switches, as words that follow 'no emails about'. */
const switches: Record<string, string> = {
  notifications:
    'what our staff decide about your projects, their sales, refunds, reviews and questions, answers to yours, new releases of what you bought, whether it ran, your commission and your payouts',
  newListings: 'new projects of people you follow',
}

const stays = 'Codes and receipts come in any case.'
const home = { to: '/', text: 'Go to the Home Page' }
const turnOn = { name: 'switch', value: 'on', text: 'Switch Them On Again' }

/** Asks before anything is switched off, because some programs open every link of a mail. */
const askingPage = (preference: string) =>
  smallPage({
    title: 'Switch these emails off?',
    text: `You will get no emails about ${switches[preference]}. ${stays}`,
    form: { name: 'switch', value: 'off', text: 'Switch Them Off' },
    link: home,
  })

/** The page that says which mails are off and offers to switch them on again. */
const offPage = (preference: string) =>
  smallPage({
    title: 'These emails are off',
    text: `You get no emails about ${switches[preference]}. ${stays} The switch is in your settings too.`,
    form: turnOn,
    link: home,
  })

const onPage = () =>
  smallPage({
    title: 'These emails are on again',
    text: 'The switch is in your settings, under Preferences.',
    link: home,
  })

const unknownPage = () =>
  smallPage({
    title: 'This link does not work',
    text: 'It may have been cut off in the email. The switch is in your settings, under Preferences.',
    link: { to: '/profile?tab=settings', text: 'Go to Your Settings' },
  })

const Link = z.object({
  memberId: z.uuid(),
  preference: z.string().refine((name) => Object.hasOwn(switches, name)),
  signature: z.string().max(100),
})

/**
 * Serves the link in a mail that switches mails of its kind off (RFC 8058). POST does it at once for anybody who holds
 * the link, without a cookie or token and whatever it sends; GET changes nothing and asks.
 */
export const unsubscribeRoutes = async (
  app: FastifyInstance,
  { db, secret }: Dependencies,
): Promise<void> => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) =>
    done(null, body),
  )
  /** Reads the member and the preference of a link; undefined when the link is not ours. */
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
    if (!link) return sendSecretPage(reply.code(404), unknownPage())
    const isOff = link.preferences[link.preference] === false
    return sendSecretPage(reply, isOff ? offPage(link.preference) : askingPage(link.preference))
  })
  app.post(path, options, async (request, reply) => {
    const link = await read(request.params)
    if (!link) return sendSecretPage(reply.code(404), unknownPage())
    const body = typeof request.body === 'string' ? request.body : ''
    const isOn = new URLSearchParams(body).get('switch') === 'on'
    await updateMember(db, link.memberId, { preferences: { [link.preference]: isOn } })
    request.log.info({ event: isOn ? 'mails switched on' : 'mails switched off', member: link.memberId })
    return sendSecretPage(reply, isOn ? onPage() : offPage(link.preference))
  })
}

const options = { schema: { hide: true }, config: { isPage: true } }
