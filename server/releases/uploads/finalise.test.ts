import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import { chunkOf, claimOf, type Files, finalise, inChunks } from '../../../test/uploads.ts'

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
  const honest = claimOf(files)
  const lies = [
    { fileCount: 2 },
    { fileCount: 4 },
    { totalFileSize: honest.totalFileSize - 1 },
    { totalFileSize: 0 },
  ]
  for (const lie of lies) {
    await expect(
      owner.api.projects.update({ params: { id }, body: { ...honest, ...lie } }),
    ).rejects.toMatchObject({
      code: 'incomplete_upload',
    })
    expect((await owner.api.projects.get({ params: { id } })).project.hasFiles).toBe(false)
  }
  const claimed = { ...honest, fileCount: 5 }
  await expect(owner.api.projects.update({ params: { id }, body: claimed })).rejects.toThrow(
    `The upload is not complete: 3 files of ${honest.totalFileSize} bytes have arrived, 5 files of ${honest.totalFileSize} bytes were announced.`,
  )
  expect((await finalise(owner, id, files)).hasFiles).toBe(true)
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
