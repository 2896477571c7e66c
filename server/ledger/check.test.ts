import { execFile } from 'node:child_process'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aBuyer, aListing, checkoutBy, source } from '../../test/orders.ts'
import { lastLedgerCheck } from './service.ts'
import { workLedger } from './worker.ts'

const app = await startApp()
await workLedger(app.parts)
const [seller, buyer] = [await aBuyer(app), await aBuyer(app)]
const { orders } = await checkoutBy(buyer, source(await aListing(app.db, seller.id, 0)))
const orderId = orders[0]!.id

/** Takes the order's sale out of the ledger or puts it back, past the triggers that forbid it. */
const plant = (statement: ReturnType<typeof sql>) =>
  app.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await statement.execute(trx)
  })
const takeOut = () =>
  plant(sql`update ledger_transactions set kind = 'repayment' where order_id = ${orderId}`)
afterEach(() => plant(sql`update ledger_transactions set kind = 'sale' where order_id = ${orderId}`))

const command = () =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'check.ts')],
      { env: { PATH: process.env.PATH, DATABASE_URL: app.url } },
      (_error, said, complaint) => resolve({ code: child.exitCode!, said: (said + complaint).trim() }),
    )
  })

test('the command says that a ledger is in order, or what is wrong with it, and fails then', async () => {
  expect(await command()).toEqual({ code: 0, said: 'The ledger is in order.' })
  await takeOut()
  expect(await command()).toEqual({ code: 1, said: `unposted: order ${orderId}` })
})

test('the job raises an alarm when something is wrong, and only then', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const check = async () => {
    await app.jobs.enqueue(app.db, 'check-ledger', {})
    await app.jobs.run()
    return write.mock.calls.splice(0).map(([line]) => JSON.parse(String(line)))
  }
  const metric = async () =>
    /readymade_ledger_faults\{kind="unposted"\} (\d+)/.exec((await app.app.inject('/metrics')).body)?.[1]
  try {
    expect(await check()).toEqual([])
    expect(await metric()).toBe('0')
    await takeOut()
    expect(await check()).toMatchObject([
      { alarm: 'The ledger is not in order', unposted: [`order ${orderId}`] },
    ])
    expect(await metric()).toBe('1')
  } finally {
    write.mockRestore()
  }
})

test('what the newest check found is kept for staff, also when it was nothing', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const check = async () => {
    await app.jobs.enqueue(app.db, 'check-ledger', {})
    await app.jobs.run()
    return lastLedgerCheck(app.db)
  }
  try {
    const first = await check()
    expect(first).toMatchObject({ isInOrder: true, faults: { unposted: [] } })
    await takeOut()
    const second = await check()
    expect(second).toMatchObject({ isInOrder: false, faults: { unposted: [`order ${orderId}`] } })
    expect(second!.checkedAt.getTime()).toBeGreaterThanOrEqual(first!.checkedAt.getTime())
  } finally {
    write.mockRestore()
  }
})
