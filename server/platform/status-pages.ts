import { sameText, sign } from './crypto.ts'

/**
 * The path of the page that shows the state of a request with a number, such as RP-000012, to whoever has the address:
 * the key in it is signed, so that nobody finds the page by counting.
 */
export const statusPage = (secret: string, number: string): string =>
  `/status/${number}?key=${keyOf(secret, number)}`

/** Whether a key is that of the page of a number. */
export const opensStatusPage = (secret: string, number: string, key: string): boolean =>
  sameText(keyOf(secret, number), key)

const keyOf = (secret: string, number: string) => sign(secret, 'status page', number).slice(0, 32)
