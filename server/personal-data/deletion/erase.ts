import { eraseAccount, type Member } from '../../accounts/service.ts'
import { clearSender } from '../../contacts/service.ts'
import type { Connection } from '../../database/connection.ts'
import { deleteWaiversOf } from '../../findings/service.ts'
import { deleteFollowsOf } from '../../follows/service.ts'
import { removeName } from '../../licences/service.ts'
import { endCouponsOf, eraseAddresses, orderedAmong } from '../../orders/service.ts'
import { eraseEndedDestinations } from '../../payouts/service.ts'
import { deleteProjects, lockProjectsOf, retireProjects } from '../../projects/service.ts'
import { deleteQuestionsOf } from '../../questions/service.ts'
import { emptyTextsOf } from '../../refund-requests/service.ts'
import { deleteDownloadsOf, eraseFiles } from '../../releases/service.ts'
import { deleteReplies, deleteReportsOf } from '../../reviews/service.ts'
import { emptyAnswersOf } from '../../run-answers/service.ts'
import { deleteSamplesOf } from '../../samples/service.ts'
import { clearTicketsOf } from '../../tickets/service.ts'
import { deleteWishlistOf } from '../../wishlist/service.ts'
import { deleteTaxIds } from '../../withholding/service.ts'
import { deleteExport } from '../export/queries.ts'

/**
 * Erases all that we know of a locked member, in the caller's transaction. What stays: orders, payments and the ledger,
 * invoices as they were issued (section 36 of the CGST Act has a seller keep them for six years after the annual return),
 * for 180 days after a purchase what its buyer was promised, reviews as a former member's, where a payout that is not paid
 * yet goes, and of projects that somebody ordered the title and the files, for the buyers. Done again it does no harm.
 * Answers the keys of what is then to be deleted in the store.
 */
export async function eraseMember(trx: Connection, member: Member): Promise<string[]> {
  const { id, email } = member
  const all = await lockProjectsOf(trx, id)
  const ordered = await orderedAmong(trx, all)
  const unordered = all.filter((projectId) => !ordered.has(projectId))
  await endCouponsOf(trx, id)
  await deleteTaxIds(trx, id)
  await retireProjects(trx, all)
  if (all.length > 0) await deleteWaiversOf(trx, all)
  if (all.length > 0) await deleteReplies(trx, all)
  await deleteSamplesOf(trx, all)
  const files = await eraseFiles(trx, { all, unordered })
  await deleteProjects(trx, unordered)
  await deleteQuestionsOf(trx, id, all)
  await deleteDownloadsOf(trx, id)
  await deleteFollowsOf(trx, id)
  await deleteWishlistOf(trx, id)
  await clearSender(trx, email)
  await emptyTextsOf(trx, id)
  await eraseAddresses(trx, id)
  await eraseEndedDestinations(trx, id)
  await removeName(trx, id)
  await emptyAnswersOf(trx, id)
  await deleteReportsOf(trx, id)
  await clearTicketsOf(trx, id, all)
  const zips = await deleteExport(trx, id)
  const pictures = await eraseAccount(trx, member)
  return [...files, ...zips, ...pictures]
}
