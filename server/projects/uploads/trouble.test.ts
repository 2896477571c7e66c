import { randomBytes } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { beforeAll, expect, test, vi } from 'vitest'

import type { Database } from '#server/platform/database/connection.ts'

import { startApp } from '../../../test/app.ts'
import { isLong, repetitions } from '../../../test/long.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import { randomBy, seed } from '../../../test/seed.ts'
import {
  aListing,
  chunkOf,
  download,
  type Files,
  filesIn,
  finalise,
  keysIn,
  sizeOf,
  receivedIn,
  blobKeysIn,
} from '../../../test/uploads.ts'
import { storedKilobytesOf } from '../../accounts/member-store.ts'
import { countAttempt } from '../../platform/rate-limits/rate-limits.ts'

const random = randomBy(seed)
const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
let port: number
beforeAll(async () => {
  owner = await aMember(app)
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as AddressInfo).port
})

const megabyte = 1024 * 1024
const newProject = async () => (await aProject(owner))._id
const send = async (form: FormData) => (await owner.api.releases.upload({ form })).data

const cuts = isLong ? 250 : 20
test.each([false, true])(
  `${cuts} uploads cut off at any byte leave no trace (text fields last: %s)`,
  async (fieldsLast) => {
    const id = await newProject()
    const files = {
      'x/a.py': randomBytes(3000),
      'x/large.bin': randomBytes(400_000),
      'x/b.py': randomBytes(3000),
    }
    const form = chunkOf(id, files, { fieldsLast })
    const raw = new Response(form)
    const type = raw.headers.get('content-type')!
    const body = Buffer.from(await raw.arrayBuffer())
    const before = await receivedIn(app)
    const head = [
      'POST /api/upload/upload HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${owner.token}`,
      `Content-Type: ${type}`,
      `Content-Length: ${body.length}`,
      '\r\n',
    ].join('\r\n')
    const cutOff = async (at: number) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      await new Promise<void>((sent) =>
        socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, at)]), () => sent()),
      )
      await wait(random() * 20)
      socket.destroy()
    }
    const places = Array.from({ length: cuts }, () => Math.floor(random() * (body.length - 1)))
    for (let from = 0; from < places.length; from += 10)
      await Promise.all(places.slice(from, from + 10).map(cutOff))
    await expect.poll(() => keysIn(app.dependencies.storage)).toEqual(await blobKeysIn(app))
    expect(await receivedIn(app)).toEqual(before)
  },
)

test('who is refused in the middle of a large request gets to read why, and the connection goes on', async () => {
  const id = await newProject()
  const files = { 'x/../evil': randomBytes(5 * megabyte), 'x/b': randomBytes(5 * megabyte) }
  const raw = new Response(chunkOf(id, files))
  const body = Buffer.from(await raw.arrayBuffer())
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = (method: string, path: string, sent?: Buffer) =>
    new Promise<{ status: number; text: string }>((answer, failed) => {
      const headers = {
        authorization: `Bearer ${owner.token}`,
        ...(sent && { 'content-type': raw.headers.get('content-type')!, 'content-length': sent.length }),
      }
      const request = httpRequest(
        { port, host: '127.0.0.1', agent, method, path, headers },
        async (reply) => {
          let text = ''
          for await (const piece of reply) text += String(piece)
          answer({ status: reply.statusCode!, text })
        },
      )
      request.on('error', failed)
      request.end(sent)
    })
  const { status, text } = await call('POST', '/api/upload/upload', body)
  expect([status, text]).toEqual([400, expect.stringContaining("'x/../evil' leaves the project folder")])
  expect((await call('GET', `/api/projects/${id}`)).status).toBe(200)
  agent.destroy()
})

const pairs = repetitions(20, 1)
vi.setConfig({ testTimeout: 120_000 + pairs * 20_000 })
test(`two chunks of 5 MB sent at once into a project of 93 MB never pass the limit together, ${pairs} times`, async () => {
  for (let pair = 0; pair < pairs; pair++) {
    const id = await newProject()
    const sendPart = (index: number) =>
      send(
        chunkOf(id, { [`x/${index}`]: Buffer.alloc(5 * megabyte, `${pair} ${index} `) }, { index, total: 3 }),
      )
    const { uploadId } = await sendPart(0)
    await app.db
      .updateTable('uploadFiles')
      .set({ size: 93 * megabyte })
      .where('uploadId', '=', uploadId!)
      .execute()
    const sent = await Promise.allSettled([1, 2].map(sendPart))
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = sent.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({
      code: 'too_large',
      message: 'Total project size exceeds 100MB limit',
    })
    expect((await owner.api.uploads.state({ params: { id } })).upload!.totalFileSize).toBe(98 * megabyte)
    expect(await keysIn(app.dependencies.storage)).toEqual(await blobKeysIn(app))
  }
})

test.runIf(isLong)('two whole uploads of 60 MB at once keep one of them', async () => {
  const id = await newProject()
  const whole = (n: number) =>
    Object.fromEntries(
      Array.from({ length: 6 }, (_, f) => [`x/${f}`, Buffer.alloc(10 * megabyte, n * 16 + f)]),
    )
  const uploads = await Promise.all([5, 6].map((n) => send(chunkOf(id, whole(n)))))
  expect(new Set(uploads.map(({ uploadId }) => uploadId)).size).toBe(2)
  const mine = await app.db
    .selectFrom('uploadFiles')
    .innerJoin('uploads', 'uploads.id', 'uploadId')
    .select('size')
    .where('projectId', '=', id)
    .execute()
  expect(mine.reduce((sum, { size }) => sum + size, 0)).toBe(60 * megabyte)
})

test('a chunk whose answer is lost at the commit is there, and sending it again changes nothing', async () => {
  const id = await newProject()
  const files = { 'x/a.py': randomBytes(50), 'x/large.bin': randomBytes(500_000) }
  const { db } = app.dependencies
  const losing = Object.create(db) as Database
  losing.transaction = () => {
    const begun = db.transaction()
    return Object.assign(Object.create(begun) as typeof begun, {
      execute: async (work: Parameters<typeof begun.execute>[0]) => {
        await begun.execute(work)
        throw new Error('Connection terminated unexpectedly')
      },
    })
  }
  app.dependencies.db = losing
  await expect(send(chunkOf(id, files))).rejects.toMatchObject({ code: 'internal' })
  app.dependencies.db = db
  expect((await send(chunkOf(id, files))).fileCount).toBe(2)
  await finalise(owner, id, files)
  const back = filesIn((await download(app, owner.token, id)).rawPayload)
  expect(back).toEqual({ 'a.py': files['x/a.py'], 'large.bin': files['x/large.bin'] })
})

test('a re-upload that fails leaves the old release as it was', async () => {
  const { owner: seller, id, files } = await aListing(app)
  const before = (await download(app, seller.token, id)).rawPayload
  const params = { id }
  await seller.api.releases.reUpload({
    params,
    form: chunkOf(undefined, { 'x/new': '1' }, { index: 0, total: 2 }),
  })
  await expect(finalise(seller, id, { new: '1' })).rejects.toMatchObject({ code: 'incomplete_upload' })
  const bad = chunkOf(undefined, { '../evil': '1' }, { index: 1, total: 2 })
  await expect(seller.api.releases.reUpload({ params, form: bad })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  const { project } = await app.api.projects.get({ params })
  expect(project).toMatchObject({
    verificationStatus: 'approved',
    releaseNumber: 1,
    totalFileSize: sizeOf(files),
  })
  expect((await download(app, seller.token, id)).rawPayload.equals(before)).toBe(true)
})

test('a member stores at most 10 GB a day, however often they begin anew; what is stored already costs nothing', async () => {
  const member = await aMember(app)
  const { _id: id } = await aProject(member)
  const sent = (files: Files) => member.api.releases.upload({ form: chunkOf(id, files) })
  const first = { 'a.bin': randomBytes(200_000) }
  await sent(first)
  // As if they had used all but half a megabyte of the limit.
  await countAttempt(app.db, storedKilobytesOf(member.id), 10_000_000 - 200 - 500)
  const before = await keysIn(app.dependencies.storage)
  await expect(sent({ 'b.bin': randomBytes(megabyte) })).rejects.toMatchObject({
    status: 429,
    message: 'You have uploaded too much today. Please try again in 24 hours.',
  })
  expect(await keysIn(app.dependencies.storage)).toEqual(before)
  await sent(first)
  await sent({ ...first, 'c.txt': 'small' })
})
