import { acceptedTerms, ownerLicence } from '#contract/accounts/agreements.ts'

import { useSite } from '../shell/site.ts'
import { TextLink } from '../ui/button.tsx'

/** What an owner says by pressing the button below, with the share that they receive and a link to the terms. */
export function OwnerLicence({ className }: { className?: string }) {
  const { words } = ownerLicence(useSite())
  return (
    <p className={`text-14 text-quiet ${className ?? ''}`}>
      <span>{words.slice(0, words.lastIndexOf(acceptedTerms))}</span>
      <TextLink to="/support/terms#if-you-sell" newTab>
        {acceptedTerms}
      </TextLink>
      .
    </p>
  )
}
