import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aPublishedProject, aRelease } from '../../test/makers.ts'
import { aBuyer, buyAndPay, source } from '../../test/orders.ts'
import { serverProcess } from '../../test/server-process.ts'
import { startJobs } from '../platform/jobs/jobs.ts'
import { backUp } from './backups/save.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
const app = await startApp()
const restored = await serverProcess(undefined, { settings: { SECRET: app.dependencies.secret } })
const config = { ...app.dependencies.config, secret: app.dependencies.secret }
const folder = mkdtempSync(join(tmpdir(), 'readymade-commands-'))
chmodSync(folder, 0o711)
const good = join(folder, 'good')
let faults: string[]

beforeAll(async () => {
  const jobs = await startJobs(app, app.dependencies.secret, () => {})
  await jobs.enqueue(app.db, 'build-archive', { releaseId: crypto.randomUUID() })
  await jobs.stop()
  const admin = await anAdmin(app)
  const owner = await aMember(app)
  const first = await aPublishedProject(app, { owner, admin, title: 'Library Desk' })
  const buyer = await aBuyer(app)
  await buyAndPay(app, buyer, source({ id: first._id }))
  // Sales continue during the backup.
  const done = new AbortController()
  const selling = async () => {
    for (let count = 0; !done.signal.aborted; count++) {
      const next = await aPublishedProject(app, { owner, admin, title: `Desk ${count}` })
      await buyAndPay(app, await aBuyer(app), source({ id: next._id }), source({ id: first._id }))
      await aRelease(owner, next._id, { 'README.md': `# ${count}`, 'src/a.js': `export default ${count}\n` })
    }
  }
  const sold = selling()
  ;({ faults } = await backUp(config, app.url, good).finally(() => done.abort()))
  await sold
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { PATH, NODE_COMPILE_CACHE } = process.env
const run = (command: 'backup' | 'restore', to: string, settings: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, `${command}.ts`), to], {
    env: { PATH, NODE_COMPILE_CACHE, SECRET: app.dependencies.secret, ...settings },
  })
const tablesIn = (backup: string) =>
  (JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as { tables: Record<string, number> })
    .tables

test('a shop that was backed up while it sold is restored on an empty folder: the same ledger, rows and files, and the server serves it', async () => {
  expect(faults).toEqual([])
  const rows = tablesIn(good)
  const now = await app.db
    .selectFrom('orders')
    .select((on) => on.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(now.count).toBeGreaterThan(rows['public.orders']!)
  const settings = { DATA_DIR: restored.folder }
  expect((await run('restore', good, settings)).stdout).toMatch(
    /Restored and compared\.[\s\S]*Ledger: \d+ entries/,
  )
  expect(rows).toMatchObject({ 'public.ledger_transactions': expect.any(Number), 'jobs.job_common': 1 })
  await restored.start()
  const listed = JSON.parse(await (await fetch(`${restored.address}/api/projects?limit=50`)).text()) as {
    projects: { title: string }[]
  }
  const shown = new Set(listed.projects.map(({ title }) => title))
  expect(shown.has('Library Desk')).toBe(true)
  // A backup also works while the server runs.
  const whileRunning = join(folder, 'beside')
  expect((await run('backup', whileRunning, settings)).stdout).toContain('Backed up into')
})
