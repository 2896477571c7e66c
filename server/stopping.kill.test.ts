import { expect, onTestFinished, test, vi } from 'vitest'

import { startApp } from '../test/app.ts'
import { aMember, aProject, aRelease } from '../test/makers.ts'
import { serverProcess } from '../test/server-process.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const app = await startApp()
const owner = await aMember(app)

test('whoever is told to stop is not ready at once, answers everything until the delay is over, and ends what is under way', async () => {
  const server = await serverProcess(app, {
    settings: { STOP_DELAY: '3', STOP_GRACE: '20' },
    endsAfter: onTestFinished,
  })
  await server.start()
  const get = async (path: string) => {
    const reply = await fetch(`${server.address}${path}`)
    await reply.text()
    return reply.status
  }
  expect(await get('/readyz')).toBe(200)
  const ended = server.end('SIGTERM')
  await vi.waitFor(async () => expect(await get('/readyz')).toBe(503), 4000)
  const statuses = new Set<number>()
  for (const path of ['/', '/projects', '/api/projects/categories', '/healthz']) statuses.add(await get(path))
  expect([...statuses]).toEqual([200])
  const api = server.as(owner.token)
  await aRelease({ api }, (await aProject({ api }))._id)
  expect(await ended).toBe(0)
})
