import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { isLong } from '../../../test/long.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import {
  chunkOf,
  type Files,
  finalise,
  inChunks,
  keysIn,
  receivedIn,
  blobKeysIn,
} from '../../../test/uploads.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  owner = await aMember(app)
})

const megabyte = 1024 * 1024
const newProject = async () => (await aProject(owner))._id
const send = async (form: FormData, by = owner) => (await by.api.releases.upload({ form })).data
const some = (count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`x/${n}.py`, `${n}`]))

/** The upload rows and stored files, to show that a refusal leaves nothing. */
const traces = async () => ({
  received: await receivedIn(app),
  blobs: await blobKeysIn(app),
  objects: await keysIn(app.dependencies.storage),
})

async function refused(form: FormData, wanted: { code: string; message: string }, by = owner) {
  const before = await traces()
  await expect(send(form, by)).rejects.toMatchObject(wanted)
  expect(await traces()).toEqual(before)
}

const badPaths = [
  '../evil',
  'a/../../evil',
  '/etc/passwd',
  'a\\b',
  '..\\evil',
  'C:/x',
  'a\0b',
  'a\nb',
  '',
  'a//b',
  './a',
]

test.each(badPaths)('the path %j is refused by name, and nothing of the chunk is kept', async (path) => {
  const id = await newProject()
  const shown = path.replaceAll('\0', '\\0').replaceAll('\n', '\\xa')
  for (const fieldsLast of [false, true]) {
    const files = { 'x/good.py': randomUUID(), 'x/bad.py': randomUUID() }
    const form = chunkOf(id, files, { fieldsLast, relativePaths: ['x/good.py', path] })
    await refused(form, { code: 'invalid_input', message: expect.stringContaining(`'${shown}'`) })
  }
})

test('a list of paths that does not fit the files is refused', async () => {
  const id = await newProject()
  const lists: [unknown, string][] = [
    [['x/0.py'], 'relativePaths names 1 files, but 2 came'],
    [['x/0.py', 'x/1.py', 'x/2.py'], 'relativePaths names 3 files, but 2 came'],
    [[], 'relativePaths names 0 files, but 2 came'],
    [{ 0: 'x/0.py' }, 'relativePaths must be a list of texts'],
    [['x/0.py', 7], expect.any(String)],
  ]
  for (const [relativePaths, message] of lists) {
    for (const fieldsLast of [false, true]) {
      await refused(chunkOf(id, some(2), { relativePaths, fieldsLast }), { code: 'invalid_input', message })
    }
  }
  const broken = chunkOf(id, some(1))
  broken.set('relativePaths', '["x/0.py"')
  await refused(broken, { code: 'invalid_input', message: 'relativePaths must be a JSON list' })
  const missing = chunkOf(id, some(1))
  missing.delete('relativePaths')
  await refused(missing, { code: 'invalid_input', message: 'relativePaths is missing' })
})

test('a file over 10 MB is refused by name, however it is announced; one of exactly 10 MB is not', async () => {
  const id = await newProject()
  const message = 'x/big.bin exceeds 10MB limit'
  for (const fieldsLast of [false, true]) {
    const files = {
      'x/a.py': randomUUID(),
      'x/big.bin': randomBytes(10 * megabyte + 1),
      'x/b.py': randomUUID(),
    }
    await refused(chunkOf(id, files, { fieldsLast }), { code: 'too_large', message })
  }
  expect((await send(chunkOf(id, { 'x/big.bin': Buffer.alloc(10 * megabyte) }))).totalFileSize).toBe(
    10 * megabyte,
  )
})

test('the 101st file of a chunk is refused', async () => {
  const id = await newProject()
  await refused(chunkOf(id, some(101)), { code: 'invalid_input', message: 'At most 100 files in one chunk' })
  await refused(chunkOf(id, some(150)), { code: 'invalid_input', message: 'At most 100 files in one chunk' })
  expect((await send(chunkOf(id, some(100)))).fileCount).toBe(100)
})

test.runIf(isLong)('more than 100 MB in one chunk is refused', async () => {
  const id = await newProject()
  const part = Buffer.alloc(10 * megabyte, 7)
  const files = Object.fromEntries([...Array(10).keys()].map((n) => [`x/${n}`, part]))
  for (const fieldsLast of [false, true]) {
    const form = chunkOf(id, { ...files, 'x/last': 'a' }, { fieldsLast })
    await refused(form, { code: 'too_large', message: 'Total project size exceeds 100MB limit' })
  }
  expect((await send(chunkOf(id, files))).totalFileSize).toBe(100 * megabyte)
})

test('100.1 MB in several chunks is refused at the chunk that goes beyond', async () => {
  const id = await newProject()
  const chunk = (index: number) =>
    chunkOf(id, { [`x/${index}`]: Buffer.alloc(megabyte, index) }, { index, total: 3 })
  const { uploadId } = await send(chunk(0))
  // As if it had been 98.1 MB.
  await app.db
    .updateTable('uploadFiles')
    .set({ size: Math.ceil(98.1 * megabyte) })
    .where('uploadId', '=', uploadId!)
    .execute()
  await send(chunk(1))
  await refused(chunk(2), { code: 'too_large', message: 'Total project size exceeds 100MB limit' })
})

test('names that differ only in case are refused within a chunk', async () => {
  const message = "'x/A.py' and 'x/a.py' differ only in case"
  await refused(chunkOf(await newProject(), { 'x/a.py': '1', 'x/A.py': '2' }), {
    code: 'invalid_input',
    message,
  })
})

test('names that differ only in case, repeat or bury a file are refused when they meet in the release', async () => {
  const clashes: [Files, Files, string][] = [
    [{ 'x/a.py': '1' }, { 'x/A.py': '2' }, 'differ only in case'],
    [{ 'x/a.py': '1' }, { 'x/a.py': '2' }, "'x/a.py' appears twice"],
    [{ 'x/lib': '1' }, { 'x/lib/a.py': '2' }, "'x/lib' is both a file and a folder"],
  ]
  for (const [one, two, message] of clashes) {
    const id = await newProject()
    await send(chunkOf(id, one, { index: 0, total: 2 }))
    await send(chunkOf(id, two, { index: 1, total: 2 }))
    await expect(finalise(owner, id, { one: '1', two: '2' })).rejects.toThrow(message)
    expect((await owner.api.projects.get({ params: { id } })).project.hasFiles).toBe(false)
  }
})

test('a ZIP of more than 50 files is refused, counted after exclusions and over all chunks', async () => {
  const id = await newProject()
  const message = 'Too many files (51). Max 50.'
  await refused(chunkOf(id, some(51), { uploadType: 'zip' }), { code: 'too_large', message })
  const excluded = { 'x/node_modules/a.js': '1', 'x/node_modules/b.js': '2' }
  expect((await send(chunkOf(id, { ...some(50), ...excluded }, { uploadType: 'zip' }))).fileCount).toBe(50)
  const [one, two] = inChunks(some(51), 30)
  await send(chunkOf(id, one!, { index: 0, total: 2, uploadType: 'zip' }))
  await refused(chunkOf(id, two!, { index: 1, total: 2, uploadType: 'zip' }), { code: 'too_large', message })
})

test('a release without any file is refused', async () => {
  const id = await newProject()
  expect((await send(chunkOf(id, { 'x/debug.log': 'x' }))).fileCount).toBe(0)
  await expect(finalise(owner, id, {})).rejects.toThrow('No valid files to upload.')
})

test('a chunk beyond the announced number is refused', async () => {
  const form = chunkOf(await newProject(), some(1), { index: 2, total: 2 })
  await refused(form, { code: 'invalid_input', message: 'There is no chunk 2 among 2' })
})

test('without a project the upload is refused', async () => {
  const message = 'Project ID is required for upload'
  for (const fieldsLast of [false, true]) {
    await refused(chunkOf(undefined, some(2), { fieldsLast }), { code: 'invalid_input', message })
  }
  await refused(chunkOf('', some(2)), { code: 'invalid_input', message })
})

test('a stranger’s, an unknown and a deleted project answer 404', async () => {
  const stranger = await aMember(app)
  const [id, deleted] = [await newProject(), await newProject()]
  await owner.api.projects.remove({ params: { id: deleted } })
  const notFound = { code: 'not_found', message: 'Project not found' }
  for (const fieldsLast of [false, true]) {
    await refused(chunkOf(id, some(2), { fieldsLast }), notFound, stranger)
    await refused(chunkOf(randomUUID(), some(2), { fieldsLast }), notFound)
    await refused(chunkOf(deleted, some(2), { fieldsLast }), notFound)
  }
  const form = chunkOf(id, some(2))
  await expect(stranger.api.releases.reUpload({ params: { id }, form })).rejects.toMatchObject(notFound)
  await expect(finalise(stranger, id, some(2))).rejects.toMatchObject(notFound)
})

test('a project that is not the sender’s, or that cannot be one, is refused before any file is looked at', async () => {
  const stranger = await aMember(app)
  const put = vi.spyOn(app.dependencies.storage, 'put')
  const stream = vi.spyOn(app.dependencies.storage, 'putStream')
  const files = { 'x/a.py': randomUUID(), 'x/b.bin': randomBytes(megabyte) }
  const [unknown, foreign] = [randomUUID(), await newProject()]
  const refusals: [string | undefined, string][] = [
    ['', 'Project ID is required for upload'],
    ['none', 'Invalid UUID'],
    [unknown, 'Project not found'],
    [foreign, 'Project not found'],
  ]
  for (const [id, message] of refusals)
    await expect(send(chunkOf(id, files), stranger)).rejects.toThrow(message)
  refusals.push([undefined, 'Project ID is required for upload'])
  for (const [id, message] of refusals)
    await expect(send(chunkOf(id, files, { fieldsLast: true }), stranger)).rejects.toThrow(message)
  expect([put, stream].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  put.mockRestore()
  stream.mockRestore()
})

test('files that come before their fields are the same upload, however many requests of a member come so', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, newProject))
  const files = {
    ...some(97),
    'x/empty': '',
    'x/node_modules/a.js': 'left out',
    'x/large.bin': randomBytes(megabyte),
  }
  const answers = await Promise.all(ids.map((id) => send(chunkOf(id, files, { fieldsLast: true }))))
  const { 'x/node_modules/a.js': _, ...kept } = files
  const hashes = Object.entries(kept).map(([path, bytes]) => [
    path,
    createHash('sha256').update(bytes).digest('hex'),
  ])
  for (const [index] of ids.entries()) {
    expect(answers[index]).toMatchObject({
      failedUploads: [],
      excluded: ['x/node_modules/a.js'],
      fileCount: 99,
    })
    const rows = await app.db
      .selectFrom('uploadFiles')
      .selectAll()
      .where('uploadId', '=', answers[index]!.uploadId!)
      .execute()
    expect(Object.fromEntries(rows.map(({ path, sha256 }) => [path, sha256]))).toEqual(
      Object.fromEntries(hashes),
    )
  }
})

test.each([
  ['JSON', 'application/json', '{"projectId":"x"}', 415],
  ['nothing', undefined, undefined, 415],
  ['a form without a boundary', 'multipart/form-data', 'x', 400],
  [
    'a form that breaks off',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nabc',
    400,
  ],
  ['an empty form', 'multipart/form-data; boundary=b', '--b--\r\n', 400],
  [
    'a field named __proto__',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
    400,
  ],
])('%s instead of a form is refused in plain words', async (_name, type, payload, status) => {
  const before = await traces()
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/upload/upload',
    headers: { authorization: `Bearer ${owner.token}`, ...(type && { 'content-type': type }) },
    payload,
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ success: false, message: expect.any(String) })
  expect(await traces()).toEqual(before)
})
