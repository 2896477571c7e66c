import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { ProblemError } from '#contract/kit/problem.ts'

import { startApp } from '../../test/app.ts'
import { aBuyer, aListing, cartOf, balancedLedger, source } from '../../test/orders.ts'
import { serverProcess } from '../../test/server-process.ts'
import { ledgerFaults } from '../money/ledger/service.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })
const app = await startApp()
const { db } = app
const seller = await aBuyer(app)
const server = await serverProcess(app)

/** Ends all other connections, as a restart or a failover of PostgreSQL does. */
const cutConnections = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)

test('while the database cuts every connection again and again, callers hear 503 or success, and each purchase is one', async () => {
  const purchases = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const buyer = await aBuyer(app)
      const project = await aListing(db, seller.id, n % 2 ? 49_900 : 0)
      return { buyer, body: cartOf(source(project)) }
    }),
  )
  await server.start()
  const over = new AbortController()
  const heard = new Set<string>()
  const attempts = purchases.map(async ({ buyer, body }) => {
    const { orders } = server.as(buyer.token)
    while (!over.signal.aborted) {
      const outcome = await orders.checkout({ body }).catch((problem: unknown) => problem)
      heard.add(
        outcome instanceof ProblemError
          ? `${outcome.status}`
          : 'payment' in (outcome as object)
            ? 'ok'
            : 'cut',
      )
      await pause(20)
    }
  })
  for (let cuts = 0; cuts < 20; cuts++) {
    await pause(150)
    await cutConnections()
  }
  over.abort()
  await Promise.all(attempts)
  // The process was not restarted. It completes each purchase once the claim of an interrupted call to the gateway has expired.
  const done = await Promise.all(
    purchases.map(({ buyer, body }) =>
      vi.waitFor(() => server.as(buyer.token).orders.checkout({ body }), { timeout: 60_000, interval: 250 }),
    ),
  )
  expect(done.map(({ payment }) => payment.status)).toEqual(
    purchases.map((_, n) => (n % 2 ? 'created' : 'captured')),
  )
  expect([...heard].toSorted()).toEqual(['503', 'ok'])
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
  const { rows } = await sql<{ n: number }>`select count(*) as n from payments`.execute(db)
  expect(rows[0]!.n).toBe(purchases.length)
})
