import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aBucket } from '../../../test/bucket.ts'
import { isLong } from '../../../test/long.ts'
import { aProject } from '../../../test/makers.ts'
import { timeLimit } from '../../../test/stall.ts'
import { aBuyerOf, aListing, chunkOf, download, type Files, filesIn, keysIn } from '../../../test/uploads.ts'

const { storageUrl: url, keySettings: keys, ...bucket } = await aBucket()

const files: Files = { 'README.md': '# Hi\n', 'large.bin': randomBytes(700_000), 'empty.txt': '' }
const wanted = Object.fromEntries(
  Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes as Buffer)]),
)

test('with a bucket for a store, files come back through the server, whole and in parts', async () => {
  const app = await startApp({ STORAGE_URL: url, ...keys })
  const { id } = await aListing(app, files)
  const buyer = await aBuyerOf(app, id)
  const whole = await download(app, buyer.token, id)
  const received = filesIn(whole.rawPayload)
  expect(received).toMatchObject(wanted)
  expect(Object.keys(received)).toHaveLength(Object.keys(wanted).length + 1)
  const part = await download(app, buyer.token, id, { headers: { range: 'bytes=1000-1999' } })
  expect([part.statusCode, part.rawPayload.equals(whole.rawPayload.subarray(1000, 2000))]).toEqual([
    206,
    true,
  ])
  expect((await app.api.releases.contents({ params: { id } })).readmeHtml).toContain('# Hi')
  expect((await keysIn(app.dependencies.storage, 'blobs/')).length).toBe(3)
})

test('with downloads=direct a buyer is sent to the store with a link that lasts an hour', async () => {
  const app = await startApp({ STORAGE_URL: `${url}&downloads=direct`, ...keys })
  const { id } = await aListing(app, files)
  const buyer = await aBuyerOf(app, id)
  const answer = await download(app, buyer.token, id)
  expect(answer.statusCode).toBe(302)
  const link = new URL(answer.headers.location as string)
  expect(link.searchParams.get('X-Amz-Expires')).toBe('3600')
  const stored = await fetch(link)
  expect(stored.headers.get('content-disposition')).toBe(`attachment; filename=project-${id}-main.zip`)
  expect(filesIn(await stored.bytes())).toEqual(wanted)
})

test.runIf(isLong)(
  'while the bucket is silent, answers come within 15 s and nothing is half; then uploads are whole within 5 s',
  async () => {
    const app = await startApp({ STORAGE_URL: url, ...keys })
    const { id, owner } = await aListing(app, files)
    const buyer = await aBuyerOf(app, id)
    const { _id: project } = await aProject(owner)
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`${n}.txt`, `${n} ${id}`]))
    const large = Object.fromEntries([1, 2, 3].map((n) => [`${n}.bin`, randomBytes(400_000)]))
    const send = async (sent: Files) =>
      (await owner.api.releases.upload({ form: chunkOf(project, sent) })).data
    const timed = async <T>(work: Promise<T>) => {
      const begun = performance.now()
      const answer = await work
      expect(performance.now() - begun).toBeLessThan(timeLimit(15_000))
      return answer
    }
    bucket.silence()
    const [sent, archive] = await Promise.all([
      timed(send({ ...large, ...many })),
      timed(download(app, buyer.token, id)),
    ])
    expect([sent.fileCount, sent.failedUploads.length]).toEqual([0, 93])
    expect([archive.statusCode, archive.headers['retry-after']]).toEqual([503, '2'])
    expect(archive.json()).toMatchObject({ code: 'unavailable' })
    bucket.speak()
    await expect.poll(async () => (await send(files)).failedUploads, { timeout: 5000 }).toEqual([])
    expect(filesIn((await download(app, buyer.token, id)).rawPayload)).toMatchObject(wanted)
  },
)
