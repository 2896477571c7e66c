import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import { startApp } from '../test/app.ts'
import { aMember } from '../test/makers.ts'
import { serverProcess } from '../test/server-process.ts'

vi.setConfig({ testTimeout: 240_000 })
const app = await startApp()
// A database with a member of its own is not filled with the demo.
await aMember(app)
const shared = { DATA_DIR: app.dependencies.config.dataDir, DATABASE_CONNECTIONS: '3' }
const url = `${app.url}&application_name=web`
const web = await serverProcess(app, { settings: { ...shared, DATABASE_URL: url, ROLE: 'web' } })
const work = await serverProcess(app, { settings: { ...shared, ROLE: 'work' } })

const waitingMails = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from jobs.job where name = 'mail' and state = 'created'`.execute(app.db)
  return rows[0]!.count
}

test('what a process that only serves is asked for is done by one that only works, which answers nothing but its health', async () => {
  await web.start()
  const body = JSON.stringify({
    name: 'Asha',
    email: 'asha@example.in',
    subject: 'Other',
    message: 'When does the next release come?',
  })
  const headers = { 'content-type': 'application/json' }
  const sent = await fetch(`${web.address}/api/contact`, { method: 'POST', headers, body })
  expect(sent.status).toBe(200)
  const asked = await waitingMails()
  expect(asked).toBeGreaterThan(0)
  await work.start()
  await expect.poll(waitingMails).toBe(0)
  expect(work.output()).toContain('asha@example.in')
  expect(web.output()).not.toContain('asha@example.in')

  const status = async (path: string) => (await fetch(work.address + path)).status
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect([path, await status(path)]).toEqual([path, 200])
  for (const path of ['/', '/projects', '/api/projects', '/api/docs', '/robots.txt'])
    expect([path, await status(path)]).toEqual([path, 404])
})

test('a process has at most the connections that it may have, and one that listens', async () => {
  await Promise.all(Array.from({ length: 30 }, () => fetch(`${web.address}/api/projects`)))
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where application_name = 'web'`.execute(app.db)
  expect(rows).toEqual([{ count: 3 + 1 }])
})
