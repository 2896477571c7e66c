import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'

import { describedApi, openapiFile } from './openapi.ts'

test('the checked-in description of the API is the served one (npm run api:write writes it)', async () => {
  expect(await describedApi()).toBe(readFileSync(openapiFile, 'utf8'))
})

test('every declared endpoint is described', async () => {
  const { paths } = JSON.parse(await describedApi()) as { paths: Record<string, Record<string, unknown>> }
  const declared: Endpoint[] = Object.values(contract).flatMap((group) => Object.values(group) as Endpoint[])
  const missing = declared.filter(
    ({ method, path }) => !paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()],
  )
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})
