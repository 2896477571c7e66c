import { beforeAll, expect, test } from 'vitest'

import { bodyBytes } from '#contract/kit/endpoint.ts'

import { startApp } from '../../../test/app.ts'
import { calls, urlOf } from '../../../test/calls.ts'
import { aMember, anAddress, anAdmin } from '../../../test/makers.ts'
import { aRunner } from '../../../test/runners.ts'

const app = await startApp()
let member: Awaited<ReturnType<typeof aMember>>
let admin: Awaited<ReturnType<typeof anAdmin>>
let runner: Awaited<ReturnType<typeof aRunner>>
beforeAll(async () => {
  member = await aMember(app)
  admin = await anAdmin(app)
  runner = await aRunner(app, admin)
})

const send = async (method: string, url: string, payload: string | Buffer, token = member.token) => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const remoteAddress = anAddress()
  const reply = await app.app.inject({ method: method as 'POST', url, headers, payload, remoteAddress })
  return { status: reply.statusCode, ...reply.json<Record<string, never>>() }
}

test.each(calls.filter(({ endpoint }) => endpoint.body))(
  '$name refuses a body that is longer than it says',
  async ({ endpoint }) => {
    const { method, access, bodyLimit = bodyBytes } = endpoint
    const ofStaff = access.includes('runner') ? runner.token : admin.token
    const token = access === 'anyone' || access.includes('member') ? member.token : ofStaff
    const padded = (bytes: number) => `{${' '.repeat(bytes - 2)}}`
    expect((await send(method, urlOf(endpoint), padded(bodyLimit + 1), token)).status).toBe(413)
    expect((await send(method, urlOf(endpoint), padded(bodyLimit), token)).status).not.toBe(413)
  },
)

test('the longest project is taken, however its characters are written', async () => {
  const escaped = String.raw`\ud83d\ude80`
  const entries = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => `"${index}${escaped.repeat(length - 2)}"`).join()
  const texts = [
    `"title":"${escaped.repeat(120)}","description":"${escaped.repeat(20_000)}"`,
    `"features":[${entries(40, 200)}],"requirements":[${entries(40, 200)}]`,
    `"technologies":[${entries(20, 40)}],"tags":[${entries(20, 40)}]`,
  ]
  const project = `{${texts.join()},"category":"AI/ML","price":10}`
  expect((await send('POST', '/api/projects', project)).status).toBe(200)
})

test('a message to the staff is taken at its longest, however its characters are written', async () => {
  const message = String.raw`\ud83d\ude80`.repeat(5000)
  const body = `{"name":"Asha","email":"a@b.in","subject":"Other","message":"${message}"}`
  expect((await send('POST', '/api/contact', body)).status).toBe(200)
})

test('bytes that are no UTF-8 are shown as such or refused, never stored', async () => {
  for (const bytes of ['\xff', '\xc3(', '\xed\xa0\x80', '\xf0\x9f', 'a\xff'.repeat(20)]) {
    const body = Buffer.from(`{"college":"${bytes}"}`, 'latin1')
    const { status } = await send('PUT', '/api/users/profile', body)
    expect([200, 400]).toContain(status)
    const { user } = await member.api.accounts.profile()
    expect(user.college).toMatch(status === 200 ? /^[a(\ufffd]+$/ : /^$|^[a(\ufffd]+$/)
  }
})

test.each([String.raw`\ud800`, String.raw`a\udfff`, String.raw`\u0000`])(
  'half a character and NUL (%s) are refused',
  async (escaped) => {
    const { status } = await send('PUT', '/api/users/profile', `{"college":"${escaped}"}`)
    expect(status).toBe(400)
  },
)
