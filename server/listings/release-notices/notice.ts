import type { Connection } from '../../database/connection.ts'
import { mailMember, type MailParts } from '../../mail/enqueue.ts'
import { buyersBefore } from '../../orders/service.ts'
import type { Parts } from '../../parts.ts'
import { releaseEmail, releaseKind } from './email.ts'
import { insertNotice, noteMailed, openNotice } from './queries.ts'

/** Emails asked for in one transaction. */
const batch = 200

/** Asks for mails to those who bought an earlier release, in the transaction that approves this one. */
export async function noticeRelease(
  { jobs }: Pick<MailParts, 'jobs'>,
  trx: Connection,
  releaseId: string,
): Promise<void> {
  await insertNotice(trx, releaseId)
  await jobs.enqueue(trx, 'mail-new-release', { releaseId })
}

/**
 * Mails a newly approved release to everybody who owns an earlier one. Each batch and how far it got are one transaction,
 * so each buyer is mailed once, however often this is killed or done again.
 */
export async function mailNewRelease(
  parts: MailParts & Pick<Parts, 'db'>,
  releaseId: string,
  atOnce: number = batch,
): Promise<void> {
  const mailNext = () => parts.db.transaction().execute((trx) => mailSome(parts, trx, releaseId, atOnce))
  while (await mailNext());
}

/** Mails the next buyers; false when none is left. */
async function mailSome(
  parts: MailParts,
  trx: Connection,
  releaseId: string,
  atOnce: number,
): Promise<boolean> {
  const notice = await openNotice(trx, releaseId)
  if (!notice) return false
  const { projectId, number, mailedTo, status } = notice
  const after = mailedTo ?? undefined
  // What was withdrawn meanwhile can still be downloaded, but nobody is called to it.
  const buyers =
    status === 'approved' ? await buyersBefore(trx, { projectId, number, after, max: atOnce }) : []
  const { publicUrl } = parts.config
  for (const { orderId, ...buyer } of buyers)
    await mailMember(parts, trx, releaseKind, buyer, releaseEmail({ ...notice, orderId, publicUrl }))
  const isDone = buyers.length < atOnce
  await noteMailed(trx, releaseId, { to: buyers.at(-1)?.id ?? mailedTo, isDone })
  return !isDone
}
