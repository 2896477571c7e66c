import type { HeldText } from '#contract/content/held.ts'
import { requestNumber } from '#contract/content/request-numbers.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { decideHeldText, toHeldText } from '../../projects/held-texts.ts'
import { orderById } from '../queries.ts'
import { mailRefused } from './emails.ts'
import { heldMessages, lockMessage, updateMessage, updateRequest } from './queries.ts'
import { pass } from './write.ts'

/** The messages that wait for staff, the longest waiting first, at most `max`. */
export const heldHelp = async (connection: Connection, max: number): Promise<HeldText[]> =>
  (await heldMessages(connection, max)).map((row) =>
    toHeldText(row, { kind: 'help', text: row.text, about: requestNumber('HP', row.number) }),
  )

/**
 * Passes a message that waits for staff on to the other side, or refuses it for a reason that is mailed to who wrote it,
 * in the caller's transaction. Throws not_found, and conflict when it does not wait.
 */
export async function decideHeldHelp(
  dependencies: Dependencies,
  trx: Connection,
  staff: StaffCaller,
  id: string,
  reason: string | null,
): Promise<void> {
  const found = await lockMessage(trx, id)
  if (!found) throw new ProblemError('not_found', 'Message not found')
  const { request, message } = found
  const order = (await orderById(trx, request.orderId))!
  const writer = message.writer as 'buyer' | 'owner'
  return decideHeldText(trx, staff, {
    about: `order ${request.orderId}`,
    kind: 'help',
    isHeld: message.heldAt !== null,
    reason,
    save: async () => {
      await updateMessage(trx, id, { heldAt: null, refusedReason: reason })
      if (reason !== null && writer === 'buyer' && !request.closedAt && !request.waitingSince)
        // Nothing waits for an answer then; it closes by itself unless the buyer writes again.
        await updateRequest(trx, request.id, { status: 'answered', lastAnswerAt: new Date() })
    },
    tell: () =>
      reason === null
        ? pass(dependencies, trx, order, request, writer)
        : mailRefused(dependencies, trx, order, { writer, reason }),
  })
}
