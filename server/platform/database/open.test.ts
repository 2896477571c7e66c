import { createServer } from 'node:net'

import { expect, inject, test } from 'vitest'

import { openDatabase } from './open.ts'

const problemOf = (url: string) =>
  openDatabase({ databaseUrl: url, dataDir: '/nowhere' }).then(
    () => undefined,
    (error: Error) => error.message,
  )

/** Returns a port that nobody listens on. */
async function aFreePort() {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

test('a database that answers is fine', async () => {
  expect(await problemOf(inject('adminUrl'))).toBeUndefined()
})

test.each(['127.0.0.1', 'localhost'])(
  'a database on %s that nobody runs is named with its host and port, without the password',
  async (host) => {
    const port = await aFreePort()
    expect(await problemOf(`postgres://shop:s3cret@${host}:${port}/shop`)).toBe(
      `The database at ${host}:${port} cannot be reached (ECONNREFUSED); check DATABASE_URL and that PostgreSQL runs there.`,
    )
  },
)

test('a database that does not let us in says why', async () => {
  const url = inject('adminUrl').replace('/postgres?', '/nowhere?')
  const problem = await problemOf(url)
  expect(problem).toMatch(/^The database at .+ does not let us in: .*nowhere.*; check DATABASE_URL\.$/)
})

test('a database that takes no writes is named as such', async () => {
  const url = `${inject('adminUrl')}&options=-c%20default_transaction_read_only%3Don`
  expect(await problemOf(url)).toMatch(
    /^The database at .+ takes no writes, because it is a standby or set so; DATABASE_URL has to name the primary\.$/,
  )
})
