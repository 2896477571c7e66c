import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import Fastify from 'fastify'
import { expect, test } from 'vitest'

import { compressTexts } from './compression.ts'

const app = Fastify()
compressTexts(app)
const long = { text: 'A page about hospitals. '.repeat(100) }
app.get('/long', async () => long)
app.get('/short', async () => ({ text: 'short' }))
app.get('/picture', async (_request, reply) => reply.type('image/webp').send(Buffer.alloc(5000)))
const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['br;q=0.5', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=1.0', 'gzip', gunzipSync],
  ['br;q=0.5, gzip', 'gzip', gunzipSync],
  ['*', 'br', brotliDecompressSync],
])('a long text goes compressed for who accepts %s', async (accepted, encoding, unpack) => {
  const reply = await get('/long', accepted)
  expect(reply.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length))
  expect(JSON.parse(unpack(reply.rawPayload).toString())).toEqual(long)
})

test.each([undefined, '', 'identity', 'deflate', 'gzip;q=0', 'br;q=0.000, gzip;q=0'])(
  'a long text goes as it is for who accepts %s, and says that this may differ',
  async (accepted) => {
    const reply = await get('/long', accepted)
    expect(reply.headers).not.toHaveProperty('content-encoding')
    expect(reply.headers).toMatchObject({ vary: 'accept-encoding' })
    expect(reply.json()).toEqual(long)
  },
)

test('short texts and pictures go as they are', async () => {
  for (const url of ['/short', '/picture']) {
    const { headers } = await get(url, 'br')
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).not.toHaveProperty('vary')
  }
})
