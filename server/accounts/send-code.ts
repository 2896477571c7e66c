import { randomBytes, randomInt } from 'node:crypto'

import { counted } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../dependencies.ts'
import { sign } from '../platform/crypto.ts'
import type { Connection } from '../platform/database/connection.ts'
import { networkOf } from '../platform/overload/request-scope.ts'
import {
  countIfAllowed,
  isLimitReached,
  type RateLimit,
  returnAttempt,
  tooManyAttempts,
} from '../platform/rate-limits/rate-limits.ts'
import { hasValidLink, newLink, withdrawLink } from '../platform/sessions/one-time-links.ts'
import { allowedReader } from './blocked-domains.ts'
import {
  codeOf,
  type CodeRow,
  hasUnansweredCode,
  lockEmail,
  replaceCode,
  secondsToNextCode,
  withdrawCode,
} from './code-queries.ts'
import { codeEmail, linkEmail, signInKind } from './emails.ts'
import { codesFrom, codesTo, wrongCodesFor, wrongCodesFrom } from './rate-limits.ts'

const lifeSeconds = 10 * 60

/**
 * Mails a new code to an email and returns the session token it is bound to. The previous code of the same network
 * stops working, the codes of other networks keep working. While codes are being guessed for the email, the mail has a
 * link alone. The answer is the same whether or not there is an account; at a blocked domain only a member is mailed.
 * Throws too_many_requests; throws unavailable or invalid_input when no mail can be sent, and then everything is as it
 * was before.
 */
export async function sendCode(
  dependencies: Dependencies,
  address: string,
  email: string,
): Promise<{ sessionToken: string; onlyLink: boolean }> {
  const { db, secret } = dependencies
  const sessionToken = randomBytes(32).toString('base64url')
  const code = randomInt(10 ** limits.codeDigits)
    .toString()
    .padStart(limits.codeDigits, '0')
  const networkHash = sign(secret, 'network', networkOf(address))
  const hashes = {
    networkHash,
    sessionHash: sessionHash(secret, sessionToken),
    codeHash: codeHash(secret, sessionToken, email, code),
    mailedHash: mailedHash(secret, email, code),
  }
  const secondsToWait = (connection: Connection) =>
    secondsToNextCode(connection, email, networkHash, limits.resendSeconds)
  // Checked before the lock too, so that repeated requests hold no connections while they wait for it.
  const seconds = await secondsToWait(db)
  if (seconds > 0) throw retryLater(seconds)
  const stored = await db.transaction().execute(async (trx) => {
    await lockEmail(trx, email)
    // From the second mail in an hour on, the mail has a link: in a shared network the first request of a stranger
    // replaces the owner's code, and frequent requests use up the mails of the hour. The link outlives both.
    const isUnanswered = await hasUnansweredCode(trx, email)
    const previous = await codeOf(trx, email, networkHash)
    if (!(await replaceCode(trx, { email, ...hashes }, lifeSeconds, limits.resendSeconds)))
      throw retryLater((await secondsToWait(trx)) || 1)
    for (const limit of [codesTo(email), codesFrom(address)])
      if (!(await countIfAllowed(trx, limit))) throw await refusal(trx, email, limit)
    const onlyLink = await isLimitReached(trx, wrongCodesFor(email))
    const needsLink = onlyLink || isUnanswered || (await isLimitReached(trx, wrongCodesFrom(address)))
    const link = needsLink ? await newLink(trx, dependencies, 'member', email) : undefined
    return { onlyLink, link, previous }
  })
  const { onlyLink, link } = stored
  const mail = onlyLink && link ? linkEmail(link) : codeEmail(code, lifeSeconds / 60, link)
  const send = async () => {
    try {
      // Sent after the code is stored, so that the mail never arrives first, and outside a transaction, so that a slow
      // mail server holds no connection.
      await dependencies.sendNow(signInKind, email, mail, networkOf(address))
    } catch (error) {
      await undo(dependencies, address, email, { ...stored, ...hashes })
      throw error
    }
  }
  const reader = await allowedReader(db, email)
  if (reader === 'anybody') await send()
  // Not awaited, so that the time does not reveal who has an account at a blocked domain.
  if (reader === 'member') void send().catch(() => {})
  return { sessionToken, onlyLink }
}

/** The rows that requesting a code has stored. */
interface Stored {
  networkHash: string
  sessionHash: string
  link: string | undefined
  previous: CodeRow | undefined
}

/** Undoes a code that was not mailed: the one before it works again, and nothing counts as requested. */
const undo = (
  { db, secret }: Dependencies,
  address: string,
  email: string,
  { networkHash, sessionHash, link, previous }: Stored,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockEmail(trx, email)
    await withdrawCode(trx, { email, networkHash, sessionHash }, previous)
    for (const limit of [codesTo(email), codesFrom(address)]) await returnAttempt(trx, limit)
    if (link) await withdrawLink(trx, secret, 'member', link)
  })

const retryLater = (seconds: number) =>
  new ProblemError(
    'too_many_requests',
    `Please wait ${counted(seconds, 'second')} before asking for another code.`,
  )

/**
 * The refusal when a limit is reached. When it is the mails of the hour, the newest has a link that lives at least as
 * long as the refusal lasts.
 */
async function refusal(trx: Connection, email: string, limit: RateLimit): Promise<ProblemError> {
  const { code, message } = await tooManyAttempts(trx, limit)
  const hint = (await hasValidLink(trx, 'member', email))
    ? ' Or open the link in the newest email we sent you: it signs you in.'
    : ''
  return new ProblemError(code, message + hint)
}

/** Hashes a session token for the database. */
export const sessionHash = (secret: string, sessionToken: string): string =>
  sign(secret, 'code session', sessionToken)

/** Hashes a code, bound to its session token and its email, for the database. */
export const codeHash = (secret: string, sessionToken: string, email: string, code: string): string =>
  sign(secret, 'one-time code', [sessionToken, email, code].join('\n'))

/** Hashes a code, bound to its email alone, so that it is recognised after a newer one replaced it. */
export const mailedHash = (secret: string, email: string, code: string): string =>
  sign(secret, 'mailed code', [email, code].join('\n'))
