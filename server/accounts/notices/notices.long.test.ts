import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin } from '../../../test/makers.ts'
import { serverProcess } from '../../../test/server-process.ts'

/* The real process is killed with SIGKILL while it mails all members. */
vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 300_000 })
const app = await startApp()
const { db } = app
await aMember(app)
const boss = await anAdmin(app)
const many = 10_000
await sql`insert into members (id, email, name, phone, referral_code)
  select gen_random_uuid(), 'member' || n || '@example.in', 'Member ' || n, '9876543210', 'K' || n
  from generate_series(2, ${many}) n`.execute(db)
const server = await serverProcess(app)
beforeAll(() => server.start())

const progress = async () =>
  (await db.selectFrom('notices').select(['sent', 'endedAt']).executeTakeFirst()) ?? {
    sent: 0,
    endedAt: null,
  }

test(`of ${many} members each gets the mail once, killed in the middle`, async () => {
  await server
    .as(boss.token)
    .notices.create({ body: { subject: 'Rules', text: 'Keep to them.', idempotencyKey: randomUUID() } })
  await vi.waitFor(async () => expect((await progress()).sent).toBeGreaterThan(many / 3), {
    timeout: 900_000,
    interval: 50,
  })
  await server.kill()
  expect((await progress()).sent).toBeLessThan(many)
  await server.start()
  await vi.waitFor(async () => expect((await progress()).endedAt).not.toBeNull(), {
    timeout: 900_000,
    interval: 500,
  })
  expect((await progress()).sent).toBe(many)
  const { rows } = await sql<{ jobs: number }>`
    select count(*) as jobs from jobs.job where name = 'mail' and state in ('created', 'retry', 'active')`.execute(
    db,
  )
  await vi.waitFor(
    async () => {
      const { rows: sent } = await sql<{ sent: number }>`
        select count(*) as sent from mail_outcomes where sent_at is not null`.execute(db)
      expect(sent[0]!.sent).toBe(many)
    },
    { timeout: 900_000, interval: 1000 },
  )
  expect(rows[0]!.jobs).toBeLessThanOrEqual(many)
})
