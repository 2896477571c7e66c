/**
 * Returns the head of a licence file: whose licence it is and for what, its code, and the address at which anybody can
 * check it. `issued` and `order` are texts for people.
 */
export const licenceHead = (licence: LicenceHead): string => `${licence.heading}

Project:   ${licence.project}
Files:     ${licence.files}
${licence.isSeat ? 'Seat: ' : 'Buyer:'}     ${licence.buyer}
Order:     ${licence.order}
Issued:    ${licence.issued}
Code:      ${licence.code}

Anybody can check this code at
${licence.publicUrl}/verify/${licence.code}
`

interface LicenceHead {
  heading: 'READYMADE LICENCE' | 'READYMADE RECEIPT'
  project: string
  files: string
  /** Whose licence it is: the buyer's, or with `isSeat` that of somebody in their team. */
  buyer: string
  isSeat?: boolean
  order: string
  issued: string
  code: string
  publicUrl: string
}
