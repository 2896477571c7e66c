import { utimesSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { keysIn } from '../../../test/uploads.ts'
import { sweep } from './sweep.ts'

const { dependencies } = await startApp()
const { storage, config } = dependencies
const pathOf = (key: string) => fileURLToPath(new URL(key, config.storageUrl.replace(/\/?$/, '/')))

test('a run reads no more names than it may, the next goes on behind it, and after the last it begins anew', async () => {
  const put = async (name: string) => {
    const key = `reports/${name}.docx`
    await storage.put(key, Buffer.from('x'))
    utimesSync(pathOf(key), 1_000_000_000, 1_000_000_000)
    return key
  }
  const keys = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(put))
  const asked: string[][] = []
  const isKept = (key: string) => key === 'reports/b.docx' || key === 'reports/e.docx'
  const run = () =>
    sweep(
      dependencies,
      'reports/',
      async (some) => {
        asked.push(some)
        return new Set(some.filter(isKept))
      },
      { names: 3 },
    )
  for (let count = 0; count < 3; count++) await run()
  expect(asked).toEqual([keys.slice(0, 3), keys.slice(3, 6), keys.slice(6)])
  expect(await keysIn(storage, 'reports/')).toEqual(keys.filter(isKept))
  const another = await put('a')
  await run()
  expect(asked.at(-1)).toEqual([another, ...keys.filter(isKept)])
})

test('a run that is cut off is done again from where it began', async () => {
  for (const name of ['a', 'b', 'c']) await storage.put(`avatars/${name}`, Buffer.from('x'))
  for (const name of ['a', 'b', 'c']) utimesSync(pathOf(`avatars/${name}`), 1_000_000_000, 1_000_000_000)
  const cut = vi.spyOn(storage, 'delete').mockRejectedValueOnce(new Error('the process ends'))
  const run = () => sweep(dependencies, 'avatars/', async () => new Set<string>(), { names: 2 })
  await expect(run()).rejects.toThrow('the process ends')
  cut.mockRestore()
  await run()
  expect(await keysIn(storage, 'avatars/')).toEqual(['avatars/c'])
})
