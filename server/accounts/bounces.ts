import type { FastifyInstance } from 'fastify'

import { ProblemError } from '#contract/problem.ts'

import type { Parts } from '../parts.ts'
import { readBounce } from '../platform/mail/bounces.ts'
import { insertBounce } from '../platform/mail/queries.ts'
import { lockEmail } from './code-queries.ts'
import { memberByEmail } from './lookup-queries.ts'

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

/**
 * Takes the report of an email that came back after the mail server had taken it: a member's address that does not exist
 * is not written to again. Answers whether it was marked: not for a delay, nor for an address that is no member's.
 * Throws invalid_input for what is no report about an email of ours.
 */
async function takeBounce({ db, secret }: Pick<Parts, 'db' | 'secret'>, raw: string): Promise<boolean> {
  const bounce = readBounce(secret, raw)
  if (!bounce) throw new ProblemError('invalid_input', 'This is not a report about an email of ours')
  const { email, reply, isHard } = bounce
  if (!isHard) return false
  return db.transaction().execute(async (trx) => {
    // An account that is deleted meanwhile leaves nothing behind.
    await lockEmail(trx, email)
    if (!(await memberByEmail(trx, email))) return false
    await insertBounce(trx, email, reply)
    return true
  })
}
