import { beforeAll, expect, test } from 'vitest'

import type { Endpoint, Role } from '#contract/kit/endpoint.ts'

import { startApp } from './app.ts'
import { calls, endsSession, fieldsIn, urlOf } from './calls.ts'
import { formBytes, jsonBytes } from './hostile.ts'
import { inputs } from './inputs.ts'
import { isLong } from './long.ts'
import { aMember, anAddress, anAdmin, aProject, aPublishedProject } from './makers.ts'

/**
 * Tests that the names that every object has by itself are words like others. Looked up in a plain object, they find a
 * function in place of nothing.
 */
const app = await startApp()
const tokens: Partial<Record<Role, string>> = {}
let projectId: string
beforeAll(async () => {
  const owner = await aMember(app)
  const admin = await anAdmin(app)
  tokens.member = owner.token
  tokens.super_admin = admin.token
  await aPublishedProject(app, { owner, admin })
  projectId = (await aProject(owner))._id
})

const ownNames = [...Object.getOwnPropertyNames(Object.prototype), 'prototype']

test.each(calls.filter(({ endpoint }) => !endsSession(endpoint)))(
  '$name takes them as values and as keys',
  async ({ name, endpoint }) => {
    const token = tokenFor(endpoint)
    for (const { headers, ...request } of requestsTo(name, endpoint)) {
      const { statusCode, body } = await app.app.inject({
        ...request,
        headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
        remoteAddress: anAddress(),
      })
      expect(statusCode, `${request.url} ${body}`).toBeLessThan(500)
    }
  },
)

const tokenFor = ({ access }: Endpoint) =>
  access === 'anyone' ? undefined : tokens[access.includes('member') ? 'member' : 'super_admin']

/** The names that a call is tried with: one of each form, or one in small letters where only members and staff call. */
const namesFor = ({ access }: Endpoint) =>
  access !== 'anyone' ? ['constructor'] : isLong ? ownNames : ['constructor', '__proto__']

/** The requests of a call that have one of the names as the value of a field, as a key, or as the name of a file. */
function requestsTo(name: string, endpoint: Endpoint) {
  const { method, params, query, body, form, files } = endpoint
  const input = { ...inputs[name] }
  const urlWith = (params?: Record<string, string>, query?: Record<string, string>) =>
    urlOf(endpoint, { id: projectId, name: 'Web Development', ...params }, query)
  const sent = files ? formBytes(input, [[files, 'a.txt']]) : body ? json(JSON.stringify(input)) : {}
  const addresses = namesFor(endpoint).flatMap((word) => [
    ...keysOf(params).map((key) => urlWith({ [key]: word })),
    ...[...keysOf(query), word].map((key) => urlWith({}, { [key]: word })),
  ])
  const bodies = namesFor(endpoint).flatMap((word) => [
    ...(body ? [...fieldsIn(body).map(({ path }) => path), [word]] : []).map((path) =>
      json(jsonBytes(input, path, word)),
    ),
    ...(files ? [...keysOf(form), word] : []).map((key) =>
      formBytes({ ...input, [key]: word }, [[files!, word]]),
    ),
    ...(files ? [formBytes(input, [[word, 'a.txt']])] : []),
  ])
  return [
    ...addresses.map((url) => ({ method, url, headers: {}, ...sent })),
    ...bodies.map((sent) => ({ method, url: urlWith(), ...sent })),
  ]
}

const keysOf = (schema: { shape: object } | undefined) => Object.keys(schema?.shape ?? {})

const json = (payload: string | Buffer) => ({ payload, headers: { 'content-type': 'application/json' } })
