import { expect, test } from 'vitest'

import { checkFiles } from '#web/projects/upload/checked-files.ts'
import { filesBelow, type Folder } from '#web/projects/upload/folders.ts'

const refusal = (name: string) => () => Promise.reject(new DOMException('No.', name))
const file = (name: string, open = async () => new File(['x'], name)) => ({ name, open })
const folder = (name: string, ...inside: (Folder | ReturnType<typeof file>)[]): Folder => ({
  name,
  async *entries() {
    yield* inside
  },
})
const closed = (name: string): Folder => ({
  name,
  entries: () => ({ [Symbol.asyncIterator]: () => ({ next: refusal('NotAllowedError') }) }),
})

test('“one file that cannot be opened refuses the whole folder”: it is named, and left out on request', async () => {
  const picked = await filesBelow([
    folder(
      'app',
      file('README.md'),
      file('main.py'),
      folder('docs', file('a very long name.pdf', refusal('NotFoundError')), file('b.txt')),
      folder('public', file('storage', refusal('NotReadableError'))),
      closed('locked'),
    ),
  ])
  const before = await checkFiles(picked, 'folder')
  expect(before.files.map(({ path }) => path)).toEqual(['README.md', 'main.py', 'docs/b.txt'])
  expect(new Set(before.errors)).toEqual(
    new Set([
      'docs/a very long name.pdf cannot be opened',
      'public/storage cannot be opened',
      'locked/ cannot be opened',
    ]),
  )
  const without = before.unreadable.map(({ path }) => path)
  const after = await checkFiles(picked, 'folder', { without })
  expect(after.errors).toEqual([])
  expect(after.files).toHaveLength(3)
  expect(after.leftOut.map(({ path, reason }) => `${path}: ${reason}`)).toEqual(
    without.map((path) => `${path}: left out by you`),
  )
})
