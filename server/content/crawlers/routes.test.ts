import sharp from 'sharp'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'

const app = await startApp()
const id = '01a2033c-f4f0-757b-ac39-04a28fd90125'

test('the QR code of a project is a picture that browsers keep, the same for everybody', async () => {
  const reply = await app.app.inject({ url: `/qr/${id}.svg` })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toContain('image/svg+xml')
  expect(reply.headers['cache-control']).toBe('public, max-age=604800')
  const { width, height } = await sharp(reply.rawPayload).metadata()
  expect(width).toBe(height)
})

test('what cannot be a project has no QR code', async () => {
  for (const name of ['nonsense.svg', `${id}.png`, `${id}<svg>.svg`])
    expect((await app.app.inject({ url: `/qr/${encodeURIComponent(name)}` })).statusCode).toBe(404)
})
