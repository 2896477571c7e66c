import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type OptionalKind } from '../../platform/mail/send.ts'
import { buyersBefore } from './queries.ts'
import { insertNotice, recordMailed, lockOpenNotice } from './queries.ts'

/** The number of emails that are queued in one transaction. */
const batchSize = 200

/**
 * Mails a newly approved release to everybody who owns an earlier one or has a seat of it. Each batch is queued in one transaction with its
 * progress, so each buyer is mailed once, however often this is killed or repeated.
 */
export async function mailNewRelease(
  dependencies: Dependencies,
  releaseId: string,
  atOnce: number = batchSize,
): Promise<void> {
  await insertNotice(dependencies.db, releaseId)
  const mailNext = () =>
    dependencies.db.transaction().execute((trx) => mailBatch(dependencies, trx, releaseId, atOnce))
  while (await mailNext());
}

/** Mails the next batch of buyers; returns false when none are left. */
async function mailBatch(
  dependencies: Dependencies,
  trx: Connection,
  releaseId: string,
  atOnce: number,
): Promise<boolean> {
  const notice = await lockOpenNotice(trx, releaseId)
  if (!notice) return false
  const { projectId, number, mailedTo, status } = notice
  const after = mailedTo ?? undefined
  // A release that was withdrawn meanwhile can still be downloaded, but is not announced.
  const buyers =
    status === 'approved' ? await buyersBefore(trx, { projectId, number, after, max: atOnce }) : []
  const { publicUrl } = dependencies.config
  for (const { orderId, seatId, id } of buyers)
    await mailMember(
      dependencies,
      trx,
      seatId ? seatReleaseKind : releaseKind,
      id,
      releaseEmail({ ...notice, orderId, seatId, publicUrl }),
    )
  const isDone = buyers.length < atOnce
  await recordMailed(trx, releaseId, { to: buyers.at(-1)?.id ?? mailedTo, isDone })
  return !isDone
}

const releaseKind: OptionalKind = {
  name: 'new-release',
  why: 'you bought this project',
  preference: 'notifications',
}

const seatReleaseKind: OptionalKind = { ...releaseKind, why: 'you have a seat of this project' }

interface Released {
  title: string
  number: number
  notes: string | null
  orderId: string
  /** The seat of who is told; null for the buyer. */
  seatId: string | null
  publicUrl: string
}

/** Tells a buyer of a project about a release that they may download. */
const releaseEmail = ({ title, number, notes, orderId, seatId, publicUrl }: Released): EmailContent => ({
  subject: `Release ${number} of ${title} is out`,
  paragraphs: [
    `“${title}” has a new release. Our staff have verified it, and it comes with your ${seatId ? 'seat' : 'order'} at no further cost.`,
    ...(notes ? ['What the owner says about it:', `“${notes}”`] : []),
    ...(seatId ? [] : ['The page of your order shows which files changed.']),
  ],
  button: {
    label: `Get Release ${number}`,
    url: publicUrl + (seatId ? `/seats/${seatId}` : `/orders/${orderId}`),
  },
})
