import { longDay } from '#contract/kit/day.ts'
import { licenceTerms, ownLicenceTerms } from '#contract/orders/terms.ts'

import { inGroups } from './code.ts'
import type { LicenceRow } from './queries.ts'

interface Licensed {
  licence: LicenceRow
  /** The release that the text lies beside in an archive; without one it is for all that the order entitles to. */
  release?: number | undefined
  publicUrl: string
}

/**
 * The licence as a text for people: who may do what with which files, as it was when they bought, and how anybody can see that it is
 * genuine. Where the owner's own licence holds it has no terms: they lie beside it.
 */
export function licenceText({ licence, release, publicUrl }: Licensed): string {
  const { code, name, number, title, kind, createdAt, issuedAt, ownLicence } = licence
  const files =
    kind === 'report'
      ? 'the project report'
      : release === undefined
        ? `source code, release ${licence.release ?? 1} and every later approved one`
        : `source code, release ${release}`
  return `${ownLicence === null ? 'READYMADE LICENCE' : 'READYMADE RECEIPT'}

Project:   ${title}
Files:     ${files}
Buyer:     ${name}
Order:     ${number}, ${longDay(createdAt)}
Issued:    ${longDay(issuedAt)}
Code:      ${inGroups(code)}

Anybody can check this code at
${publicUrl}/verify/${inGroups(code)}


${ownLicence === null ? (licence.terms ?? licenceTerms) : ownLicenceTerms(ownLicence, licence.release)}
`
}
