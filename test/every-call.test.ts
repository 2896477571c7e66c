import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'

import type { Endpoint, Role } from '#contract/kit/endpoint.ts'
import { readAccessToken, writeAccessToken } from '#server/sessions/access-token.ts'

import { startApp } from './app.ts'
import { calls, endsSession, unknownId, urlOf } from './calls.ts'
import { aMember, anAdmin } from './makers.ts'

/** What holds for every call of the contract, whoever adds it. */
const app = await startApp()
const tokens: Partial<Record<Role, string>> = {}
const badTokens: Record<string, string> = {}

beforeAll(async () => {
  tokens.member = (await aMember(app)).token
  tokens.super_admin = (await anAdmin(app)).token
  const { secret } = app.parts
  const { id, sessionId } = await readAccessToken(secret, 'member', tokens.member)
  const stranger = await aMember(app)
  const signedOut = await aMember(app)
  await signedOut.api.accounts.logout()
  const gone = await aMember(app)
  await app.db.updateTable('members').set({ deactivatedAt: new Date() }).where('id', '=', gone.id).execute()
  const [head, body, sign] = tokens.member.split('.')
  Object.assign(badTokens, {
    expired: await writeAccessToken(secret, 'member', { id, sessionId }, -60),
    'of another shop': await writeAccessToken(`${secret}!`, 'member', { id, sessionId }, 900),
    "with another member's name": await writeAccessToken(
      secret,
      'member',
      { id: stranger.id, sessionId },
      900,
    ),
    'of a member for staff': await writeAccessToken(secret, 'staff', { id, sessionId }, 900),
    'of a session that has ended': signedOut.token,
    'of a deactivated member': gone.token,
    unsigned: `${btoa('{"alg":"none","typ":"at+jwt"}').replaceAll('=', '')}.${body}.`,
    'with a cut signature': `${head}.${body}.${sign!.slice(0, -2)}`,
  })
})

test.each(calls)('$name is open only to whom the contract names', async ({ endpoint }) => {
  const status = async (token?: string) =>
    (await app.send(request(endpoint, { id: unknownId }), token)).status
  if (endpoint.access === 'anyone') return expect(await status()).not.toBe(401)
  expect(await status()).toBe(401)
  expect(await status('not.a.token')).toBe(401)
  for (const role of ['member', 'super_admin'] as const) {
    const isNamed = endpoint.access.includes(role)
    if (isNamed && endsSession(endpoint)) continue
    expect((await status(tokens[role])) === 403, role).toBe(!isNamed)
  }
})

const closed = calls.filter(({ endpoint }) => endpoint.access !== 'anyone')
test.each(closed)(
  '$name says the same to every token that is not good, and nothing else',
  async ({ endpoint }) => {
    for (const [what, token] of Object.entries(badTokens)) {
      const reply = await app.send(request(endpoint, { id: unknownId }), token)
      expect(reply.status, what).toBe(401)
      expect(JSON.parse(await reply.text()), what).toEqual({
        success: false,
        code: 'signed_out',
        message: expect.stringMatching(/^(Authentication required|[A-Z][a-z ]+ failed: 401)$/),
      })
    }
  },
)

test.each(calls)('$name answers no input with a 5xx', async ({ endpoint }) => {
  const token =
    endpoint.access === 'anyone'
      ? undefined
      : tokens[endpoint.access.includes('member') ? 'member' : 'super_admin']
  if (endsSession(endpoint)) return
  await fc.assert(
    fc.asyncProperty(inputFor(endpoint), async (input) => {
      const { status, text } = await app.send(request(endpoint, input.params, input.query, input.body), token)
      expect(status, await text()).toBeLessThan(500)
    }),
    { numRuns: 40 },
  )
})

function request(
  endpoint: Endpoint,
  params: Record<string, string | undefined> = {},
  query: Record<string, string | undefined> = {},
  sent?: unknown,
) {
  const { method, body, files } = endpoint
  const url = urlOf(endpoint, params, query)
  if (files) return { method, url, body: formOf(sent) }
  return { method, url, ...(body && { body: JSON.stringify(sent ?? {}) }) }
}

function formOf(fields: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {}))
    form.append(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  return form
}

/** Inputs near the declared shape: its own keys with values of every kind, and plain rubbish. */
function inputFor({ params, query, body, form }: Endpoint) {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(unknownId, '', '0', '-1', '1e400', '../..', "' or 1=1--", '%00', '__proto__'),
  )
  const any = fc.oneof(
    text,
    fc.jsonValue(),
    fc.double(),
    fc.integer(),
    fc.constantFrom(null, true, [], {}, [unknownId], [null]),
  )
  return fc.record({
    params: fc.record(shaped(params, text), { requiredKeys: [] }),
    query: fc.record(shaped(query, text), { requiredKeys: [] }),
    body: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record(shaped(form ?? (body as z.ZodObject | undefined), any), { requiredKeys: [] }),
      },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
  })
}

const shaped = <T>(
  schema: z.ZodObject | undefined,
  value: fc.Arbitrary<T>,
): Record<string, fc.Arbitrary<T>> =>
  Object.fromEntries(Object.keys(schema?.shape ?? {}).map((key) => [key, value]))
