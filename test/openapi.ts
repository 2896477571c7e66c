import { join } from 'node:path'

import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { sandboxGateway } from '#server/platform/payments/sandbox.ts'
import { createStorage } from '#server/platform/storage/open.ts'
import { passwordCost } from '#server/staff/passwords.ts'

export const openapiFile = join(import.meta.dirname, '..', 'docs', 'openapi.json')

/** The OpenAPI text of the app, which needs no database to describe itself. */
export async function openapiText(): Promise<string> {
  const config = readConfig({})
  const { db, pool } = connect('postgres://nobody@localhost/none')
  const nothing = async () => {}
  const jobs: Jobs = { enqueue: nothing, work: nothing, stop: nothing }
  const secret = 'only to describe, never to sign anything'
  const gateway = sandboxGateway({ db, secret, publicUrl: config.publicUrl })
  const storage = await createStorage(config)
  const app = await buildApp({
    config,
    secret,
    logKeys: [],
    db,
    jobs,
    sendNow: async () => true,
    storage,
    passwordCost,
    gateway,
    formerGateways: [],
  })
  const described: unknown = (await app.inject('/api/openapi.json')).json()
  await app.close()
  await pool.end()
  return `${written(described)}\n`
}

/** Formats JSON with one line per call and per named schema, so that a change of one is a change of its line. */
function written(value: unknown, depth = 3): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value)
  const lines = Object.entries(value).map(
    ([key, part]) => `${JSON.stringify(key)}: ${written(part, depth - 1)}`,
  )
  return `{\n${lines.join(',\n')}\n}`
}
