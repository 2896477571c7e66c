import { useEffect } from 'react'

import { jsonReader, store, useStored } from '../shell/session/browser-store.ts'

/** The referral code that a link brought here: of this address, or of one that was opened before its reader looked around. */
export function useLinkedReferral(inAddress: string | null): string | null {
  useEffect(() => {
    if (inAddress)
      store({ linkedReferral: JSON.stringify({ code: inAddress, until: Date.now() + lifetime }) })
  }, [inAddress])
  const earlier = useStored(linkedReferral, null)
  return inAddress ?? earlier
}

/** The same of links that were opened before, for 30 days or until somebody signs in. */
export function linkedReferral(): string | null {
  const link = last()
  return link && link.until > Date.now() ? link.code : null
}

/** Forgets a code that turned out to be of nobody. */
export const forgetLinkedReferral = (): void => store({ linkedReferral: null })

const lifetime = 30 * 24 * 3_600_000
const last = jsonReader('linkedReferral', (link) => link as { code: string; until: number } | null)
