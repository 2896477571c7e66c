import { randomBytes } from 'node:crypto'

import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { isLong, repetitions } from '../../../test/long.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import {
  aListing,
  chunkOf,
  download,
  type Files,
  filesIn,
  finalise,
  inChunks,
  sizeOf,
  upload,
  blobsIn,
  blobKeysIn,
  manifestOf,
} from '../../../test/uploads.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  owner = await aMember(app)
})

const newProject = async () => (await aProject(owner, { price: 0 }))._id
const send = async (form: FormData) => (await owner.api.releases.upload({ form })).data

const some = (count: number, prefix = 'src/file-'): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}.py`, `print(${n})\n`]))

test('a folder becomes a release: pending, counted, with languages, lines and a README', async () => {
  const id = await newProject()
  const files: Files = {
    'shop/README.md': '# Shop\n\nRun it.\n',
    'shop/src/main.py': 'print(1)\nprint(2)',
    'shop/web/app.ts': 'export {}\n',
    'shop/logo.png': Buffer.from([137, 80, 0, 10, 10, 10]),
    'shop/empty.txt': '',
    'shop/.env': 'KEY=1\n',
  }
  const received = await send(chunkOf(id, files))
  expect(received).toEqual({
    uploadId: expect.any(String),
    fileCount: 6,
    totalFileSize: sizeOf(files),
    failedUploads: [],
    excluded: [],
  })
  expect((await owner.api.projects.get({ params: { id } })).project.hasFiles).toBe(false)
  const project = await finalise(owner, id, files)
  expect(project).toMatchObject({
    hasFiles: true,
    fileCount: 6,
    totalFileSize: sizeOf(files),
    releaseNumber: 1,
    verificationStatus: 'pending',
  })
  const { folders, readmeHtml, lines } = await owner.api.releases.contents({ params: { id } })
  const contents = folders.flatMap(({ entries }) => entries.filter((entry) => entry.files === null))
  expect(contents.map(({ path, language }) => [path, language])).toEqual([
    ['.env', null],
    ['empty.txt', 'Text'],
    ['logo.png', null],
    ['README.md', 'Markdown'],
    ['src/main.py', 'Python'],
    ['web/app.ts', 'TypeScript'],
  ])
  expect([readmeHtml, lines]).toEqual([expect.stringContaining('# Shop\n\nRun it.\n'), 3 + 2 + 1 + 1])
  expect(app.jobs.asked.filter(({ kind }) => kind === 'build-archive')).toEqual([])
  expect(app.jobs.asked.filter(({ kind }) => kind === 'render-readme')).toHaveLength(1)
})

const many = isLong ? 1000 : 250
test(`${many} files of 20 kB come back byte for byte`, async () => {
  const id = await newProject()
  const files: Files = Object.fromEntries(
    Array.from({ length: many }, (_, n) => [`dir-${n % 37}/file ${n}.bin`, randomBytes(20_000 + n)]),
  )
  const project = await upload(owner, id, files)
  expect([project.fileCount, project.totalFileSize]).toEqual([many, sizeOf(files)])
  const answer = await download(app, owner.token, id)
  const back = filesIn(answer.rawPayload)
  expect(Object.keys(back).toSorted()).toEqual(Object.keys(files).toSorted())
  const different = Object.entries(files).filter(([path, bytes]) => !back[path]!.equals(bytes as Buffer))
  expect(different).toEqual([])
})

const orders = repetitions(500, 8)
vi.setConfig({ testTimeout: 120_000 + orders * 1000 })
test(`chunks in any order, each any number of times, with whatever flags, make the same release, in ${orders} orders`, async () => {
  const files = some(23)
  const chunks = inChunks(files, 6)
  const inOrder = await newProject()
  await upload(owner, inOrder, files)
  const wanted = await manifestOf(app, inOrder)
  const deliveries = fc.shuffledSubarray(
    chunks.flatMap((_, index) => [index, index, index]),
    { minLength: chunks.length * 3 },
  )
  await fc.assert(
    fc.asyncProperty(
      deliveries,
      fc.infiniteStream(fc.boolean()),
      fc.boolean(),
      async (order, flags, fieldsLast) => {
        const id = await newProject()
        for (const index of order) {
          const [isFirst, isLast] = [flags.next().value, flags.next().value]
          const chunk = { index, total: chunks.length, isFirst, isLast, fieldsLast }
          await send(chunkOf(id, chunks[index]!, chunk))
        }
        await finalise(owner, id, files)
        expect(await manifestOf(app, id)).toEqual(wanted)
      },
    ),
    { numRuns: orders },
  )
})

test('chunks sent all at once, each three times, make the same release', async () => {
  const files = some(60)
  const chunks = inChunks(files, 6)
  const id = await newProject()
  const tripled = [...chunks.entries()].flatMap((entry) => [entry, entry, entry])
  await Promise.all(
    tripled.map(([index, chunk]) => send(chunkOf(id, chunk, { index, total: chunks.length }))),
  )
  await finalise(owner, id, files)
  expect((await manifestOf(app, id)).map(({ path }) => path)).toEqual(
    Object.keys(files)
      .map((path) => path.replace('src/', ''))
      .toSorted(),
  )
  for (const key of await blobKeysIn(app))
    expect(await app.dependencies.storage.about(key), key).toBeDefined()
})

test('the answer to a repeated chunk is the same', async () => {
  const id = await newProject()
  const first = await send(chunkOf(id, some(3)))
  expect(await send(chunkOf(id, some(3)))).toEqual(first)
  expect(await send(chunkOf(id, some(3), { uploadId: first.uploadId, fieldsLast: true }))).toEqual(first)
})

test('other contents under the same index take the place of what was there', async () => {
  const id = await newProject()
  const { uploadId } = await send(chunkOf(id, { 'x/a.py': '1' }, { index: 0, total: 2 }))
  await send(chunkOf(id, { 'x/b.py': '22', 'x/c.py': '3' }, { index: 1, total: 2 }))
  const { fileCount, totalFileSize } = await send(
    chunkOf(id, { 'x/b.py': '4444' }, { index: 1, total: 2, uploadId }),
  )
  expect([fileCount, totalFileSize]).toEqual([2, 5])
  await finalise(owner, id, { 'x/a.py': '1', 'x/b.py': '4444' })
  expect(filesIn((await download(app, owner.token, id)).rawPayload)).toEqual({
    'a.py': Buffer.from('1'),
    'b.py': Buffer.from('4444'),
  })
})

test('files move between chunks without getting in each other’s way', async () => {
  const id = await newProject()
  const { uploadId } = await send(chunkOf(id, { 'x/a': '1', 'x/b': '2' }, { index: 0, total: 2 }))
  await send(chunkOf(id, { 'x/b': '2', 'x/c': '3' }, { index: 1, total: 2, uploadId }))
  await send(chunkOf(id, { 'x/a': '1' }, { index: 0, total: 2, uploadId }))
  expect((await finalise(owner, id, { a: '1', b: '2', c: '3' })).fileCount).toBe(3)
})

test('a later first chunk with other files wins; the other upload learns of it', async () => {
  const id = await newProject()
  const one = await send(chunkOf(id, { 'x/one': '1' }, { index: 0, total: 2 }))
  const two = await send(chunkOf(id, { 'x/two': '2' }, { index: 0, total: 2 }))
  expect(two.uploadId).not.toBe(one.uploadId)
  const late = chunkOf(id, { 'x/one-more': '1' }, { index: 1, total: 2, uploadId: one.uploadId })
  await expect(send(late)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Another upload of this project has started. Please start this upload again.',
  })
  await send(chunkOf(id, { 'x/two-more': '2' }, { index: 1, total: 2, uploadId: two.uploadId }))
  await finalise(owner, id, { two: '2', 'two-more': '2' })
  expect((await manifestOf(app, id)).map(({ path }) => path)).toEqual(['two', 'two-more'])
})

test('a chunk of a differently cut upload is refused', async () => {
  const id = await newProject()
  await send(chunkOf(id, { 'x/one': '1' }, { index: 0, total: 3 }))
  const other = chunkOf(id, { 'x/two': '1' }, { index: 1, total: 2 })
  await expect(send(other)).rejects.toMatchObject({ code: 'conflict' })
})

test('re-upload makes the next release, and the old one stays until then', async () => {
  const { owner: seller, admin, id } = await aListing(app, { 'a.txt': 'old', 'b.txt': 'b' })
  const next: Files = { 'a.txt': 'new', 'c.txt': 'c' }
  await seller.api.releases.reUpload({ params: { id }, form: chunkOf(undefined, next) })
  expect((await app.api.projects.get({ params: { id } })).project).toMatchObject({ releaseNumber: 1 })
  expect(filesIn((await download(app, seller.token, id)).rawPayload)['a.txt']!.toString()).toBe('old')
  const project = await finalise(seller, id, next)
  expect(project).toMatchObject({ releaseNumber: 2, verificationStatus: 'pending' })
  expect(filesIn((await download(app, seller.token, id)).rawPayload)['a.txt']!.toString()).toBe('new')
  expect(filesIn((await download(app, seller.token, id, { ref: '1' })).rawPayload)['a.txt']!.toString()).toBe(
    'old',
  )
  await expect(app.api.projects.get({ params: { id } })).rejects.toMatchObject({ code: 'not_found' })
  await admin.api.projects.update({ params: { id }, body: { verificationStatus: 'approved' } })
  expect((await app.api.projects.get({ params: { id } })).project).toMatchObject({ releaseNumber: 2 })
})

test('the same bytes are stored once, whoever uploads them, small or large', async () => {
  const small = randomBytes(1000)
  const large = randomBytes(600_000)
  const files = { 'x/one': small, 'x/two': small, 'x/three': large, 'x/four': large }
  const before = new Set(await blobKeysIn(app))
  await upload(owner, await newProject(), files)
  const other = await aMember(app)
  await upload(other, (await aProject(other))._id, files)
  const added = (await blobsIn(app)).filter(({ key }) => !before.has(key))
  expect(added.map(({ size }) => size).toSorted((a, b) => a - b)).toEqual([1000, 600_000])
  const stored = []
  for await (const { key } of app.dependencies.storage.list('blobs/')) if (!before.has(key)) stored.push(key)
  expect(stored.toSorted()).toEqual(added.map(({ key }) => key).toSorted())
})

test('excluded files are dropped, told of, and not counted', async () => {
  const id = await newProject()
  const kept = { 'x/src/a.py': '1', 'x/.env': 'KEY=1', 'x/builder/b.py': '2' }
  const junk = {
    'x/node_modules/lib/index.js': 'x'.repeat(5000),
    'x/debug.log': 'y',
    'x/package-lock.json': '{}',
  }
  for (const fieldsLast of [false, true]) {
    const { excluded, fileCount, totalFileSize } = await send(
      chunkOf(id, { ...junk, ...kept }, { fieldsLast }),
    )
    expect(excluded.toSorted()).toEqual(Object.keys(junk).toSorted())
    expect([fileCount, totalFileSize]).toEqual([3, sizeOf(kept)])
  }
  await finalise(owner, id, kept)
  expect((await manifestOf(app, id)).map(({ path }) => path)).toEqual(['.env', 'builder/b.py', 'src/a.py'])
})

test('a part that is large and excluded does not count towards any limit', async () => {
  const id = await newProject()
  const files = { 'x/a.py': '1', 'x/dist/big.bin': Buffer.alloc(11 * 1024 * 1024) }
  for (const fieldsLast of [false, true]) {
    expect((await send(chunkOf(id, files, { fieldsLast }))).totalFileSize).toBe(1)
  }
})
