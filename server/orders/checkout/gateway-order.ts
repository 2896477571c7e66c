import { setTimeout as pause } from 'node:timers/promises'

import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../../dependencies.ts'
import { logAlert } from '../../platform/metrics.ts'
import { needsGatewayOrder, claimGatewayOrder, saveGatewayOrder, releaseClaim, titlesOf } from './queries.ts'

/**
 * Longer than the timeout of any call to a gateway; a process that dies during its call blocks the payment this long at
 * most.
 */
const claimSeconds = 12
/** The longest time in ms that a caller waits for another one's call; shorter than the timeout of a browser. */
const maxWait = 9000

/**
 * Creates a payment's order at the gateway, if it needs one and has none. Of several callers at once one calls the
 * gateway, outside any transaction; the others wait for its answer. Throws unavailable when the gateway does not
 * answer.
 */
export async function createGatewayOrder(dependencies: Dependencies, paymentId: string) {
  const deadline = Date.now() + maxWait
  while (await needsGatewayOrder(dependencies.db, paymentId)) {
    if (await createUnlessClaimed(dependencies, paymentId)) return
    if (Date.now() > deadline) throw noAnswer()
    await pause(50)
  }
}

async function createUnlessClaimed({ db, gateway }: Dependencies, paymentId: string): Promise<boolean> {
  const claim = await db.transaction().execute((trx) => claimGatewayOrder(trx, paymentId, claimSeconds))
  if (!claim) return false
  const description = describe(await titlesOf(db, paymentId))
  const order = {
    amountPaise: claim.amountPaise,
    receipt: paymentId,
    description,
    again: claim.gatewayClaimedUntil !== null,
  }
  try {
    const { gatewayOrderId } = await gateway.createOrder(order)
    await saveGatewayOrder(db, paymentId, {
      gateway: gateway.name,
      gatewayKey: gateway.keyId,
      gatewayOrderId,
    })
    return true
  } catch (error) {
    await releaseClaim(db, paymentId)
    logAlert('The gateway did not take an order', { payment: paymentId, reason: (error as Error).message })
    throw noAnswer()
  }
}

const noAnswer = () =>
  new ProblemError(
    'unavailable',
    'The payment service did not answer. Nothing was charged; please try again.',
  )

const describe = (titles: string[]) =>
  titles.length === 1 ? titles[0]! : `${titles[0]} and ${titles.length - 1} more`
