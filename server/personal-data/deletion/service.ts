import type { Deletion, Hindrance } from '#contract/accounts/personal-data.ts'
import { rupeesOf } from '#contract/kit/money.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { inRupees } from '#contract/kit/rupees.ts'

import {
  askToConfirm,
  codesOver,
  lockAccount,
  memberById,
  requireRightCodes,
  spendConfirmation,
} from '../../accounts/service.ts'
import type { Connection } from '../../database/connection.ts'
import { mailAddress } from '../../mail/enqueue.ts'
import { lockBuyer, openPayments, openRefunds } from '../../orders/service.ts'
import type { Parts } from '../../parts.ts'
import { lockPayouts, owedBesidesPayouts } from '../../payouts/service.ts'
import { lockProjectsOf } from '../../projects/service.ts'
import { signedOut } from '../../sessions/service.ts'
import { deletedEmail, deletedKind } from './emails.ts'
import { eraseMember } from './erase.ts'
import { lockDeletions, losses } from './queries.ts'

const purpose = 'delete account'

/** What deleting an account would take away, and what keeps it from being deleted just now. */
export async function deletionOf(connection: Connection, memberId: string): Promise<Deletion> {
  return {
    ...(await losses(connection, memberId)),
    ...(await owed(connection, memberId)),
    hindrances: await hindrancesOf(connection, memberId),
  }
}

/** Mails the code that deletes an account. Throws conflict when it cannot be deleted now, and as askToConfirm does. */
export async function askForDeletion(parts: Parts, memberId: string): Promise<Date> {
  const member = await memberById(parts.db, memberId)
  if (!member) throw signedOut()
  await requireFree(parts.db, memberId)
  return (await askToConfirm(parts, member)).sentAt
}

/**
 * Deletes an account: all at once or not at all. `givenUp` is what we owe the member, in rupees, as they have read it.
 * Throws as requireRightCodes does, and conflict when the account cannot be deleted now or more is owed: the code stays good.
 */
export async function deleteAccount(
  parts: Parts,
  memberId: string,
  { code, givenUp }: { code: string; givenUp: number },
): Promise<void> {
  const confirmation = await requireRightCodes(parts, memberId, purpose, { code })
  await parts.db.transaction().execute(async (trx) => {
    await lockDeletions(trx)
    await lockPayouts(trx, memberId)
    await lockBuyer(trx, memberId)
    // Before the member's row: an order that is being made refers to a project first and then to its owner.
    await lockProjectsOf(trx, memberId)
    const member = await lockAccount(trx, memberId)
    if (!member) throw signedOut()
    if (!(await spendConfirmation(trx, confirmation))) throw codesOver()
    await requireFree(trx, memberId)
    const { owed: now, payouts } = await owed(trx, memberId)
    if (now !== givenUp)
      throw new ProblemError(
        'conflict',
        now === 0
          ? 'We do not owe you anything any more. Please read once more what is deleted.'
          : `We owe you ${inRupees(now)}. Be paid out first, or say that you give it up.`,
      )
    const keys = await eraseMember(trx, member)
    await parts.jobs.enqueue(trx, 'finish-deletion', { memberId, keys })
    await mailAddress(parts, trx, deletedKind, member.email, deletedEmail(payouts))
  })
}

/** What requests that were under way have left after the deletion goes too, and then the files in the store. */
export async function finishDeletion(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  { memberId, keys }: { memberId: string; keys: string[] },
): Promise<void> {
  const left = await db.transaction().execute(async (trx) => {
    await lockDeletions(trx)
    const member = await memberById(trx, memberId)
    return member?.deactivatedAt ? eraseMember(trx, member) : []
  })
  for (const key of [...keys, ...left]) await storage.delete(key)
}

/** In rupees: what would be given up, and what was asked for and is still paid. */
async function owed(connection: Connection, memberId: string) {
  const { owed, inPayouts } = await owedBesidesPayouts(connection, memberId)
  return { owed: rupeesOf(owed), payouts: rupeesOf(inPayouts) }
}

async function hindrancesOf(connection: Connection, memberId: string): Promise<Hindrance[]> {
  const [refunds, payments] = await Promise.all([
    openRefunds(connection, memberId),
    openPayments(connection, memberId),
  ])
  return [...(refunds > 0 ? ['refund' as const] : []), ...(payments > 0 ? ['payment' as const] : [])]
}

const sentences: Record<Hindrance, string> = {
  refund: 'A refund is still open. You can delete your account when it is decided.',
  payment: 'A payment was begun less than half an hour ago. Finish it, or wait until it is over.',
}

async function requireFree(connection: Connection, memberId: string): Promise<void> {
  const [hindrance] = await hindrancesOf(connection, memberId)
  if (hindrance) throw new ProblemError('conflict', sentences[hindrance])
}
