import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'

import type { Endpoint, Role } from '#contract/kit/endpoint.ts'
import { readAccessToken, writeAccessToken } from '#server/platform/sessions/access-token.ts'

import { requestsFor } from './access/requests.ts'
import { aStockedApp } from './access/stocked-app.ts'
import { type CallName, allCallers, type Caller, allowedCallers } from './access/who-may.ts'
import { startApp } from './app.ts'
import { calls, endsSession, unknownId, urlOf } from './calls.ts'
import { isLong } from './long.ts'
import { aMember, anAddress, anAdmin, deactivate } from './makers.ts'
import { sampled } from './sampled.ts'

/** Tests of rules that hold for every call of the contract. */
const app = await startApp()
const tokens: Partial<Record<Role, string>> = {}
const kindsOfBadToken = [
  'expired',
  'of another shop',
  "with another member's name",
  'of a member for staff',
  'of a session that has ended',
  'of a deactivated member',
  'unsigned',
  'with a cut signature',
] as const
let badTokens: Record<(typeof kindsOfBadToken)[number], string>

beforeAll(async () => {
  tokens.member = (await aMember(app)).token
  tokens.super_admin = (await anAdmin(app)).token
  const { secret } = app.dependencies
  const { id, sessionId } = await readAccessToken(secret, 'member', tokens.member)
  const stranger = await aMember(app)
  const signedOut = await aMember(app)
  await signedOut.api.accounts.logout()
  const gone = await aMember(app)
  await deactivate(app.db, gone.id)
  const [head, body, sign] = tokens.member.split('.')
  badTokens = {
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
  }
})

test('the table of who may make a call has every call of the contract, and agrees with it about who is asked to sign in', () => {
  expect(Object.keys(allowedCallers).toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
  for (const { name, endpoint } of calls) {
    const may = new Set(allowedCallers[name as CallName])
    const { access, ignoresCaller } = endpoint
    const isOpen = access === 'anyone'
    expect([name, may.has('visitor'), may.has('expired'), may.has('deactivated')]).toEqual([
      name,
      isOpen,
      ignoresCaller === true,
      ignoresCaller === true,
    ])
    for (const role of ['admin', 'super_admin'] as const)
      expect([name, role, may.has(role)]).toEqual([name, role, isOpen || access.includes(role)])
  }
})

let stocked: Awaited<ReturnType<typeof aStockedApp>>
let requests: Awaited<ReturnType<typeof requestsFor>>
beforeAll(async () => {
  stocked = await aStockedApp(app)
  requests = await requestsFor(stocked)
})

/** Sends a call as several callers, each from its own address, and returns their answers. */
async function answersTo(name: string, callers: readonly Caller[]) {
  const answers = []
  for (const who of callers) {
    for (const token of stocked.tokens[who]) {
      const { status, text } = await app.send(requests[name]!, token, anAddress())
      answers.push({ who, status, text: await text() })
    }
  }
  return answers
}

/**
 * The statuses that may refuse a caller: 401 for one who cannot be signed in, 403 for a role that the call is not for,
 * and 403 or 404 for a record of another member.
 */
function refusalsOf({ access }: Endpoint, who: Caller) {
  if (['visitor', 'expired', 'deactivated'].includes(who)) return [401]
  // A machine that runs projects is nobody to all calls but its own.
  if (who === 'runner') return access === 'anyone' ? [401] : [403]
  const role = who === 'admin' || who === 'super_admin' ? who : 'member'
  return access.includes(role) ? [403, 404] : [403]
}

/**
 * One hook decides by the audience of a call, so a few callers of each show it; only where some members may make a call
 * and others not, the record decides, about each of them.
 */
function callersFor(callersOf: (name: CallName) => readonly Caller[], few: number) {
  const isMember = (who: Caller) => ['owner', 'other', 'buyer'].includes(who)
  const byRecord = ({ name }: { name: string }) => {
    const members = callersOf(name as CallName).filter(isMember)
    return members.length < 3 ? members : []
  }
  const byAudience = sampled(calls, {
    classOf: ({ name }) => String(callersOf(name as CallName)),
    values: (call) => callersOf(call.name as CallName).filter((who) => !byRecord(call).includes(who)),
    few,
  })
  return (call: (typeof calls)[number]) => [...byRecord(call), ...byAudience(call)]
}
const mayCall = callersFor((name) => allowedCallers[name], 1)
const mayNotCall = callersFor((name) => allCallers.filter((who) => !allowedCallers[name].includes(who)), 1)

/** A checksum of each table. `attempts` is left out, because refused attempts are counted too. */
async function tablesOf({ app: { daily }, db }: typeof app) {
  await daily.flush()
  const tables = await db.introspection.getTables()
  const sums: Record<string, string> = {}
  for (const { name } of tables.filter(({ isView, name: table }) => !isView && table !== 'attempts')) {
    const { rows } = await sql<{ sum: string }>`
      select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${sql.table(name)} t`.execute(
      db,
    )
    sums[name] = rows[0]!.sum
  }
  return sums
}

describe('everybody but those in the table', () => {
  let before: Record<string, string>
  beforeAll(async () => {
    before = await tablesOf(app)
  })
  test.each(calls)('is refused by $name', async (call) => {
    for (const { who, status, text } of await answersTo(call.name, mayNotCall(call)))
      expect(refusalsOf(call.endpoint, who), `${who}: ${status} ${text}`).toContain(status)
  })
  test('has changed nothing by it', async () => {
    expect(await tablesOf(app)).toEqual(before)
  })
})

/** Calls that read come first, calls that delete come last. */
const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
const inOrder = calls.toSorted(
  (one, other) =>
    Number(endsSession(one.endpoint)) - Number(endsSession(other.endpoint)) ||
    order.indexOf(one.endpoint.method) - order.indexOf(other.endpoint.method),
)
test.each(inOrder)('$name is open to everybody in the table', async (call) => {
  let isDone = false
  for (const { who, status, text } of await answersTo(call.name, mayCall(call))) {
    // A record that one caller has deleted is missing for the next.
    const refusals = isDone ? [401, 403, 500] : [401, 403, 404, 500]
    expect(refusals, `${who}: ${status} ${text}`).not.toContain(status)
    isDone ||= status === 200
  }
})

const closed = calls.filter(({ endpoint }) => endpoint.access !== 'anyone')

/** One hook decides about a token for all calls of an audience. */
const badTokensFor = sampled(closed, {
  classOf: ({ endpoint }) => String(endpoint.access),
  values: kindsOfBadToken,
  few: 1,
})
test.each(closed)('$name says the same to every token that is not good, and nothing else', async (call) => {
  for (const what of badTokensFor(call)) {
    const reply = await app.send(request(call.endpoint, { id: unknownId }), badTokens[what])
    expect(reply.status, what).toBe(401)
    expect(JSON.parse(await reply.text()), what).toEqual({
      success: false,
      code: 'signed_out',
      message: expect.stringMatching(/^(Authentication required|[A-Z][a-z ]+ failed: 401)$/),
    })
  }
})

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
    { numRuns: isLong ? 40 : 1 },
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

/** Inputs close to the declared shape: its own keys with values of every kind, and invalid values. */
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
