import type { FastifyInstance } from 'fastify'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../dependencies.ts'
import { readBounce } from '../platform/mail/bounces.ts'
import { insertBounce } from '../platform/mail/queries.ts'
import { lockEmail } from './code-queries.ts'
import { memberByEmail } from './lookup-queries.ts'

/** The largest report in bytes: it contains our whole email at most, and our emails have no attachments. */
const maxBytes = 256 * 1024

/**
 * Accepts, raw, the emails that come back to our sender's address (decision 22), from the mail server. Anybody may
 * post: only our signature in the header of the returned email counts.
 */
export const bounceRoutes = (dependencies: Dependencies) => async (scope: FastifyInstance) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  )
  scope.post('/mail/bounces', { schema: { hide: true } }, async ({ body, log }) => {
    const isMarked = await handleBounce(dependencies, Buffer.isBuffer(body) ? body.toString('utf8') : '')
    if (isMarked) log.info({ event: 'email bounced' })
    return { success: true }
  })
}

/**
 * Handles the report of an email that bounced after the mail server had accepted it: a member's address that does not
 * exist is not written to again. Returns whether it was marked, which is false for a delay and for an address that is
 * not a member's. Throws invalid_input for anything but a report about an email of ours.
 */
async function handleBounce({ db, secret }: Dependencies, raw: string): Promise<boolean> {
  const bounce = readBounce(secret, raw)
  if (!bounce) throw new ProblemError('invalid_input', 'This is not a report about an email of ours')
  const { email, reply, isHard } = bounce
  if (!isHard) return false
  return db.transaction().execute(async (trx) => {
    // Under the lock, an account that is deleted meanwhile leaves no bounce behind.
    await lockEmail(trx, email)
    if (!(await memberByEmail(trx, email))) return false
    await insertBounce(trx, email, reply)
    return true
  })
}
