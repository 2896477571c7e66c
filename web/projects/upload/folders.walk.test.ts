import { expect, test } from 'vitest'

import { filesBelow, type Folder } from './folders.ts'

test('5,000 files in one folder are opened a few at a time: a page that asks for all of them at once stands still for seconds', async () => {
  let [open, mostOpen] = [0, 0]
  const file = (name: string) => ({
    name,
    async open() {
      mostOpen = Math.max(mostOpen, ++open)
      await new Promise((resume) => setImmediate(resume))
      open--
      return new File(['1'], name)
    },
  })
  const picked = await filesBelow([
    folder(Array.from({ length: 5000 }, (_, n) => file(`${String(n).padStart(4, '0')}.csv`))),
  ])
  expect(picked.files.map(({ path }) => path)).toEqual(picked.files.map(({ path }) => path).toSorted())
  expect(picked.files).toHaveLength(5000)
  expect(mostOpen).toBeLessThanOrEqual(100)
})

test('20,000 files of one folder that are left out are told in pieces between which the page answers, and not opened', async () => {
  const open = () => Promise.reject(new Error('Nobody needs it.'))
  const logs = Array.from({ length: 20_000 }, (_, n) => ({ name: `${n}.log`, open }))
  let answers = 0
  const answering = setInterval(() => answers++)
  const { files, leftOut } = await filesBelow([folder(logs)])
  clearInterval(answering)
  expect([files.length, leftOut.length]).toEqual([0, 20_000])
  expect(answers).toBeGreaterThan(0)
})

const folder = (files: { name: string; open(): Promise<File> }[]): Folder => ({
  name: 'desk',
  async *entries() {
    yield* files
  },
})
