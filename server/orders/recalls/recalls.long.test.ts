import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { processKiller } from '../../../test/killer.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { anAdmin } from '../../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, collectWebhooks, balancedLedger, source } from '../../../test/orders.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { startJobs } from '../../platform/jobs/jobs.ts'
import { lockBuyer } from '../lookup-queries.ts'

/* The real process is killed with SIGKILL while it mails and refunds the buyers of a recalled release. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 })
const post = await mailServer()
const app = await startApp()
const { db } = app
collectWebhooks(app)
const admin = await anAdmin(app)
// A database with a member in it is not filled with the demo catalogue.
const seller = await aBuyer(app)
const jobs = await startJobs(app, app.dependencies.secret, () => {})
const boss = new PgBoss({ connectionString: app.url, schema: 'jobs', schedule: false })
boss.on('error', () => {})
await boss.start()
afterAll(async () => {
  await boss.stop({ graceful: false })
  await jobs.stop()
})
const server = await serverProcess(app, { settings: { SMTP_URL: post.url } })
const { killForGood, untilStopped } = processKiller(db, server)
beforeEach(() => server.start())
afterEach(() => server.kill())
const eventually = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 40_000, interval: 50 })

/** Makes the queue detect the dead process, and ends the pauses before retries. */
async function mailsAreRetried() {
  await sql`update jobs.job set heartbeat_on = heartbeat_on - interval '1 hour', start_after = now()
    where name = 'mail' and state::text in ('active', 'retry')`.execute(db)
  await sql`update jobs.queue set monitor_on = null, monitor_claim_on = null`.execute(db)
  await boss.supervise('mail')
  await sql`update jobs.job set start_after = now() where name = 'mail' and state::text = 'retry'`.execute(db)
}
const untilDone = () =>
  eventually(async () => {
    await mailsAreRetried()
    const { rows } = await sql`select id from jobs.job
      where name = 'mail' and state::text not in ('completed', 'cancelled')`.execute(db)
    expect(rows).toEqual([])
  })

test('killed in the middle of the mails of a recall, it tells and refunds every buyer, and nobody twice', async () => {
  const project = await aListing(db, seller.id, 49_900)
  const buyers: Awaited<ReturnType<typeof aBuyer>>[] = []
  for (let count = 0; count < 5; count++) {
    const buyer = await aBuyer(app)
    await buyAndPay(app, buyer, source(project))
    buyers.push(buyer)
  }
  const recallsTo = (buyer: { email: string }) =>
    post.to(buyer.email).filter(({ raw }) => /^Subject: Recall:/m.test(raw))
  // The process dies when three buyers are notified and their emails sent, and the fourth is not notified yet.
  await db.transaction().execute(async (trx) => {
    await lockBuyer(trx, buyers[3]!.id)
    await server.as(admin.token).recalls.recall({
      params: { id: project.id, number: '1' },
      body: { reason: 'It steals passwords', instructions: 'Delete it.', refund: true },
    })
    await untilStopped(trx)
    // One email to the owner about the recall, two to each of three buyers, and three to the owner about the refunds.
    await eventually(async () => {
      const sent = await db
        .selectFrom('mailOutcomes')
        .select('jobId')
        .where('sentAt', 'is not', null)
        .execute()
      expect(sent).toHaveLength(10)
    })
    await killForGood()
  })
  expect(await db.selectFrom('recallNotices').selectAll().execute()).toHaveLength(3)
  await server.start()
  await jobs.enqueue(db, 'follow-recalls', {})
  await eventually(async () =>
    expect(await db.selectFrom('recallNotices').selectAll().execute()).toHaveLength(5),
  )
  await untilDone()
  expect(buyers.map((buyer) => recallsTo(buyer).length)).toEqual([1, 1, 1, 1, 1])
  const refunds = await db.selectFrom('refunds').select('amountPaise').execute()
  expect(refunds).toEqual(buyers.map(() => ({ amountPaise: 49_900 })))
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})
