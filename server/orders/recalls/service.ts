import { rupeesOf } from '#contract/kit/amounts.ts'
import type { Received, ReplyFields } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { RecallableRelease, RecallAction, recalls } from '#contract/orders/recalls.ts'

import { isPublished } from '../../catalogue/publish-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { mailMember } from '../../platform/mail/send.ts'
import { anyEdited, anyProject, projectNotFound } from '../../projects/access.ts'
import { stateRecall } from '../../projects/log/statements.ts'
import { unavailableListing } from '../../projects/lookup-queries.ts'
import { recallRelease } from '../../projects/releases/service.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { mayActAlone, requirePeople } from '../../staff/second-person.ts'
import { staffName } from '../../staff/service.ts'
import { finalSales } from '../returns/final-sale-queries.ts'
import { ownersRecallEmail, ownersRecallKind } from './notify.ts'
import {
  deleteWaiting,
  insertRecall,
  insertWaiting,
  lockRecallOf,
  payersOf,
  recallableReleases,
  type RecallableRow,
  recallOfNewest,
  type RecallOfNewest,
  updateRecall,
} from './queries.ts'

/**
 * The releases of a project that were ever approved, newest first, with the progress of their recalls; also of a
 * deleted project, because its buyers keep their releases. Throws not_found.
 */
export async function releasesWithRecalls(
  connection: Connection,
  staff: StaffCaller,
  projectId: string,
): Promise<ReplyFields<typeof recalls.list>> {
  const { title } = await anyProject(connection, projectId, { includeDeleted: true })
  const needsSecondPerson = !(await mayActAlone(connection, staff, 'refundFinalSale'))
  const releases: RecallableRelease[] = []
  for (const row of await recallableReleases(connection, projectId)) {
    const final = row.refunds ? undefined : await finalSales(connection, await payersOf(connection, row.id))
    const by = row.refundsBy && (await staffName(connection, row.refundsBy))
    const mayConfirm = row.refundsBy !== staff.id || !needsSecondPerson
    releases.push(toRecallable(row, { finalSales: final?.size ?? 0, by: by ?? '', mayConfirm }))
  }
  return { title, releases, needsSecondPerson }
}

/**
 * The public notice of why a listing left the marketplace, or is off sale while a change of it waits. Throws not_found
 * for a project that is listed or was never approved, and for one that staff took off.
 */
export async function recallNotice(
  connection: Connection,
  projectId: string,
): Promise<ReplyFields<typeof recalls.notice>> {
  if (await isPublished(connection, projectId)) throw projectNotFound()
  const recalled = await recallOfNewest(connection, projectId)
  if (recalled) return toNotice(recalled)
  const offSale = await unavailableListing(connection, projectId)
  if (!offSale) throw projectNotFound()
  return { ...offSale, recall: null }
}

/**
 * Recalls a release for good. After this returns, no download of it begins any more; a job notifies its buyers, and
 * refunds those who paid when `refund` is set; final sales when another member of staff confirms it. Throws conflict
 * for a release that was never approved, or was recalled before.
 */
export async function recall(
  dependencies: Dependencies,
  staff: StaffCaller,
  { id: projectId, number }: { id: string; number: number },
  { reason, instructions, refund }: Received<typeof recalls.recall>['body'],
): Promise<void> {
  const archive = await dependencies.db.transaction().execute(async (trx) => {
    const project = await anyEdited(trx, projectId, { lock: true, includeDeleted: true })
    // Of the record, which is what its buyers know.
    const { title } = await anyProject(trx, projectId, { includeDeleted: true })
    const recalled = await recallRelease(trx, project, { number, reason })
    await insertRecall(trx, { releaseId: recalled.id, title, instructions, refunds: false })
    const { isAlone, ...figures } = refund ? await decideRefunds(trx, staff, recalled.id) : noRefunds
    await recordAudit(trx, {
      staff,
      action: 'recall release',
      about: `release ${recalled.id}`,
      name: `${title}, release ${number}`,
      before: { status: 'approved' },
      after: { status: 'recalled', reason, instructions, refunds: refund, ...(refund && figures) },
      isAlone,
    })
    await stateRecall(dependencies, trx, recalled.id)
    const { publicUrl } = dependencies.config
    const content = ownersRecallEmail({ ...project, title, projectId, number, reason, ...figures, publicUrl })
    await mailMember(dependencies, trx, ownersRecallKind, project.ownerId, content)
    await dependencies.jobs.enqueue(trx, 'follow-recalls', {})
    if (recalled.instead)
      await dependencies.jobs.enqueue(trx, 'index-release', { releaseId: recalled.instead })
    return recalled.archive
  })
  // With an object store, deleting the archive ends the links to it that were issued before. It is built again for staff.
  const link = await dependencies.storage.link(archive, {
    disposition: '',
    type: 'application/zip',
    seconds: 1,
  })
  if (link) await dependencies.storage.delete(archive).catch(() => {})
}

/**
 * Has a job refund the payers of a release that was recalled without refunds, or confirms the refunds of final sales
 * that another member of staff decided. Throws not_found; conflict when it is not recalled or nothing of this is left
 * to decide; not_allowed for whoever decided it.
 */
export const refundRecalled = (
  dependencies: Dependencies,
  staff: StaffCaller,
  { id: projectId, number }: { id: string; number: number },
): Promise<void> =>
  dependencies.db.transaction().execute(async (trx) => {
    const { title } = await anyProject(trx, projectId, { includeDeleted: true })
    const recalled = await lockRecallOf(trx, projectId, number)
    if (!recalled) throw new ProblemError('conflict', `Release ${number} is not recalled.`)
    const { releaseId, refunds } = recalled
    const { isAlone, ...figures } = refunds
      ? await confirmRefunds(trx, staff, recalled)
      : await decideRefunds(trx, staff, releaseId)
    await recordAudit(trx, {
      staff,
      action: refunds ? 'confirm refunds of recall' : 'refund recalled release',
      about: `release ${releaseId}`,
      name: `${title}, release ${number}`,
      before: { refunds },
      after: { refunds: true, ...figures },
      isAlone,
    })
    await dependencies.jobs.enqueue(trx, 'follow-recalls', {})
  })

/**
 * Takes back the decision to refund final sales of a recalled release that waits for a second member of staff; who was
 * refunded keeps the money. Throws not_found, and conflict when nothing waits.
 */
export const withdrawRefunds = (
  { db }: Dependencies,
  staff: StaffCaller,
  { id: projectId, number }: { id: string; number: number },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { title } = await anyProject(trx, projectId, { includeDeleted: true })
    const recalled = await lockRecallOf(trx, projectId, number)
    const waiting = recalled ? await deleteWaiting(trx, recalled.releaseId) : 0
    if (!recalled || waiting === 0) throw new ProblemError('conflict', nothingWaits(number))
    await updateRecall(trx, recalled.releaseId, { refunds: false, refundsBy: null })
    await recordAudit(trx, {
      staff,
      action: 'withdraw refunds of recall',
      about: `release ${recalled.releaseId}`,
      name: `${title}, release ${number}`,
      before: { refunds: true, waiting },
      after: { refunds: false },
    })
  })

/**
 * What a decision about the refunds of a recall does: to how many payers at once, and to how many when another member
 * of staff confirms it.
 */
interface RefundDecision {
  refunded: number
  waiting: number
  isAlone: boolean
}
const noRefunds: RefundDecision = { refunded: 0, waiting: 0, isAlone: false }

/** Decides that those who paid for a recalled release get their money back. */
async function decideRefunds(
  trx: Connection,
  staff: StaffCaller,
  releaseId: string,
): Promise<RefundDecision> {
  const payers = await payersOf(trx, releaseId)
  const final = await finalSales(trx, payers)
  const isEnough = await mayActAlone(trx, staff, 'refundFinalSale')
  await updateRecall(trx, releaseId, {
    refunds: true,
    refundsBy: staff.id,
    refundsConfirmedBy: isEnough ? staff.id : null,
  })
  if (isEnough) return { refunded: payers.length, waiting: 0, isAlone: final.size > 0 }
  await insertWaiting(trx, releaseId, [...final])
  return { refunded: payers.length - final.size, waiting: final.size, isAlone: false }
}

/** Confirms the refunds of final sales. Throws conflict when none wait, not_allowed for whoever decided them. */
async function confirmRefunds(
  trx: Connection,
  staff: StaffCaller,
  { releaseId, refundsBy: firstId }: { releaseId: string; refundsBy: string | null },
): Promise<RefundDecision> {
  const refusal = 'You decided these refunds. Another member of staff confirms them.'
  const waiting = await deleteWaiting(trx, releaseId)
  if (waiting === 0) throw new ProblemError('conflict', 'Its buyers get their money back already.')
  const mark = await requirePeople(trx, staff, 'refundFinalSale', { firstId, refusal })
  await updateRecall(trx, releaseId, { refundsConfirmedBy: staff.id })
  return { refunded: waiting, waiting: 0, ...mark }
}

const nothingWaits = (number: number) => `No refund of release ${number} waits for a second member of staff.`

/** A release with its recall as staff see it. */
const toRecallable = (
  row: RecallableRow,
  known: { finalSales: number; by: string; mayConfirm: boolean },
): RecallableRelease => ({
  number: row.number,
  approvedAt: row.approvedAt!.toISOString(),
  buyers: row.buyers,
  paid: row.paid,
  finalSales: known.finalSales,
  recall:
    row.recalledAt && row.recallReason !== null
      ? {
          recalledAt: row.recalledAt.toISOString(),
          reason: row.recallReason,
          instructions: row.instructions ?? '',
          refunds: row.refunds ?? false,
          notified: row.notified,
          refunded: row.refunded,
          waiting: row.waiting,
          unconfirmed:
            row.unconfirmed > 0
              ? { refunds: row.unconfirmed, amount: rupeesOf(row.unconfirmedPaise), by: known.by }
              : null,
          allowed: actionsOn(row, known),
        }
      : null,
})

/** The actions that a member of staff may take on the refunds of a recalled release now. */
const actionsOn = (
  { refunds, paid, unconfirmed }: RecallableRow,
  { mayConfirm }: { mayConfirm: boolean },
): RecallAction[] => {
  if (!refunds) return paid > 0 ? ['refund'] : []
  if (unconfirmed === 0) return []
  return mayConfirm ? ['confirm', 'withdraw'] : ['withdraw']
}

/** A recall as the public sees it. */
const toNotice = ({
  title,
  category,
  number,
  recalledAt,
  recallReason,
}: RecallOfNewest): ReplyFields<typeof recalls.notice> => ({
  title,
  category,
  recall: { release: number, recalledAt: recalledAt!.toISOString(), reason: recallReason ?? '' },
})
