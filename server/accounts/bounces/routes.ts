import type { FastifyInstance } from 'fastify'

import type { Parts } from '../../parts.ts'
import { takeBounce } from './service.ts'

/** A report brings back our whole email at most, and those have no attachments. */
const maxBytes = 256 * 1024

/**
 * Where a mail server hands on, raw, the emails that come back to our sender's address (decision 22). Anybody may post:
 * what counts is our signature in the header of the email that a report brings back.
 */
export const bounceRoutes = (parts: Pick<Parts, 'db' | 'secret'>) => async (scope: FastifyInstance) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  )
  scope.post('/mail/bounces', { schema: { hide: true } }, async ({ body, log }) => {
    const isMarked = await takeBounce(parts, Buffer.isBuffer(body) ? body.toString('utf8') : '')
    if (isMarked) log.info({ event: 'email bounced' })
    return { success: true }
  })
}
