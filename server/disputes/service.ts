import { v7 as uuid } from 'uuid'

import { alarm } from '../alarm.ts'
import type { Connection } from '../database/connection.ts'
import type { Parts } from '../parts.ts'
import type { GatewayDispute } from '../payments/gateway.ts'
import { type DisputeParts, follow, hasEnded } from './freeze.ts'
import {
  changeDispute,
  type DisputeRow,
  insertDispute,
  lockDispute,
  othersAbout,
  unsettled,
} from './queries.ts'

export { countOpenDisputes } from './queries.ts'

type NoteParts = DisputeParts & { gateway: { name: Parts['gateway']['name'] } }

/**
 * Takes in what a gateway said of a dispute, in any order and any number of times, in the caller's transaction: an end is
 * final, and of what is said before it the newest counts. What follows from it for money and orders follows at once.
 */
export async function noteDispute(parts: NoteParts, trx: Connection, said: GatewayDispute): Promise<void> {
  const gateway = parts.gateway.name
  const row = rowOf(said)
  const isNew = await insertDispute(trx, { id: uuid(), gateway, gatewayDisputeId: said.disputeId, ...row })
  if (isNew) alarm('A payment is disputed', { dispute: said })
  const known = await lockDispute(trx, gateway, said.disputeId)
  if (hasEnded(known) && hasEnded(row) && known.status !== row.status)
    alarm('A dispute that had ended is said to have ended otherwise', { dispute: known.id, said })
  const dispute = isNewer(row, known) ? await changeDispute(trx, known.id, row) : known
  await followAll(parts, trx, dispute)
}

/** Looks again at every dispute of which something is still to follow: its payment may have come to be known. */
export async function followDisputes(parts: DisputeParts & Pick<Parts, 'db'>): Promise<void> {
  for (const { gateway, gatewayDisputeId } of await unsettled(parts.db, 500)) {
    await parts.db.transaction().execute(async (trx) => {
      await followAll(parts, trx, await lockDispute(trx, gateway, gatewayDisputeId))
    })
  }
}

/** What one dispute has let go another one about the same payment still freezes. */
async function followAll(parts: DisputeParts, trx: Connection, dispute: DisputeRow): Promise<void> {
  await follow(parts, trx, dispute)
  if (!hasEnded(dispute)) return
  for (const { gatewayDisputeId } of await othersAbout(trx, dispute))
    await follow(parts, trx, await lockDispute(trx, dispute.gateway, gatewayDisputeId))
}

const rowOf = (said: GatewayDispute) => ({
  gatewayPaymentId: said.paymentId,
  amountPaise: said.amountPaise,
  deductedPaise: said.status === 'lost' || said.status === 'closed' ? said.deductedPaise : 0,
  reason: said.reason,
  phase: said.phase,
  status: said.status,
  respondBy: said.respondBy === undefined ? null : at(said.respondBy),
  openedAt: at(said.openedAt),
  saidAt: at(said.saidAt),
})

function isNewer(said: ReturnType<typeof rowOf>, known: DisputeRow): boolean {
  if (hasEnded(known)) return false
  if (hasEnded(said)) return true
  const later = said.saidAt.getTime() - known.saidAt.getTime()
  return later > 0 || (later === 0 && ranks.indexOf(said.status) > ranks.indexOf(known.status))
}

/** Two that were said in one second happened in this order. */
const ranks: string[] = ['open', 'under_review', 'action_required']

const at = (seconds: number) => new Date(seconds * 1000)
