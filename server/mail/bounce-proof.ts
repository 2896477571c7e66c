import { sameText, sign } from '../http/signed-link.ts'

/** The header of our emails by which a report that comes back is known to be about one of them. */
export const proofHeader = 'X-Readymade-Recipient'

/** The header's value for an email to an address: the address, and our signature of it. */
export const bounceProof = (secret: string, address: string): string =>
  `${Buffer.from(address).toString('base64url')}.${signature(secret, address)}`

/** The address that a header of ours names; undefined when we did not write it. */
export function provenRecipient(secret: string, proof = ''): string | undefined {
  const [encoded = '', given = ''] = proof.split('.')
  const address = Buffer.from(encoded, 'base64url').toString()
  return sameText(signature(secret, address), given) ? address : undefined
}

const signature = (secret: string, address: string) => sign(secret, 'bounce', address)
