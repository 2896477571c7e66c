import { randomBytes } from 'node:crypto'

import type { Selectable } from 'kysely'

import type { Database, DB } from '../database/connection.ts'
import type { GatewayRefund, MoneyBack } from './gateway.ts'
import { keepSandboxRefund, sandboxOrderPaidWith, sandboxRefunded, sandboxRefundWith } from './queries.ts'

/** Returns money at once and only once for a key, never more than was paid; says whether it was done now. */
export const refundInSandbox = (
  db: Database,
  { paymentId, amountPaise, key }: MoneyBack,
): Promise<{ refund: GatewayRefund; isNew: boolean }> =>
  db.transaction().execute(async (trx) => {
    const order = await sandboxOrderPaidWith(trx, paymentId)
    if (!order) throw new Error('The sandbox knows no such payment')
    const made = await sandboxRefundWith(trx, key)
    if (made) return { refund: refundFrom(made), isNew: false }
    if ((await sandboxRefunded(trx, paymentId)) + amountPaise > order.amountPaise)
      throw new Error('The sandbox returns no more than was paid')
    const id = `rfnd_${randomBytes(9).toString('hex')}`
    const refund = await keepSandboxRefund(trx, { id, paymentId, amountPaise, idempotencyKey: key })
    return { refund: refundFrom(refund), isNew: true }
  })

export const findInSandbox = async (db: Database, key: string): Promise<GatewayRefund | undefined> => {
  const made = await sandboxRefundWith(db, key)
  return made && refundFrom(made)
}

const refundFrom = ({
  id,
  paymentId,
  amountPaise,
  idempotencyKey,
}: Selectable<DB['sandboxRefunds']>): GatewayRefund => ({
  refundId: id,
  paymentId,
  amountPaise,
  key: idempotencyKey,
  status: 'processed',
})
