import { expect, test, vi } from 'vitest'

import { timeLimit } from '../../../test/stall.ts'
import { checkFiles } from './checked-files.ts'
import {
  canChooseFolder,
  filesBelow,
  filesOfDrop,
  filesOfFolder,
  folderDialog,
  type Folder,
} from './folders.ts'

const chosen = (...paths: string[]) => paths.map((path) => fileAt(path))
const fileAt = (path: string) =>
  Object.defineProperty(new File(['x'], path.split('/').at(-1)!), 'webkitRelativePath', { value: path })
const paths = ({ files }: { files: { path: string }[] }) => files.map(({ path }) => path)

/** Dropped folders and files by name: a folder has its content, a file has null. */
type Tree = { [name: string]: Tree | null }
const dropped = (tree: Tree, kind = 'file') =>
  ({
    items: entriesOf(tree).map((entry) => ({ kind, webkitGetAsEntry: () => entry })),
  }) as unknown as DataTransfer
const read: string[] = []
function entriesOf(tree: Tree): unknown[] {
  return Object.entries(tree).map(([name, inside]) => ({
    name,
    isFile: inside === null,
    isDirectory: inside !== null,
    file: (done: (file: File) => void) => done(new File(['x'], name)),
    createReader() {
      read.push(name)
      const rest = entriesOf(inside!)
      return { readEntries: (done: (some: unknown[]) => void) => done(rest.splice(0, 100)) }
    },
  }))
}

test('a messy folder is cleaned: installed and generated files are left out with the reason, look-alikes stay', async () => {
  const picked = await filesOfFolder(
    chosen(
      'shop/.git/HEAD',
      'shop/node_modules/a/index.js',
      'shop/node_modules/b/dist/x.js',
      'shop/dist/app.js',
      'shop/builder/a.js',
      'shop/.env',
      'shop/README.md',
    ),
  )
  expect(paths(picked)).toEqual(['builder/a.js', '.env', 'README.md'])
  expect(picked.leftOut).toEqual([
    { path: '.git', reason: 'version history', files: 1 },
    { path: 'node_modules', reason: 'installed packages', files: 2 },
    { path: 'dist', reason: 'build output', files: 1 },
  ])
})

test('single files instead of a folder are refused', async () => {
  await expect(filesOfFolder(chosen('a.js'))).rejects.toThrow(/^Please select a folder, not individual files/)
})

test('a folder named like one that is left out can still be chosen and dropped', async () => {
  expect(paths(await filesOfFolder(chosen('out/index.html', 'out/README.md')))).toHaveLength(2)
  expect(paths(await filesOfDrop(dropped({ out: { 'index.html': null } })))).toEqual(['index.html'])
})

test('a dropped folder gives the same files as a chosen one, and folders that are left out are not read', async () => {
  read.length = 0
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`${n}.py`, null]))
  const picked = await filesOfDrop(
    dropped({ shop: { src: many, node_modules: { lib: { 'a.js': null } }, 'x.log': null, 'a.txt': null } }),
  )
  expect(picked.files).toHaveLength(251)
  expect(paths(picked)).toContain('src/249.py')
  expect(picked.leftOut).toEqual([
    { path: 'x.log', reason: 'logs', files: 1 },
    { path: 'node_modules', reason: 'installed packages' },
  ])
  expect(read).toEqual(['shop', 'src'])
})

test('a folder from the browser’s own dialog is read like a dropped one; nothing happens when nobody chooses one', async () => {
  read.length = 0
  const tree = { src: { 'a.py': null }, node_modules: { 'x.js': null }, '🚀 नोट.txt': null }
  const choosing = (show?: () => Promise<unknown>) => {
    vi.stubGlobal('window', { showDirectoryPicker: show })
    return folderDialog()
  }
  expect(choosing()).toBeUndefined()
  const cancelled = () => Promise.reject(new DOMException('The user aborted a request.', 'AbortError'))
  expect(await choosing(cancelled)!()).toBeUndefined()
  const picked = await (await choosing(async () => handleOf('shop', tree))!())!()
  expect(paths(picked)).toEqual(['🚀 नोट.txt', 'src/a.py'])
  expect(picked.leftOut).toEqual([{ path: 'node_modules', reason: 'installed packages' }])
  expect(read).toEqual(['shop', 'src'])
  const broken = { kind: 'directory', name: 'shop', values: () => failing() }
  const reading = await choosing(async () => broken)!()
  await expect(reading!()).rejects.toThrow('Error processing folder: Permission denied')
  vi.unstubAllGlobals()
})

const handleOf = (name: string, inside: Tree | null): unknown =>
  inside === null
    ? { kind: 'file', name, getFile: async () => new File(['x'], name) }
    : {
        kind: 'directory',
        name,
        async *values() {
          read.push(name)
          for (const [inner, tree] of Object.entries(inside)) yield handleOf(inner, tree)
        },
      }

const failing = () => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('Permission denied')) }),
})

test('“the empty folders are gone, and nobody said so”: those of a dropped folder are named, those with left-out files are not', async () => {
  const picked = await filesOfDrop(
    dropped({ shop: { 'a.py': null, logs: {}, src: { uploads: {} }, tmp: { 'x.log': null }, out: {} } }),
  )
  expect(picked.files).toHaveLength(1)
  expect((await checkFiles(picked, 'folder')).warnings).toContain(
    "2 empty folders are not uploaded: 'logs', 'src/uploads'. If the project needs them, put a file such as .gitkeep into each.",
  )
})

test('two dropped folders keep their names', async () => {
  const picked = await filesOfDrop(dropped({ api: { 'a.py': null }, web: { 'b.js': null } }))
  expect(paths(picked)).toEqual(['api/a.py', 'web/b.js'])
})

test('a drop that is not a folder and a browser that cannot read folders have different messages', async () => {
  await expect(filesOfDrop(dropped({ 'a.js': null }))).rejects.toThrow(
    'Please drop a folder, not individual files.',
  )
  await expect(filesOfDrop(dropped({ text: {} }, 'string'))).rejects.toThrow(
    'Please drop a folder, not individual files.',
  )
  const old = { items: [{ kind: 'file' }] } as unknown as DataTransfer
  await expect(filesOfDrop(old)).rejects.toThrow(
    'This browser cannot read dropped folders. Please use the button to choose the folder.',
  )
})

test('a browser whose file field offers single files only is detected before anything is chosen', () => {
  vi.stubGlobal('HTMLInputElement', { prototype: {} })
  vi.stubGlobal('window', {})
  expect(canChooseFolder()).toBe(false)
  vi.stubGlobal('window', { showDirectoryPicker: () => undefined })
  expect(canChooseFolder()).toBe(true)
  vi.stubGlobal('window', {})
  vi.stubGlobal('HTMLInputElement', { prototype: { webkitdirectory: false } })
  expect(canChooseFolder()).toBe(true)
  vi.unstubAllGlobals()
})

test('a folder that cannot be read says so', async () => {
  const data = dropped({ shop: {} })
  const entry = data.items[0]!.webkitGetAsEntry()
  const readEntries = (_: unknown, failed: (error: Error) => void) => failed(new Error('Permission denied'))
  Object.assign(entry!, { createReader: () => ({ readEntries }) })
  await expect(filesOfDrop(data)).rejects.toThrow('Error processing folder: Permission denied')
})

test('20,000 installed files are left out in pieces short enough for the page to respond', async () => {
  const files = chosen(
    'p/README.md',
    ...Array.from({ length: 20_000 }, (_, n) => `p/node_modules/lib-${n % 300}/${n}.js`),
  )
  const looks: number[] = []
  let last = performance.now()
  const looking = setInterval(() => {
    looks.push(performance.now() - last)
    last = performance.now()
  })
  const picked = await filesOfFolder(files)
  clearInterval(looking)
  expect(picked.leftOut).toEqual([{ path: 'node_modules', reason: 'installed packages', files: 20_000 }])
  expect(Math.max(0, ...looks)).toBeLessThan(timeLimit(500))
})

test('5,000 files in one folder are opened a few at a time, so that the page is not blocked', async () => {
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

test('20,000 left-out files of one folder are listed in pieces between which the page can respond, and are not opened', async () => {
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
