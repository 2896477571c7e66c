import type { Destination } from '#contract/money/destination.ts'

import { encryption, sign } from '../../platform/crypto.ts'

const destinationCipher = (secret: string) => encryption(secret, 'payouts')

/** Encrypts a destination for storage with one payout; it cannot be decrypted for another one. */
export const encryptDestination = (secret: string, payoutId: string, destination: Destination): string =>
  destinationCipher(secret).encrypt(JSON.stringify(destination), payoutId)

/** Decrypts a destination. Throws when it was stored for another payout or under another SECRET. */
export const decryptDestination = (secret: string, payoutId: string, encrypted: string): Destination =>
  JSON.parse(destinationCipher(secret).decrypt(encrypted, payoutId)) as Destination

/**
 * A keyed hash of the account that a destination names, the same for every payout to it and whatever holder is named.
 */
export function markDestination(secret: string, destination: Destination): string {
  const account =
    destination.method === 'upi'
      ? destination.vpa
      : `${destination.ifsc.slice(0, 4)} ${destination.accountNumber.replace(/^0+/, '')}`
  return sign(secret, 'payout destination', account)
}

/** A destination with its details masked: 'as••••@okaxis', '•••• 1234'. */
export function maskDestination(destination: Destination): string {
  if (destination.method === 'bank') return `•••• ${destination.accountNumber.slice(-4)}`
  const [name, handle] = destination.vpa.split('@') as [string, string]
  return `${name.slice(0, Math.min(2, name.length - 1))}••••@${handle}`
}
