import { sameText, sign } from '../http/signed-link.ts'

/** The path below which the links lie. */
export const unsubscribePath = '/mails/switch-off'

/** A link that switches one preference of a member off, for as long as the secret stays the same. */
export const unsubscribeUrl = (
  { publicUrl, secret }: { publicUrl: string; secret: string },
  memberId: string,
  preference: string,
): string =>
  `${publicUrl}${unsubscribePath}/${memberId}/${preference}/${signature(secret, memberId, preference)}`

/** Whether a link's signature is ours. */
export const isUnsubscribeSignature = (
  secret: string,
  memberId: string,
  preference: string,
  given: string,
): boolean => sameText(signature(secret, memberId, preference), given)

const signature = (secret: string, memberId: string, preference: string) =>
  sign(secret, 'unsubscribe', `${memberId} ${preference}`)
