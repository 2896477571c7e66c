import { inGroups } from './code.ts'
import type { LicenceRow } from './queries.ts'

interface Licensed {
  licence: LicenceRow
  /** The release that the text lies beside in an archive; without one it is for all that the order entitles to. */
  release?: number | undefined
  publicUrl: string
}

/** The licence as a text for people: who may do what with which files, and how anybody can see that it is genuine. */
export function licenceText({ licence, release, publicUrl }: Licensed): string {
  const { code, name, number, title, kind, createdAt, issuedAt } = licence
  const files =
    kind === 'report'
      ? 'the project report'
      : release === undefined
        ? `source code, release ${licence.release ?? 1} and every later approved one`
        : `source code, release ${release}`
  return `READYMADE LICENCE

Project:   ${title}
Files:     ${files}
Buyer:     ${name}
Order:     ${number}, ${day(createdAt)}
Issued:    ${day(issuedAt)}
Code:      ${inGroups(code)}

Anybody can check this licence at
${publicUrl}/verify/${inGroups(code)}


WHAT THE BUYER MAY DO

1. Use, run and study the files, on any number of own computers and servers.
2. Change them, and build own work with them.
3. Hand them in, changed or not, as part of own learning work, as far as the
   rules of the buyer's institute allow it. The buyer keeps to these rules
   and says what is not their own work where the rules ask for it.
4. Show the running project to others.

WHAT THE BUYER MAY NOT DO

5. Sell, rent or give the files to others, or publish them, in whole or in
   large part, changed or not.
6. Pass this licence on to somebody else.

ALSO

7. The owner keeps the copyright. Parts of the files that come under a licence
   of their own, such as open-source libraries, stay under that licence.
8. The files come as they are. What the law of India promises to buyers, and
   the refund promised with the order, are not limited by this.
9. The licence lasts without end. It ends when the order is refunded or these
   terms are broken.
`
}

/** A day in India, as 5 November 2026. */
const day = (date: Date) =>
  date.toLocaleDateString('en-IN', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  })
