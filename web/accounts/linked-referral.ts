import { useEffect } from 'react'

import { jsonReader, store, useStored } from '../shell/session/browser-store.ts'

/** Returns the referral code of a link: of this address, or of one that was opened here before. */
export function useLinkedReferral(inAddress: string | null): string | null {
  useEffect(() => {
    if (inAddress)
      store({ linkedReferral: JSON.stringify({ code: inAddress, until: Date.now() + lifetime }) })
  }, [inAddress])
  const earlier = useStored(linkedReferral, null)
  return inAddress ?? earlier
}

/**
 * Returns the referral code of a link that was opened before, or null. It lasts for 30 days or until somebody signs
 * in.
 */
export function linkedReferral(): string | null {
  const link = last()
  return link && link.until > Date.now() ? link.code : null
}

/** Clears a stored code that no member has. */
export const forgetLinkedReferral = (): void => store({ linkedReferral: null })

const lifetime = 30 * 24 * 3_600_000
const last = jsonReader('linkedReferral', (link) => link as { code: string; until: number } | null)
