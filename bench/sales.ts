import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { openSession } from '#server/accounts/service.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { reconcilePayments } from '#server/orders/settle/reconcile.ts'
import { connect } from '#server/platform/database/connection.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { createGateways } from '#server/platform/payments/open.ts'
import { createStorage } from '#server/platform/storage/open.ts'
import { ensureFirstAdmin } from '#server/staff/first-admin.ts'
import { passwordCost } from '#server/staff/passwords.ts'
import { openAdminSession } from '#server/staff/service.ts'

import { fillWithSales, idOf, sizesOf } from '../test/many-sales.ts'
import { median } from './measure.ts'
import { processorTime } from './server.ts'

/** Limits: milliseconds for one page's call, seconds and megabytes (10^6 bytes) for the ledger check. */
const targets = { call: 200, seconds: 60, megabytes: 400 }

/**
 * Measures the time and memory of the ledger check over a number of orders, and the times of the calls behind the pages
 * of earnings, payouts, orders, help, refunds and figures, one at a time, for the owner with very many sales and for staff.
 * The first run fills the database, which is stored in the folder.
 */
export async function measureSales({ folder, orders }: { folder: string; orders: number }): Promise<string> {
  const dataDir = join(folder, `sales-${orders}`)
  const isNew = !existsSync(dataDir)
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  try {
    await migrate(database.url)
    if (isNew) await fillWithSales(database.url, orders)
    const check = await measureCheck(database.url)
    const calls = await measureCalls(database.url, dataDir, orders)
    return [
      `${orders} orders. The ledger's check: exit code ${check.code}, ${check.seconds.toFixed(1)} s (at most ${targets.seconds}), ${check.command} MB in its process and ${check.database} MB in the database's (at most ${targets.megabytes} together).`,
      '',
      `| call, alone, median and slowest of ${rounds}, ms (at most ${targets.call}) | p50 | max | of it worked | failed |`,
      '| --- | ---: | ---: | ---: | ---: |',
      ...calls.map(
        ({ name, p50, max, worked, failures }) =>
          `| ${name} | ${p50.toFixed(1)} | ${max.toFixed(1)} | ${worked.toFixed(1)} | ${failures} |`,
      ),
    ].join('\n')
  } finally {
    await database.close()
  }
}

async function measureCheck(url: string) {
  const before = performance.now()
  const child = spawn(process.execPath, ['server/commands/check-ledger.ts'], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const highest = { command: 0, database: 0 }
  const watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
  while (isRunning(child)) {
    highest.command = Math.max(highest.command, megabytesOf(child.pid!, 'VmHWM'))
    const { rows } = await watcher.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'readymade' and state = 'active'`,
    )
    // RssAnon leaves out the buffers that all processes of the database share.
    for (const { pid } of rows) highest.database = Math.max(highest.database, megabytesOf(pid, 'RssAnon'))
    await pause(100)
  }
  await watcher.end()
  return { ...highest, code: child.exitCode, seconds: (performance.now() - before) / 1000 }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** Reads a memory figure of a process in megabytes (10^6 bytes); 0 for a process that has just ended. */
function megabytesOf(pid: number, name: 'VmHWM' | 'RssAnon'): number {
  const file = `/proc/${pid}/status`
  const status = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Math.round((Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024) / 1e6)
}

const rounds = 5

async function measureCalls(url: string, dataDir: string, orders: number) {
  const config = readConfig({ DATA_DIR: dataDir })
  const secret = 'a secret for measuring, 32 bytes or more'
  const { db, pool } = connect(url)
  const nothing = async () => {}
  const jobs: Jobs = { enqueue: nothing, work: nothing, stop: nothing }
  const parts = {
    config,
    secret,
    logKeys: [],
    db,
    jobs,
    sendNow: async () => true,
    storage: await createStorage(config),
    passwordCost,
    ...createGateways(config, { db, secret }),
  }
  const app = await buildApp(parts, { pool })
  try {
    await ensureFirstAdmin(parts, config)
    const staff = await openAdminSession(parts)
    const { owners } = sizesOf(orders)
    const tokenOf = async (member: number) => (await openSession(parts, idOf('member', member))).accessToken
    const tokens = { staff, owner: await tokenOf(1), buyer: await tokenOf(owners + 5) }
    const measured = []
    for (const [who, address] of callsOf(orders)) {
      const headers = { authorization: `Bearer ${tokens[who]}` }
      const times = []
      const processor = await processorOf(pool)
      let failures = 0
      for (let round = 0; round < rounds; round++) {
        const before = performance.now()
        const { statusCode } = await app.inject({ method: 'GET', url: `/api${address}`, headers })
        times.push(performance.now() - before)
        if (statusCode !== 200) failures++
      }
      const worked = ((await processorOf(pool)) - processor) / rounds
      measured.push({
        name: `${who}: ${address}`,
        p50: median(times),
        max: Math.max(...times),
        worked,
        failures,
      })
    }
    const before = performance.now()
    await reconcilePayments(parts)
    const took = performance.now() - before
    return [...measured, { name: 'job: reconcile', p50: took, max: took, worked: 0, failures: 0 }]
  } finally {
    await app.close()
    await pool.end()
  }
}

/** Processor time in milliseconds of this process and of its database connections so far. */
async function processorOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'readymade'`,
  )
  const { user, system } = process.cpuUsage()
  return rows.reduce((sum, { pid }) => sum + processorTime(pid), user + system) / 1000
}

/** One call for each kind of page that reads sales, including distant pages of lists. */
function callsOf(orders: number): [who: 'staff' | 'owner' | 'buyer', address: string][] {
  const disputed = Math.floor(orders / 500) * 500 - 489
  const refunded = Math.floor((orders * 0.9) / 40) * 40
  const buyersOrder = 42
  const year = new Date().getFullYear() - 1
  return [
    ...[
      '/users/earnings',
      '/users/earnings/statement',
      `/users/earnings/statement?year=${year}`,
      '/payouts',
      '/payouts/statement',
      '/referrals',
      '/referrals?page=500',
      '/referrals/sales',
      '/referrals/sales?page=500',
      '/referrals/sales/file',
      '/refunds/received',
      '/refunds/received?page=100',
      '/help/me',
      '/help/me?limit=100&page=3',
      '/orders',
      '/users/profile/overview',
      '/coupons',
    ].map((address) => ['owner', address] as ['owner', string]),
    ...[
      '/orders',
      '/orders?search=project',
      '/orders/owned',
      `/orders/${idOf('order', buyersOrder)}`,
      `/orders/payments/${idOf('payment', buyersOrder)}`,
    ].map((address) => ['buyer', address] as ['buyer', string]),
    ...[
      '/admin/orders',
      '/admin/orders?page=400',
      '/admin/orders?status=completed',
      '/admin/orders?status=refunded&page=100',
      '/admin/orders?status=refund_requested',
      '/admin/orders?search=Project%20777',
      '/admin/orders?search=member12345',
      '/admin/orders?search=RM-2026-0500000',
      `/admin/orders?search=${idOf('member', 1)}`,
      `/admin/orders?search=pay_sales${Math.floor(orders / 2) + 1}`,
      `/admin/orders/${idOf('order', disputed)}`,
      `/admin/orders/${idOf('order', refunded)}`,
      '/admin/payouts?status=paid',
      '/admin/payouts?status=requested',
      `/admin/payouts/${idOf('payout', 1)}`,
      '/admin/disputes?state=open',
      '/admin/disputes?state=ended',
      '/admin/disputes?state=ended&page=20',
      `/admin/disputes/${idOf('dispute', disputed)}`,
      '/admin/help',
      '/admin/help?state=open&limit=100',
      '/admin/help?state=open&limit=100&page=5',
      '/admin/refunds?state=waiting',
      '/admin/refunds?state=decided',
      '/admin/refunds?state=decided&page=100',
      '/admin/coupons',
      '/admin/members',
      `/admin/members/${idOf('member', 1)}`,
      '/admin/dashboard/stats',
      '/admin/dashboard/to-do',
      '/admin/search?q=Member%20777',
      '/admin/system-info',
      '/admin/analytics?period=7',
      '/admin/analytics?period=90',
    ].map((address) => ['staff', address] as ['staff', string]),
  ]
}
