import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { isLong } from '../../../test/long.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import { longestStall, timeLimit } from '../../../test/stall.ts'
import { chunkOf, finaliseBody, type Files, finalise, inChunks, upload } from '../../../test/uploads.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  owner = await aMember(app)
})

const newProject = async () => (await aProject(owner, { price: 0 }))._id
const send = async (form: FormData) => (await owner.api.releases.upload({ form })).data
const some = (count: number, prefix = 'src/file-'): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}.py`, `print(${n})\n`]))

test('finalising believes what was counted, not what was claimed', async () => {
  const id = await newProject()
  const files = some(3)
  await send(chunkOf(id, files))
  const honest = finaliseBody(files)
  const { totalFileSize } = honest
  const counts = [0, 1, 2, 4, 5, 30, 100, 20_000].map((fileCount) => ({ fileCount }))
  const sizes = [0, 1, totalFileSize - 1, totalFileSize + 1, totalFileSize * 2, 100 * 1024 * 1024]
  const both = [
    { fileCount: 0, totalFileSize: 0 },
    { fileCount: 2, totalFileSize: totalFileSize - 9 },
    { fileCount: 4, totalFileSize: totalFileSize + 9 },
    { fileCount: totalFileSize, totalFileSize: 3 },
  ]
  const senseless = [{ fileCount: -3 }, { fileCount: 3.5 }, { totalFileSize: -1 }, { totalFileSize: 1e300 }]
  const lies = [...counts, ...sizes.map((size) => ({ totalFileSize: size })), ...both, ...senseless]
  expect(lies.length).toBeGreaterThanOrEqual(20)
  for (const lie of lies) {
    const code = senseless.includes(lie) ? 'invalid_input' : 'incomplete_upload'
    await expect(
      owner.api.projects.update({ params: { id }, body: { ...honest, ...lie } }),
      JSON.stringify(lie),
    ).rejects.toMatchObject({ code })
    const { project } = await owner.api.projects.get({ params: { id } })
    expect([project.hasFiles, project.fileCount, project.totalFileSize]).toEqual([false, 0, 0])
  }
  const claimed = { ...honest, fileCount: 5 }
  await expect(owner.api.projects.update({ params: { id }, body: claimed })).rejects.toThrow(
    `The upload is not complete: 3 files of ${honest.totalFileSize} bytes have arrived, 5 files of ${honest.totalFileSize} bytes were announced.`,
  )
  expect(await finalise(owner, id, files)).toMatchObject({ hasFiles: true, fileCount: 3, totalFileSize })
})

test('finalising before every chunk is there changes nothing', async () => {
  const id = await newProject()
  const files = some(4)
  const [one, two] = inChunks(files, 2)
  await send(chunkOf(id, two!, { index: 1, total: 2 }))
  await expect(finalise(owner, id, two!)).rejects.toThrow('Only 1 of 2 parts of the upload have arrived')
  await send(chunkOf(id, one!, { index: 0, total: 2 }))
  expect((await finalise(owner, id, files)).fileCount).toBe(4)
})

test('finalising again after a lost answer is the same success, also ten times at once', async () => {
  const id = await newProject()
  const files = some(3)
  await send(chunkOf(id, files))
  const answers = await Promise.all(Array.from({ length: 10 }, () => finalise(owner, id, files)))
  expect(new Set(answers.map(({ releaseNumber }) => releaseNumber))).toEqual(new Set([1]))
  await expect(finalise(owner, id, some(2))).rejects.toMatchObject({ code: 'incomplete_upload' })
  await expect(finalise(owner, await newProject(), some(2))).rejects.toMatchObject({
    code: 'incomplete_upload',
  })
})

/** A path of the greatest depth. */
const deep = (folder: number | string) =>
  `${folder}/${Array.from({ length: 31 }, (_, n) => `folder-${n}`).join('/')}/a.py`

test('more folders than a project may have are refused with the reason, and nothing changes', async () => {
  const id = await newProject()
  const files = Object.fromEntries(Array.from({ length: 320 }, (_, n) => [deep(n), `print(${n})\n`]))
  await expect(upload(owner, id, files)).rejects.toMatchObject({
    code: 'too_large',
    message: 'Too many folders. Max 10000.',
  })
  expect((await owner.api.projects.get({ params: { id } })).project.hasFiles).toBe(false)
})

test('the longest paths in the largest letters are taken and listed', async () => {
  const id = await newProject()
  const letters = (from: number) =>
    Array.from({ length: 75 }, (_, n) => String.fromCodePoint(from + n * 97)).join('')
  const folder = [0x4e00, 0x4e1f, 0x4e2a, 0x4e3d, 0x4e4c].map(letters).join('/')
  const files = { 'a.py': 'print(1)', [`${folder}/b.py`]: 'print(2)', [`${folder}/c.py`]: 'print(3)' }
  await upload(owner, id, files)
  const listed = await owner.api.releases.folder({ params: { id }, query: { path: folder } })
  expect(listed.folder.entries.map(({ path }) => path)).toEqual([`${folder}/b.py`, `${folder}/c.py`])
})

const count = isLong ? 20_000 : 5000
const folder = `n % ${0.45 * count}`
test.each([
  [
    'in folders next to each other, all deep',
    `repeat(md5('x') || '/', 10) || ${folder} || '/' || n || '.py'`,
  ],
  ['with many marks', `${folder} || '/' || repeat('a' || repeat(U&'\\0301\\0316', 5), 32) || n`],
])(`${count} files %s are finalised and stall nobody`, async (_where, path) => {
  const id = await newProject()
  await send(chunkOf(id, { 'a.py': 'print(1)\n' }))
  await sql`
    with sent as (delete from upload_files where upload_id = (select id from uploads where project_id = ${id}) returning *)
    insert into upload_files (upload_id, chunk_index, path, sha256, size)
    select upload_id, 0, ${sql.raw(path)}, sha256, size from sent, generate_series(1, ${count}) n`.execute(
    app.db,
  )
  const body = { hasFiles: true, fileCount: count, totalFileSize: count * 9 } as const
  const stall = await longestStall(async () => {
    const { project } = await owner.api.projects.update({ params: { id }, body })
    expect(project.fileCount).toBe(count)
  })
  expect(stall).toBeLessThan(timeLimit(1000))
})
