import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { freePort } from '../../../test/free-port.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { startCluster } from './cluster.ts'
import { connect, requireSessions } from './connection.ts'
import { createListener } from './listener.ts'
import { SystemAccount } from './system-account.ts'

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0
if (!isInstalled) console.warn('PgBouncer is not installed here, so nothing is tried behind it.')

describe.skipIf(!isInstalled)('behind PgBouncer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'readymade-pgbouncer-'))
  const account = new SystemAccount()
  const poolers: ChildProcess[] = []
  let cluster: Awaited<ReturnType<typeof startCluster>>
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    const access = join(folder, 'access.conf')
    writeFileSync(access, 'local all all trust\n')
    chmodSync(access, 0o644)
    cluster = await startCluster(folder, { hba_file: access, fsync: 'off' })
  })
  afterAll(async () => {
    for (const pooler of poolers) pooler.kill('SIGKILL')
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts PgBouncer as Debian ships it, in a mode, and returns the address of a database behind it. */
  async function poolerIn(mode: 'session' | 'transaction') {
    const port = await freePort()
    const socket = new URL(cluster.url('postgres')).searchParams.get('host')!
    const file = join(folder, `${mode}.ini`)
    writeFileSync(
      file,
      `[databases]\n* = host=${socket} user=readymade\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\n` +
        `unix_socket_dir =\nauth_type = any\npool_mode = ${mode}\n`,
    )
    chmodSync(file, 0o644)
    poolers.push(spawn('pgbouncer', [file], { ...account.spawn, stdio: 'ignore' }))
    const url = `postgres://readymade@127.0.0.1:${port}/postgres`
    for (let tries = 0; tries < 100 && !(await answers(url)); tries++) await pause(50)
    return url
  }

  /** Opens what a process opens, and asks whether its sessions are its own. */
  async function tried(url: string) {
    const { pool } = connect(url, { connections: 2 })
    const listener = createListener(url)
    onTestFinished(async () => {
      await listener.stop()
      await pool.end()
    })
    const problem = await requireSessions(pool, listener, url).then(
      () => undefined,
      (error: Error) => error.message,
    )
    return { problem, pool }
  }

  test('a session is our own, and every connection has its limits', async () => {
    const { problem, pool } = await tried(await poolerIn('session'))
    expect(problem).toBeUndefined()
    const clients = [await pool.connect(), await pool.connect()]
    for (const client of clients) {
      const { rows } = await client.query(
        "select current_setting('statement_timeout') as time, current_setting('jit') as jit",
      )
      expect(rows).toEqual([{ time: '10s', jit: 'off' }])
      client.release()
    }
  })

  test('an address that hands connections on within a session is refused within five seconds, and says what it should be', async () => {
    const url = await poolerIn('transaction')
    const begun = performance.now()
    const { problem } = await tried(url)
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(problem).toMatch(
      /^The database at 127\.0\.0\.1:\d+ delivers no notifications; DATABASE_URL has to name PostgreSQL itself, or a pooler .+ \(PgBouncer: pool_mode = session\)\.$/,
    )
  })

  test('the whole server starts in session mode, and refuses transaction mode before it touches the database', async () => {
    const settings = { SECRET: 'a secret for tests, 32 bytes or more', ROLE: 'web' }
    const refused = await serverProcess(undefined, {
      settings: { ...settings, DATABASE_URL: await poolerIn('transaction') },
      endsAfter: onTestFinished,
    })
    refused.begin()
    expect(await refused.exited()).toBe(1)
    expect(refused.output()).toMatch(
      /Readymade could not start\. The database at .+ delivers no notifications; /,
    )
    const { pool } = connect(cluster.url('postgres'))
    expect((await pool.query("select 1 from pg_tables where schemaname = 'public'")).rowCount).toBe(0)
    await pool.end()

    const server = await serverProcess(undefined, {
      settings: { ...settings, DATABASE_URL: await poolerIn('session') },
      endsAfter: onTestFinished,
    })
    await server.start()
    for (const path of ['/readyz', '/api/projects', '/'])
      expect([path, (await fetch(server.address + path)).status]).toEqual([path, 200])
  })
})

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
