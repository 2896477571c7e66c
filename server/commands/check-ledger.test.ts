import { execFile } from 'node:child_process'
import { join } from 'node:path'

import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { anAdmin, runJob } from '../../test/makers.ts'
import { aBuyer, aListing, checkoutBy, source } from '../../test/orders.ts'
import { moneyJobs } from '../money/jobs.ts'
import { checkLedger } from '../money/ledger/service.ts'
import { lastLedgerCheck } from '../money/lookup-queries.ts'
import { onClient } from '../platform/database/connection.ts'

const app = await startApp()
await app.jobs.work(moneyJobs(app.dependencies))
const admin = await anAdmin(app)
const [seller, buyer] = [await aBuyer(app), await aBuyer(app)]
const { orders } = await checkoutBy(buyer, source(await aListing(app.db, seller.id, 0)))
const orderId = orders[0]!.id

/** Runs a statement on the ledger past the triggers that forbid changes. */
const changeLedger = (statement: ReturnType<typeof sql>) =>
  app.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await statement.execute(trx)
  })
const removeSale = () =>
  changeLedger(sql`update ledger_transactions set kind = 'repayment' where order_id = ${orderId}`)
afterEach(() => changeLedger(sql`update ledger_transactions set kind = 'sale' where order_id = ${orderId}`))

const command = () =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'check-ledger.ts')],
      { env: { PATH: process.env.PATH, DATABASE_URL: app.url } },
      (_error, said, complaint) => resolve({ code: child.exitCode!, said: (said + complaint).trim() }),
    )
  })

test('the command says that a ledger is in order, or what is wrong with it, and fails then', async () => {
  expect(await command()).toEqual({ code: 0, said: 'The ledger is in order.' })
  await removeSale()
  expect(await command()).toEqual({ code: 1, said: `unposted: order ${orderId}` })
})

test('the job logs an alert when something is wrong, and only then', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const check = async () => {
    await runJob(app, 'check-ledger')
    return write.mock.calls.splice(0).map(([line]) => JSON.parse(String(line)))
  }
  const metric = async () =>
    /readymade_ledger_faults\{kind="unposted"\} (\d+)/.exec((await app.app.inject('/metrics')).body)?.[1]
  try {
    expect(await check()).toEqual([])
    expect(await metric()).toBe('0')
    await removeSale()
    expect(await check()).toMatchObject([
      { alarm: 'The ledger is not in order', unposted: [`order ${orderId}`] },
    ])
    expect(await metric()).toBe('1')
  } finally {
    write.mockRestore()
  }
})

test('the result of the newest check is stored for staff, even without faults', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const check = async () => {
    await runJob(app, 'check-ledger')
    return lastLedgerCheck(app.db)
  }
  try {
    const first = await check()
    expect(first).toMatchObject({ isOverdue: false, faults: { unposted: [] } })
    await removeSale()
    const second = await check()
    expect(second).toMatchObject({ isOverdue: false, faults: { unposted: [`order ${orderId}`] } })
    expect(second!.checkedAt!.getTime()).toBeGreaterThanOrEqual(first!.checkedAt!.getTime())
  } finally {
    write.mockRestore()
  }
})

describe('a check that did not end', () => {
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(app.db)
  const toDo = async () => (await admin.api.dashboard.toDo()).toDo.ledger
  const enqueue = async () => {
    await runJob(app, 'check-ledger')
  }

  test('is an alert and a line on the dashboard until one ends; the previous result stays', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      await enqueue()
      const before = await toDo()
      expect(before).toMatchObject({ isOverdue: false, failure: null, faults: 0 })
      await rename('disputed_orders', 'hidden')
      await enqueue()
      expect(write.mock.calls.flat().join('')).toContain('The ledger could not be checked')
      expect((await app.app.inject('/metrics')).body).toContain('readymade_ledger_faults{kind="unchecked"} 1')
      expect(await toDo()).toEqual({
        ...before,
        isOverdue: true,
        failure: expect.stringContaining('disputed_orders'),
      })
      expect((await command()).code).toBe(2)
    } finally {
      await rename('hidden', 'disputed_orders')
    }
    await enqueue()
    write.mockRestore()
    expect(await toDo()).toMatchObject({ isOverdue: false, failure: null })
    expect((await app.app.inject('/metrics')).body).toContain('readymade_ledger_faults{kind="unchecked"} 0')
  })

  test('because the job does not run is a line too, after three hours', async () => {
    await sql`update ledger_checks set checked_at = now() - interval '179 minutes'`.execute(app.db)
    expect(await toDo()).toMatchObject({ isOverdue: false })
    await sql`update ledger_checks set checked_at = now() - interval '181 minutes'`.execute(app.db)
    expect(await toDo()).toMatchObject({ isOverdue: true, failure: null })
    await sql`delete from ledger_checks`.execute(app.db)
    expect(await toDo()).toBeNull()
    await changeLedger(sql`update ledger_transactions set happened_at = now() - interval '4 hours'`)
    expect(await toDo()).toEqual({ checkedAt: null, isOverdue: true, failure: null, faults: 0 })
  })
})

test('the proofs may take longer than the statements of visitors', async () => {
  const [proving, blocking] = [0, 1].map(() => new pg.Client({ connectionString: app.url }))
  await Promise.all([proving!.connect(), blocking!.connect()])
  await proving!.query(`set statement_timeout = '100ms'`)
  await blocking!.query('begin; lock table ledger_entries')
  const proved = checkLedger(onClient(proving!))
  setTimeout(() => void blocking!.query('rollback'), 500)
  expect(Object.values(await proved).flat()).toEqual([])
  await Promise.all([proving!.end(), blocking!.end()])
})
