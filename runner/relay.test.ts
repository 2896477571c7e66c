import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Relay, startRelay } from './relay.ts'

const folder = mkdtempSync(join(tmpdir(), 'relay-'))
let relay: Relay
beforeAll(async () => (relay = await startRelay(folder)))
afterAll(() => {
  relay.stop()
  rmSync(folder, { recursive: true })
})

test('a request waits for an offer and gets its answer', async () => {
  const request = connect(relay.browser)
  request.write('GET /')
  const offer = connect(relay.project)
  offer.once('data', (asked) => offer.end(`answer to ${String(asked)}`))
  expect(await text(request)).toBe('answer to GET /')
})

test('an offer that was given up is left out', async () => {
  const given = connect(relay.project)
  await new Promise((resolve) => given.once('connect', resolve))
  given.destroy()
  const offer = connect(relay.project)
  offer.on('data', (asked) => offer.end(`answer to ${String(asked)}`))
  const answers = async () => {
    const request = connect(relay.browser).on('error', () => {})
    request.write('b')
    return text(request).catch(() => '')
  }
  expect([
    await answers(),
    await Promise.race([answers(), new Promise((resolve) => setTimeout(resolve, 200))]),
  ]).toContain('answer to b')
})
