import { counted } from '../kit/format.ts'

/**
 * The hours within which a complaint is acknowledged: rule 3(2) of the IT Rules, 2021; the E-Commerce Rules allow 48.
 */
export const hoursToAcknowledge = 24

/** What a buyer accepts by pressing Pay, as it stands above the button. */
export const checkoutSentence =
  'By pressing the button you accept our terms and the licence that the label of the project names.'

/** Our licence in short, as it lies in a fold below the button. */
export const licenceInShort =
  'The Readymade licence: use the files, change them and learn from them, but do not sell or publish them. Where the owner’s own licence holds, it lies among the files.'

/** The terms that a buyer accepts by pressing Pay; they are stored with the payment. */
export const checkoutTerms = `${checkoutSentence} ${licenceInShort}`

/** Returns the terms that replace ours when the owner's own licence applies; `release` is the one that was bought. */
export const ownLicenceTerms = (file: string, release: number | null): string =>
  `The licence of these files is the owner's own:
${file}, as it lies in release ${release ?? 1}.`

/** The terms of our licence; they are stored with each order. */
export const licenceTerms = `WHAT THE BUYER MAY DO

1. Use, run and study the files, worldwide, on any number of their own
   computers and servers.
2. Change them, and build their own work with them.
3. Hand them in as part of their studies, as far as the rules of the buyer's
   institute allow it. The buyer keeps to these rules and says what is not
   their own work where the rules ask for it.
4. Show the running project to others.

WHAT THE BUYER MAY NOT DO

5. Sell, rent or give the files to others, or publish them, in whole or in
   large part, changed or not.
6. Pass this licence on to somebody else, except as clause 10 says.

ALSO

7. The owner keeps the copyright. Parts of the files that come under a licence
   of their own, such as open-source libraries, stay under that licence. A
   licence file for the whole project does not replace this licence.
8. The files come as they are. This does not limit what the law of India
   promises to buyers, nor the refund promised with an order that was paid for.
9. The licence has no end date. It ends when a paid order is refunded or these
   terms are broken.

SEATS FOR A TEAM

10. Where the label of the project named seats when it was bought, the buyer
    may invite up to three people of their team. Who accepts has a seat, with
    a licence of their own, to which clauses 1 to 9 apply as to the buyer's.
    It costs nothing, may be given to another person once, and ends when the
    order is refunded. Refunds and reviews are the buyer's alone.`

/** The refund days until staff set others. */
export const defaultRefundDays = 7

/** Returns the refund policy of paid purchases. It is stored with the order: a later change applies to later orders. */
export const refundPolicyOf = (days: number) => ({
  refundDays: days,
  refundPolicy: `You can ask for your money back within ${counted(days, 'day')} after you paid, if the project is not as described. Our staff read every request and decide.`,
})

/** The options of a buyer whose request was declined. */
export const afterDecline = [
  'If we overlooked something, write to us with the number of the order. Our staff read it, and can still refund the order.',
  `You can complain, by the form on our contact page or to the grievance contact if one is named there. A complaint is acknowledged within ${hoursToAcknowledge} hours and answered within one month.`,
  'Your bank can look into the payment: ask it how to dispute one. It decides by itself, and has time limits of its own.',
] as const

/** What stands wherever a report is offered. */
export const reportAdvice =
  'A sample to learn from. Name it as your source, and ask your college what it allows.'
