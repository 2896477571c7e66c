import { setImmediate as nextTurn } from 'node:timers/promises'

import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { bodyBytes, type Endpoint, type Role } from '#contract/kit/endpoint.ts'

import { startApp } from './app.ts'
import { calls, described, endsSession, type Field, fieldsIn, urlOf } from './calls.ts'
import { formBytes, type Hostile, hostileTexts, inAddress, jsonBytes } from './hostile.ts'
import { inputs } from './inputs.ts'
import { aMember, anAddress, anAdmin, aProject } from './makers.ts'
import { sampled } from './sampled.ts'
import { longestStall, timeLimit } from './stall.ts'

/** Tests that no text in any field of any call causes a 5xx or blocks the process for other callers. */
const app = await startApp()
const tokens: Partial<Record<Role, string>> = {}
let projectId: string
beforeAll(async () => {
  const owner = await aMember(app)
  tokens.member = owner.token
  tokens.super_admin = (await anAdmin(app)).token
  projectId = (await aProject(owner))._id
})

/** The longest time in milliseconds that one call may block the process. */
const maxStall = timeLimit(250)
/** Node refuses longer addresses. */
const addressBytes = 15_000
/** The longest text field of a form. */
const fieldBytes = 1_000_000

const withInput = calls.filter(({ endpoint }) => endpoint.body ?? endpoint.form)

test.each(withInput)(
  'the input of $name, before a field of it turns hostile, is a right one',
  ({ name, endpoint }) => {
    expect((endpoint.body ?? endpoint.form)!.safeParse(inputs[name])).toMatchObject({ success: true })
  },
)

type Part = 'params' | 'query' | 'body' | 'form' | 'file name'
interface PartField extends Field {
  part: Part
}
const fields = calls
  .filter(({ endpoint }) => !endsSession(endpoint))
  .flatMap(({ name, endpoint }) => fieldsOf(endpoint).map((field) => ({ name, endpoint, ...field })))

/** Describes the input of a field without the bounds, choices and defaults of its texts. */
const unbounded = (schema: Field['schema']) =>
  described(schema).replaceAll(/"(?:(?:max|min)\w+":\d+|enum":\[[^\]]*\]|default":[^,}]*)/g, '')

/**
 * Fields of the same part of a request and the same schema are read alike, those with and those without a session, and
 * whatever the length is to which a text is limited.
 */
const classOf = ({ part, schema, endpoint }: (typeof fields)[number]) =>
  `${part} ${endpoint.access === 'anyone'} ${unbounded(schema)}`
const textsFor = sampled(fields, { classOf, values: hostileTexts, few: 1 })
const callersFor = sampled(fields, { classOf, values: callersOf, few: 1 })

/** The length of a text is limited per part of the request, so one field of each part gets the longest text. */
const isFirstOfPart = (field: (typeof fields)[number]) =>
  fields.find(({ name, part }) => name === field.name && part === field.part) === field

test.each(fields)('$name takes any text for $part $path', async (field) => {
  const { name, endpoint } = field
  const lengths = isFirstOfPart(field) ? [30, maxLength(endpoint, field)] : [30]
  for (const token of callersFor(field)) {
    for (const { kind, textOf } of textsFor(field)) {
      for (const value of new Set(lengths.map(textOf))) {
        const request = requestWith(value, name, endpoint, field)
        const { status, stall } = await answerTo(request, token)
        expect(status, kind).toBeLessThan(500)
        expect(stall, `${kind}, ${value.length} long`).toBeLessThan(maxStall)
      }
    }
  }
})

function fieldsOf({ params, query, body, form, files }: Endpoint): PartField[] {
  const of = (part: Part, fields: Field[]) => fields.map((field) => ({ part, ...field }))
  return [
    ...of('params', fieldsIn(params)),
    ...of('query', fieldsIn(query)),
    ...of('body', body ? [{ path: [], schema: body }, ...fieldsIn(body)] : []),
    ...of('form', fieldsIn(form)),
    ...of('file name', files ? [{ path: [files], schema: z.string() }] : []),
  ]
}

/** The tokens of all roles for which the call treats the field differently. */
function callersOf({ endpoint: { access, method }, part }: (typeof fields)[number]): (string | undefined)[] {
  if (access === 'anyone')
    return method === 'GET' && part === 'query' ? [undefined, tokens.super_admin] : [undefined]
  return (['member', 'super_admin'] as const)
    .filter((role) => access.includes(role))
    .map((role) => tokens[role])
}

function maxLength({ bodyLimit = bodyBytes }: Endpoint, { part }: PartField): number {
  if (part === 'body') return bodyLimit - 1000
  return part === 'form' ? fieldBytes : addressBytes / 3
}

function requestWith(value: Hostile, name: string, endpoint: Endpoint, { part, path }: PartField) {
  const { method, body, files } = endpoint
  const [key] = path as string[]
  const address = urlOf(endpoint, { id: projectId }, {})
  const url =
    part === 'params'
      ? urlOf(endpoint, { id: projectId, [key!]: mark }).replace(mark, inAddress(value))
      : part === 'query'
        ? `${address}${key}=${inAddress(value)}`
        : address + versionOf(endpoint)
  const input = inputs[name] ?? {}
  if (files) {
    const texts = { projectId, ...input, ...(part === 'form' && { [key!]: value }) } as Record<
      string,
      Hostile
    >
    return { method, url, ...formBytes(texts, [[files, part === 'file name' ? value : 'a.txt']]) }
  }
  if (!body) return { method, url }
  const payload = part === 'body' ? jsonBytes(input, path, value) : Buffer.from(JSON.stringify(input))
  return { method, url, payload, headers: { 'content-type': 'application/json' } }
}
const mark = 'hostile'

/** The query of an edit, which names the edited version beside the body. */
const versionOf = ({ query }: Endpoint) => (query && 'version' in query.shape ? 'version=0' : '')

/**
 * Returns a call's status and the longest time in milliseconds that it blocked the process. A long time is measured
 * again: a fault of the app is slow each time, a collection of garbage is not.
 */
async function answerTo(request: ReturnType<typeof requestWith>, token: string | undefined, attempts = 3) {
  const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) }
  let status = 0
  const stall = await longestStall(async () => {
    status = (await app.app.inject({ ...request, headers, remoteAddress: anAddress() })).statusCode
    await nextTurn()
  })
  if (stall >= maxStall && attempts > 1) return answerTo(request, token, attempts - 1)
  return { status, stall }
}
