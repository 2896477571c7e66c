import { rupeesOf } from '#contract/kit/amounts.ts'
import { inRupees } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Deletion, DeletionBlocker } from '#contract/members/personal-data.ts'

import { requestConfirmation, requireCorrectCodes, useConfirmation } from '../../accounts/confirmations.ts'
import { type Member, memberById } from '../../accounts/lookup-queries.ts'
import { eraseAccount, lockAccount } from '../../accounts/status.ts'
import { eraseComplaintsOf, sealReported } from '../../content/complaints/service.ts'
import type { Dependencies } from '../../dependencies.ts'
import { lockPayouts } from '../../money/lookup-queries.ts'
import { debtOf, erasePayoutsOf, owedBesidesPayouts } from '../../money/payouts/service.ts'
import { hasOpenDispute } from '../../orders/disputes/lookup-queries.ts'
import { lockBuyer, openPayments } from '../../orders/lookup-queries.ts'
import { openRefunds } from '../../orders/returns/lookup-queries.ts'
import { eraseOrdersOf } from '../../orders/service.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailAddress, type NecessaryKind } from '../../platform/mail/send.ts'
import { signedOut } from '../../platform/sessions/access-token.ts'
import { lockProjectsOf } from '../../projects/lookup-queries.ts'
import { eraseProjectsOf } from '../../projects/removal.ts'
import { clearTextsAbout } from '../../staff/audit/service.ts'
import { seal } from '../../staff/sealed/service.ts'
import { deleteFollowsOf } from '../follows/queries.ts'
import { deleteWishlistOf } from '../wishlist/queries.ts'
import { sections } from './data-queries.ts'
import { auditTargetsOf, deleteExport, lockDeletions, losses } from './queries.ts'

const purpose = 'delete account'

/** The consequences of deleting an account, and what blocks its deletion now. */
export async function deletionOf(connection: Connection, memberId: string): Promise<Deletion> {
  return {
    ...(await losses(connection, memberId)),
    ...(await owed(connection, memberId)),
    owes: rupeesOf(await debtOf(connection, memberId)),
    blockers: await blockersOf(connection, memberId),
  }
}

/**
 * Emails the code that confirms the deletion of an account. Throws conflict when it cannot be deleted now, and as
 * requestConfirmation does.
 */
export async function requestDeletion(dependencies: Dependencies, memberId: string): Promise<Date> {
  const member = await memberById(dependencies.db, memberId)
  if (!member) throw signedOut()
  await requireNoBlockers(dependencies.db, memberId)
  return (await requestConfirmation(dependencies, member)).sentAt
}

/**
 * Deletes an account in one transaction. `givenUp` is the amount that we owe the member, in rupees, as they were shown
 * it. Throws as requireCorrectCodes does, and conflict when the account cannot be deleted now or another amount is
 * owed; the code then stays valid.
 */
export async function deleteAccount(
  dependencies: Dependencies,
  memberId: string,
  { code, givenUp }: { code: string; givenUp: number },
): Promise<void> {
  const confirmation = await requireCorrectCodes(dependencies, memberId, purpose, { code })
  await dependencies.db.transaction().execute(async (trx) => {
    // The order of locks (docs/ARCHITECTURE.md).
    await lockDeletions(trx)
    await lockPayouts(trx, memberId)
    await lockBuyer(trx, memberId)
    const projects = await lockProjectsOf(trx, memberId)
    const member = await lockAccount(trx, memberId)
    if (!member) throw signedOut()
    await useConfirmation(trx, confirmation)
    await requireNoBlockers(trx, memberId)
    const { owed: now, payouts } = await owed(trx, memberId)
    if (now !== givenUp)
      throw new ProblemError(
        'conflict',
        now === 0
          ? 'We do not owe you anything any more. Please read once more what is deleted.'
          : `We owe you ${inRupees(now)}. Be paid out first, or say that you give it up.`,
      )
    await seal(dependencies, trx, {
      kind: 'deletion',
      about: [member.id, member.email],
      content: await signUpData(trx, member),
    })
    await sealReported(dependencies, trx, projects)
    const keys = await eraseMember(trx, member)
    await dependencies.jobs.enqueue(trx, 'finish-deletion', { memberId, keys })
    await mailAddress(dependencies, trx, deletedKind, member.email, deletedEmail(payouts))
  })
}

/** Deletes what requests under way have written after the deletion, and then the files in the store. */
export async function finishDeletion(
  { db, storage }: Dependencies,
  { memberId, keys }: { memberId: string; keys: string[] },
): Promise<void> {
  const remainingKeys = await db.transaction().execute(async (trx) => {
    await lockDeletions(trx)
    const member = await memberById(trx, memberId)
    return member?.deactivatedAt ? eraseMember(trx, member) : []
  })
  for (const key of [...keys, ...remainingKeys]) await storage.delete(key)
}

/**
 * What is sealed of an account that is deleted, as rule 3(1)(h) of the IT Rules, 2021 asks: what the member gave us at
 * sign-up and after it about themselves, when and from where they signed in, and what they agreed to.
 */
async function signUpData(trx: Connection, member: Member) {
  const read = (section: 'profile' | 'sessions' | 'acceptances') => sections[section]!(trx, member)
  return {
    account: await read('profile'),
    signIns: await read('sessions'),
    acceptances: await read('acceptances'),
  }
}

/** The amounts, in rupees, that would be given up and that are in payouts under way. */
async function owed(connection: Connection, memberId: string) {
  const { owed, inPayouts } = await owedBesidesPayouts(connection, memberId)
  return { owed: rupeesOf(owed), payouts: rupeesOf(inPayouts) }
}

async function blockersOf(connection: Connection, memberId: string): Promise<DeletionBlocker[]> {
  const [refunds, isDisputed, debt, payments] = await Promise.all([
    openRefunds(connection, memberId),
    hasOpenDispute(connection, memberId),
    debtOf(connection, memberId),
    openPayments(connection, memberId),
  ])
  return [
    ...(refunds > 0 ? ['refund' as const] : []),
    ...(isDisputed ? ['dispute' as const] : []),
    ...(debt > 0 ? ['debt' as const] : []),
    ...(payments > 0 ? ['payment' as const] : []),
  ]
}

const blockerMessages: Record<DeletionBlocker, string> = {
  refund: 'A refund is still open. You can delete your account when it is decided.',
  dispute:
    'A bank is deciding a dispute about a payment that you made or earned by. You can delete your account when it has decided; we cannot decide in its place.',
  debt: 'Your balance is below zero: sales were refunded after they were paid out to you. New sales fill it; if you do not sell any more, write to us on the contact page to pay it back. Then you can delete your account.',
  payment: 'A payment was begun less than half an hour ago. Finish it, or wait until it is over.',
}

async function requireNoBlockers(connection: Connection, memberId: string): Promise<void> {
  const [blocker] = await blockersOf(connection, memberId)
  if (blocker) throw new ProblemError('conflict', blockerMessages[blocker])
}

/**
 * Erases all data about a locked member, in the caller's transaction. These stay: orders, payments and the ledger;
 * invoices as they were issued (section 36 of the CGST Act has a seller keep them for six years after the annual
 * return); for 180 days after a purchase, what its buyer was promised; reviews, as a former member's; the destination
 * of a payout that is not paid yet; the words of their complaints that are open, until these are decided; what the
 * member agreed to, without their name; and the title and files of projects that were ordered, for their buyers.
 * Repeating it does no harm. Returns the keys to delete from the store.
 */
async function eraseMember(trx: Connection, member: Member): Promise<string[]> {
  const { id } = member
  const projects = await lockProjectsOf(trx, id)
  await clearTextsAbout(trx, await auditTargetsOf(trx, id))
  const sent = await eraseOrdersOf(trx, id, projects)
  await erasePayoutsOf(trx, id)
  const files = await eraseProjectsOf(trx, id, projects)
  await deleteFollowsOf(trx, id)
  await deleteWishlistOf(trx, id)
  await eraseComplaintsOf(trx, id, projects)
  const zips = await deleteExport(trx, id)
  const pictures = await eraseAccount(trx, member)
  return [...files, ...sent, ...zips, ...pictures]
}

const deletedKind: NecessaryKind = {
  name: 'account deleted',
  why: 'a Readymade account with this email was deleted',
}

/** The email that confirms the deletion. `payouts` is the amount still to be paid out, in rupees. */
const deletedEmail = (payouts: number): EmailContent => ({
  subject: 'Your account is deleted',
  paragraphs: [
    'Your Readymade account and your personal data are erased, as you asked. Your projects are no longer listed.',
    ...(payouts > 0
      ? [
          `You asked for payouts of ${inRupees(payouts)}. They are still paid, to the account that you named; its details are kept until then and no longer.`,
        ]
      : []),
    'What the law asks for is kept: orders and payments without your name, invoices and receipts as they were issued, and for a time an encrypted copy of what you gave us about yourself. You may sign up again with this email at any time.',
  ],
})
