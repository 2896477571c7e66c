import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { jsonReader, store, useStored } from '../shell/session/browser-store.ts'
import { isSignedIn } from '../shell/session/session.ts'

/** Remembers the referral code in the address of any page that a visitor opens; the first code wins. */
export function useRememberReferral() {
  const code = codeIn(useLocation().search)
  useEffect(() => {
    if (code && !linkedReferral() && !isSignedIn())
      store({ linkedReferral: JSON.stringify({ code, until: Date.now() + lifetime }) })
  }, [code])
}

/** Returns the referral code of the first link that was opened, or null. */
export function useLinkedReferral(): string | null {
  const inAddress = codeIn(useLocation().search)
  return useStored(linkedReferral, null) ?? inAddress
}

/**
 * Returns the referral code of a link that was opened before, or null. It lasts for 30 days or until somebody signs
 * in.
 */
export function linkedReferral(): string | null {
  const link = last()
  return link && link.until > Date.now() ? link.code : null
}

/** Forgets the code: no member has it, or the visitor does not want it. */
export const clearLinkedReferral = (): void => store({ linkedReferral: null })

const lifetime = 30 * 24 * 3_600_000
const last = jsonReader('linkedReferral', (link) => link as { code: string; until: number } | null)

/** Returns the code in an address, cut to a length that is stored without harm; null without one. */
const codeIn = (search: string) => new URLSearchParams(search).get('ref')?.trim().slice(0, 40) || null
