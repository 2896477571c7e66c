import { sign } from '../../http/signed-link.ts'

/** What the database keeps of a session token. */
export const sessionHash = (secret: string, sessionToken: string): string =>
  sign(secret, 'code session', sessionToken)

/** What the database keeps of a code, bound to its session token and its email. */
export const codeHash = (secret: string, sessionToken: string, email: string, code: string): string =>
  sign(secret, 'one-time code', [sessionToken, email, code].join('\n'))
