import { inRupees } from '#contract/kit/rupees.ts'

import type { EmailContent } from '../../mail/email.ts'
import type { NecessaryKind } from '../../mail/kind.ts'

export const deletedKind: NecessaryKind = {
  name: 'account deleted',
  why: 'a Readymade account with this email was deleted',
}

/** `payouts`: what is still paid out, in rupees. */
export const deletedEmail = (payouts: number): EmailContent => ({
  subject: 'Your account is deleted',
  paragraphs: [
    'Your Readymade account and your personal data are erased, as you asked. Your projects are no longer listed.',
    ...(payouts > 0
      ? [
          `You asked for payouts of ${inRupees(payouts)}. They are still paid, to the account that you named; its details are kept until then and no longer.`,
        ]
      : []),
    'What the law asks for is kept: orders and payments without your name, and invoices and receipts as they were issued. You may sign up again with this email at any time.',
  ],
})
