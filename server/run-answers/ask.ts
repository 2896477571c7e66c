import { mailMember, type MailParts } from '../mail/enqueue.ts'
import type { Parts } from '../parts.ts'
import { runEmail, runKind } from './emails.ts'
import { noteAsked } from './queries.ts'

/** Days from the first download to the question. */
const days = 3
/** Emails asked for in one transaction. */
const batch = 200

/** Asks buyers by mail whether what they downloaded ran, once each: who is asked is noted with the mails, in one transaction. */
export async function askWhetherItRan(
  parts: MailParts & Pick<Parts, 'db'>,
  atOnce: number = batch,
): Promise<void> {
  const { publicUrl } = parts.config
  const askNext = () =>
    parts.db.transaction().execute(async (trx) => {
      const asked = await noteAsked(trx, { days, max: atOnce })
      for (const { orderId, title, ...buyer } of asked)
        await mailMember(parts, trx, runKind, buyer, runEmail({ orderId, title, publicUrl }))
      return asked.length === atOnce
    })
  while (await askNext());
}
