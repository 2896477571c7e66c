import type { MemberDetail } from '#contract/members/staff-members.ts'

import {
  changeAgentStatus,
  deactivateAccount,
  lockForStaff,
  reactivateAccount,
} from '../../accounts/status.ts'
import type { Dependencies } from '../../dependencies.ts'
import { lockBuyer } from '../../orders/lookup-queries.ts'
import { cancelOpenPayments } from '../../orders/service.ts'
import type { Connection, Database } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailAddress, type NecessaryKind } from '../../platform/mail/send.ts'
import { lockProjectsOf } from '../../projects/lookup-queries.ts'
import { republish, takeOffSale } from '../../projects/save.ts'
import { recordAudit, recordLook } from '../../staff/audit/service.ts'
import { memberForStaff } from './read.ts'

/** One member with what staff need to know of them, which is recorded in the audit log. Throws not_found. */
export async function openMember(
  connection: Connection,
  staff: StaffCaller,
  id: string,
): Promise<MemberDetail> {
  const member = await memberForStaff(connection, id)
  await recordLook(connection, { staff, action: 'open member', about: `member ${id}` })
  return member
}

/** Makes a member an agent, or an ordinary member again. Throws not_found, and conflict for a deleted account. */
export const changeAgent = (
  db: Database,
  staff: StaffCaller,
  id: string,
  isAgent: boolean,
): Promise<MemberDetail> =>
  db.transaction().execute(async (trx) => {
    const member = await lockForStaff(trx, id)
    if (member.isAgent !== isAgent) {
      await changeAgentStatus(trx, member, isAgent)
      await recordAudit(trx, {
        staff,
        action: isAgent ? 'make agent' : 'end agent',
        about: `member ${id}`,
        before: { isAgent: member.isAgent },
        after: { isAgent },
      })
    }
    return memberForStaff(trx, id)
  })

/**
 * Deactivates a member: from the commit on none of their sessions works, nobody can sign in as them, and none of their
 * projects is listed or sold. Completed purchases stand; their open payments and those for their projects are
 * cancelled, and money that still comes for them goes back. Their projects keep isActive and verificationStatus.
 * Repeating it changes nothing. Throws not_found, and conflict for a deleted account.
 */
export const deactivateMember = (
  dependencies: Dependencies,
  staff: StaffCaller,
  id: string,
  reason: string,
): Promise<MemberDetail> =>
  dependencies.db.transaction().execute(async (trx) => {
    const { member, projects } = await lockWithProjects(trx, id)
    if (!member.deactivatedAt) {
      await deactivateAccount(trx, member, reason)
      await cancelOpenPayments(trx, id)
      await republish(trx, projects)
      await takeOffSale(trx, projects)
      await recordAudit(trx, {
        staff,
        action: 'deactivate member',
        about: `member ${id}`,
        before: { standing: 'active' },
        after: { standing: 'deactivated', reason },
      })
      const { publicUrl } = dependencies.config
      await mailAddress(dependencies, trx, standingKind, member.email, deactivatedEmail(reason, publicUrl))
    }
    return memberForStaff(trx, id)
  })

/**
 * Reactivates a member; their projects are listed again as isActive and verificationStatus say. Throws as
 * deactivateMember does.
 */
export const reactivateMember = (
  dependencies: Dependencies,
  staff: StaffCaller,
  id: string,
): Promise<MemberDetail> =>
  dependencies.db.transaction().execute(async (trx) => {
    const { member, projects } = await lockWithProjects(trx, id)
    if (member.deactivatedAt) {
      await reactivateAccount(trx, member)
      await republish(trx, projects)
      await recordAudit(trx, {
        staff,
        action: 'reactivate member',
        about: `member ${id}`,
        before: { standing: 'deactivated', reason: member.deactivationReason },
        after: { standing: 'active' },
      })
      await mailAddress(
        dependencies,
        trx,
        standingKind,
        member.email,
        reactivatedEmail(dependencies.config.publicUrl),
      )
    }
    return memberForStaff(trx, id)
  })

/** Locks a member and all their projects, in the order of locks (docs/ARCHITECTURE.md), and returns them. */
async function lockWithProjects(trx: Connection, id: string) {
  await lockBuyer(trx, id)
  await lockProjectsOf(trx, id)
  const member = await lockForStaff(trx, id)
  // Again, because a project may have been created before the member's row was locked.
  return { member, projects: await lockProjectsOf(trx, id) }
}

const standingKind: NecessaryKind = {
  name: 'account standing',
  why: 'you have an account at Readymade',
}

/** The email that tells a member why they cannot sign in any more, and whom to ask. */
const deactivatedEmail = (reason: string, publicUrl: string): EmailContent => ({
  subject: 'Your Readymade account was deactivated',
  paragraphs: [
    'Our staff have deactivated your account. You are signed out everywhere, and your projects are not listed.',
    `The reason: ${reason}`,
    'What others bought from you stays theirs. If you think that this is a mistake, write to us.',
  ],
  button: { label: 'Write to Us', url: `${publicUrl}/contact` },
})

const reactivatedEmail = (publicUrl: string): EmailContent => ({
  subject: 'Your Readymade account works again',
  paragraphs: ['You can sign in again. Your projects are listed as they were before.'],
  button: { label: 'Sign In', url: `${publicUrl}/signin` },
})
