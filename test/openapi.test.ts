import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { startApp } from './app.ts'
import { calls } from './calls.ts'
import { isLong } from './long.ts'
import { aPublishedProject, codeMailedTo } from './makers.ts'
import { openapiText, openapiFile } from './openapi.ts'

test('the checked-in description of the API is the served one (npm run api:write writes it)', async () => {
  expect(await openapiText()).toBe(readFileSync(openapiFile, 'utf8'))
})

interface Described {
  paths: Record<string, Record<string, { operationId: string; security: object[] }>>
}

test('every declared endpoint is described under a name of its own, with who may call it', async () => {
  const { paths } = JSON.parse(await openapiText()) as Described
  const described = calls.map(({ name, endpoint: { method, path } }) => {
    const call = paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
    return { name, operationId: call?.operationId, security: call?.security.flatMap(Object.keys) }
  })
  expect(described).toEqual(
    calls.map(({ name, endpoint: { access } }) => ({
      name,
      operationId: name.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()),
      security: ['member', 'staff', 'runner'].filter(
        (who) =>
          access !== 'anyone' && access.some((role) => (role.endsWith('admin') ? 'staff' : role) === who),
      ),
    })),
  )
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(calls.length)
})

test.runIf(isLong)(
  'somebody else makes a client from the description alone, and buys a project with it',
  async () => {
    execFileSync('npm', ['run', 'build', '--silent'], { cwd: client, stdio: 'inherit' })
    const { signUpAndBuy } = (await import(join(client, 'buy.ts'))) as {
      signUpAndBuy: (baseUrl: string, mailedCode: (email: string) => string) => Promise<object>
    }
    const app = await startApp()
    const project = await aPublishedProject(app, { price: 499 })
    const baseUrl = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const bought = await signUpAndBuy(baseUrl, (email) => codeMailedTo(app, email))
    expect(bought).toMatchObject({
      order: { projectId: project._id, status: 'completed', amount: 499 },
      total: 499,
      bytes: expect.any(Number),
      secondTime: 'already_owned',
    })
  },
)

const client = join(import.meta.dirname, 'client')
