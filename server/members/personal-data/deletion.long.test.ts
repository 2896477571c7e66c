import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { deletionCode } from '../../../test/makers.ts'
import { aMarkedMember, tablesWith } from '../../../test/marked-member.ts'
import { balancedLedger } from '../../../test/orders.ts'
import { queueOf } from '../../../test/queue.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { download, keysIn } from '../../../test/uploads.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'

/*
 * The real process is killed with SIGKILL in the middle of a deletion and in the middle of the job that finishes it. A
 * lock on a table that is written late holds it at the moment in question.
 */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })
const app = await startApp()
const { db, dependencies } = app
const { storage, config } = dependencies
const member = await aMarkedMember(app)
const { deadIsMissed } = await queueOf(app)
const server = await serverProcess(app, { settings: { STORAGE_URL: `file://${config.dataDir}/storage` } })
beforeAll(() => server.start())

const eventually = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 120_000, interval: 50 })
/**
 * Waits until the server waits for a lock on this table to delete from it; an email that was sent waits too, to update
 * mail_bounces. Asked outside the transaction that holds the lock, because inside it the list of connections does not
 * change.
 */
const isHeldAt = (table: string) =>
  eventually(async () => {
    const { rows } = await sql`select from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and application_name = 'readymade' and not granted
      and relation = ${table}::regclass and query like 'delete %'`.execute(db)
    expect(rows).toHaveLength(1)
  })
/** Kills the process and ends the statements that the database still runs for it. */
async function kill() {
  await server.kill()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'readymade' and wait_event_type = 'Lock'`.execute(
    db,
  )
}
const marks = [member.mark, member.phone, member.email]
const pictures = async () => (await keysIn(storage)).filter((key) => /^(avatars|images)\//.test(key))

test('killed in the middle of a deletion nothing has happened, and the same code deletes afterwards; killed in the middle of its job, the job is done by the next process', async () => {
  const code = await deletionCode(app, member)
  const remove = () => server.as(member.token).personalData.deleteAccount({ body: { code, givenUp: 0 } })
  const [tables, files] = [await tablesWith(db, marks), await pictures()]
  const bought = await download(app, member.buyer.token, member.sold)

  await db.transaction().execute(async (trx) => {
    await sql`lock table mail_bounces in share mode`.execute(trx)
    const cut = remove().catch((error: Error) => error)
    await isHeldAt('mail_bounces')
    await kill()
    expect(await cut).toBeInstanceOf(Error)
  })
  expect(await tablesWith(db, marks)).toEqual(tables)
  expect(await pictures()).toEqual(files)
  expect((await member.api.accounts.profile()).user.name).toContain(member.mark)

  await server.start()
  let removed: Promise<unknown> | undefined
  let finishing: Promise<void> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`lock table mail_bounces in share mode`.execute(trx)
    removed = remove()
    await isHeldAt('mail_bounces')
    // Waits behind the deletion and gets the lock as soon as that commits, before its job.
    finishing = db.transaction().execute(async (later) => {
      await sql`lock table follows in share mode`.execute(later)
      await isHeldAt('follows')
      await kill()
    })
    await eventually(async () => {
      const { rows } =
        await sql`select from pg_locks where not granted and relation = 'follows'::regclass`.execute(trx)
      expect(rows).toHaveLength(1)
    })
  })
  await removed
  await finishing
  expect(await tablesWith(db, marks)).toEqual(['invoices', 'sold_listings'])
  expect(await pictures()).toEqual(files)

  await deadIsMissed('finish-deletion')
  await server.start()
  await eventually(async () => expect(await pictures()).toEqual([]))
  expect(await tablesWith(db, marks)).toEqual(['invoices', 'sold_listings'])
  expect((await download(app, member.buyer.token, member.sold)).rawPayload.equals(bought.rawPayload)).toBe(
    true,
  )
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})
