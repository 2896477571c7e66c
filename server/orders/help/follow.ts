import type { Dependencies } from '../../dependencies.ts'
import { lockSales } from '../lock-sales.ts'
import { orderById } from '../queries.ts'
import { mailClosed, mailReminder } from './emails.ts'
import { closeEnded, deleteOld, ordersToRaise, raiseRefundDays, recordReminded } from './follow-queries.ts'
import { keysOf, sweepHelpPictures } from './pictures.ts'
import { isBeingHelped } from './queries.ts'

/** The number of rows that are changed in one transaction. */
const batchSize = 200

/**
 * Does what time asks of help requests: keeps the time open in which the money can be asked back, closes those whose
 * time is over, reminds owners who are late, and deletes what was closed long ago.
 */
export async function followHelp(dependencies: Dependencies): Promise<void> {
  await raiseAll(dependencies)
  await repeat(() => closeNext(dependencies))
  await repeat(() => remindNext(dependencies))
  await repeat(() => deleteNext(dependencies))
  await sweepHelpPictures(dependencies)
}

/** Repeats work until it says that nothing is left. */
async function repeat(work: () => Promise<boolean>) {
  while (await work());
}

/** Raises the refund days of all orders that need it, each in a transaction of its own. */
async function raiseAll({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  for (;;) {
    const orders = await ordersToRaise(db, batchSize)
    for (const order of orders)
      await db.transaction().execute(async (trx) => {
        await lockSales(trx, order.memberId, [order])
        if (await isBeingHelped(trx, order.id)) await raiseRefundDays(trx, order.id)
      })
    if (orders.length < batchSize) return
  }
}

const closeNext = (dependencies: Dependencies) =>
  dependencies.db.transaction().execute(async (trx) => {
    const closed = await closeEnded(trx, batchSize)
    for (const { orderId, endedBy, number, endsAt } of closed) {
      if (endedBy !== 'answered') continue
      await mailClosed(dependencies, trx, (await orderById(trx, orderId))!, { number, endsAt })
    }
    return closed.length === batchSize
  })

const remindNext = (dependencies: Dependencies) =>
  dependencies.db.transaction().execute(async (trx) => {
    const owners = await recordReminded(trx, batchSize)
    for (const owner of owners) await mailReminder(dependencies, trx, owner)
    return owners.length === batchSize
  })

async function deleteNext({ db, storage }: Dependencies) {
  const { deleted, pictures } = await db.transaction().execute((trx) => deleteOld(trx, batchSize))
  // What cannot be deleted now is swept later.
  await Promise.allSettled(keysOf(pictures).map((key) => storage.delete(key)))
  return deleted === batchSize
}
