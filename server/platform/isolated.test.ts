import { getCompileCacheDir } from 'node:module'

import { expect, test } from 'vitest'

import { separateEnvironment } from './isolated.ts'

test('what works on strangers’ files knows where compiled code lies, and nothing else of ours', () => {
  const environment = separateEnvironment()
  expect(Object.keys(environment).toSorted()).toEqual(['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE'])
  expect(getCompileCacheDir()).toContain(`${environment.NODE_COMPILE_CACHE}/`)
})
