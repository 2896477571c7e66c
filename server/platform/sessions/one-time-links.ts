import { randomInt } from 'node:crypto'

import { ProblemError } from '#contract/kit/problem.ts'

import { sign } from '../crypto.ts'
import type { Connection } from '../database/connection.ts'
import type { Audience } from './access-token.ts'
import { hasLink, insertLink, subjectOfLink, consumeLink } from './queries.ts'

/** The purpose of a mailed link: to sign a member or staff member in, or to set a staff member's password. */
type Purpose = Audience | 'staff password'

/** Paths of the mailed links. A link's subject is a member's email or a staff member's id. */
const pages: Record<Purpose, string> = {
  member: '/signin/link',
  staff: '/admin/login/link',
  'staff password': '/admin/password',
}

export const linkMinutes = 60
/** Longer, because an invited person may be away for some days. */
export const passwordLinkHours = 72

/** No digits, so that the six of a code are the only ones in an email that has both. */
const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** 52^32 is 182 bits, which nobody guesses, so links need no rate limit that a stranger could use up. */
const tokenLength = 32

/**
 * Makes a link for a subject that works once, within 60 minutes (72 hours to set a password), in any browser. Its token
 * is in the fragment: no server logs it, no Referer carries it, and a scanner that opens the page does not use it up.
 */
export async function newLink(
  connection: Connection,
  { secret, config }: { secret: string; config: { publicUrl: string } },
  audience: Purpose,
  subject: string,
): Promise<string> {
  const token = Array.from({ length: tokenLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const link = { tokenHash: hashOf(secret, token), audience, subject }
  await insertLink(
    connection,
    link,
    audience === 'staff password' ? passwordLinkHours * 3600 : linkMinutes * 60,
  )
  return `${config.publicUrl}${pages[audience]}#${token}`
}

/** Uses a link up and returns its subject; when the transaction fails, the link stays valid. Throws expired. */
export async function useLink(
  transaction: Connection,
  secret: string,
  audience: Purpose,
  token: string,
): Promise<string> {
  const subject = await consumeLink(transaction, audience, hashOf(secret, token))
  if (subject === undefined)
    throw new ProblemError('expired', 'This link has expired or was used. Ask for a new one.')
  return subject
}

/** The subject of a valid link, without using it up. */
export const linkSubject = (
  connection: Connection,
  secret: string,
  audience: Purpose,
  token: string,
): Promise<string | undefined> => subjectOfLink(connection, audience, hashOf(secret, token))

/** Deletes a link that could not be delivered. */
export async function withdrawLink(
  connection: Connection,
  secret: string,
  audience: Audience,
  link: string,
): Promise<void> {
  await consumeLink(connection, audience, hashOf(secret, link.slice(link.indexOf('#') + 1)))
}

/** Whether a subject has a valid mailed link. */
export const hasValidLink = (connection: Connection, audience: Audience, subject: string): Promise<boolean> =>
  hasLink(connection, audience, subject)

const hashOf = (secret: string, token: string) => sign(secret, 'one-time link', token)
