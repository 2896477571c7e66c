import type { Destination } from '#contract/money/payouts.ts'

import { encryption } from '../../platform/crypto.ts'

const keeper = (secret: string) => encryption(secret, 'payouts')

/** A destination as it is stored: encrypted for this one payout. */
export const encryptDestination = (secret: string, payoutId: string, destination: Destination): string =>
  keeper(secret).encrypt(JSON.stringify(destination), payoutId)

/** Throws when it was stored for another payout or under another SECRET. */
export const decryptDestination = (secret: string, payoutId: string, encrypted: string): Destination =>
  JSON.parse(keeper(secret).decrypt(encrypted, payoutId)) as Destination

/** What everybody may see of it: 'as••••@okaxis', '•••• 1234'. */
export function masked(destination: Destination): string {
  if (destination.method === 'bank') return `•••• ${destination.accountNumber.slice(-4)}`
  const [name, handle] = destination.vpa.split('@') as [string, string]
  return `${name.slice(0, Math.min(2, name.length - 1))}••••@${handle}`
}
