import { alarm } from '../alarm.ts'
import type { Parts } from '../parts.ts'
import { followedBy } from '../payments/followed.ts'
import type { GatewayDispute } from '../payments/gateway.ts'
import type { DisputeParts } from './freeze.ts'
import { type DisputeRow, disputesNamed } from './queries.ts'
import { noteDispute } from './service.ts'

type ReconcileParts = DisputeParts & Pick<Parts, 'db' | 'gateway' | 'formerGateways'>

/**
 * Finds disputes whose webhooks were lost: takes in what the gateways' own lists say beyond what is known, as if their
 * webhooks had come. A gateway that gives no answer is an alarm, and is asked again by the next run.
 */
export async function reconcileDisputes(parts: ReconcileParts): Promise<void> {
  for (const { gateway } of followedBy(parts)) await reconcileAt({ ...parts, gateway })
}

async function reconcileAt(parts: DisputeParts & Pick<Parts, 'db' | 'gateway'>): Promise<void> {
  const listed = await parts.gateway.disputes().catch((error: Error) => {
    alarm('The gateway could not be asked about disputes', { reason: error.message })
    return []
  })
  const ids = listed.map(({ disputeId }) => disputeId)
  const known = await disputesNamed(parts.db, parts.gateway.name, ids)
  for (const dispute of listed) {
    const before = known.get(dispute.disputeId)
    const said = before ? { ...dispute, status: statusBeside(before, dispute) } : dispute
    if (before && !saysMore(said, before)) continue
    await parts.db.transaction().execute((trx) => noteDispute(parts, trx, said))
  }
}

/** The list calls open also what an answer is asked for to; under review it was before, so it is asked for again. */
const statusBeside = (known: DisputeRow, { status }: GatewayDispute): GatewayDispute['status'] =>
  status === 'open' && ['action_required', 'under_review'].includes(known.status) ? 'action_required' : status

const saysMore = (said: GatewayDispute, known: DisputeRow): boolean =>
  said.status !== known.status ||
  said.phase !== known.phase ||
  said.amountPaise !== known.amountPaise ||
  seconds(known.respondBy) !== said.respondBy

const seconds = (time: Date | null) => (time ? Math.floor(time.getTime() / 1000) : undefined)
