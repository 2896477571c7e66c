import { randomBytes } from 'node:crypto'

import { beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { resumed } from '../../../test/cut-downloads.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { aBuyerOf, aListing } from '../../../test/uploads.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })
const app = await startApp()
const { id } = await aListing(app, {
  'README.md': '# Large',
  // More than the system buffers between two processes.
  ...Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`${n}.bin`, randomBytes(9_000_000)])),
})
const buyer = await aBuyerOf(app, id)
const settings = { STORAGE_URL: `file://${app.dependencies.config.dataDir}/storage` }
const server = await serverProcess(app, { settings })
beforeAll(() => server.start())

test('a download that a killed process has begun goes on with the next one, to the same bytes', async () => {
  const { downloadUrl } = await server.as(buyer.token).downloads.link({ params: { id }, query: {} })
  const whole = await (await fetch(server.address + downloadUrl)).bytes()
  let kills = 0
  const { bytes, requests } = await resumed(server.address + downloadUrl, 1_000_000, {
    cut: async () => kills++ < 2 && server.kill(),
    restart: () => server.start(),
  })
  expect(requests).toBe(3)
  expect(bytes.equals(whole)).toBe(true)
})
