import { deflateSync } from 'node:zlib'

import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anAdmin } from '../../../test/makers.ts'
import { drawn } from '../../../test/pictures.ts'
import { aPicture, aRunner, anUpload, checkReleases, pageForm } from '../../../test/runners.ts'
import { aPage, type aSeenRun } from '../../../test/seen-run.ts'

const app = await startApp()
beforeAll(() => checkReleases(app))
const admin = await anAdmin(app)
const [runner, other] = [await aRunner(app, admin), await aRunner(app, admin)]
const of = (id: string) => ({ params: { id } })

test('a token reads and writes the run that it holds alone, and is gone with its machine', async () => {
  const [mine, theirs] = [await anUpload(app), await anUpload(app)]
  const thief = await aRunner(app, admin, 'Stolen')
  const [held, foreign] = [(await thief.claim())!, (await runner.claim())!]
  expect((await thief.files(held)).size).toBeGreaterThan(100)
  for (const call of [thief.alive, thief.page, thief.end, thief.files])
    await expect(call(foreign)).rejects.toMatchObject({ code: 'conflict' })
  for (const { id } of [mine, theirs]) {
    await expect(thief.api.runs.list(of(id))).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(thief.api.projects.get(of(id))).rejects.toMatchObject({ code: 'signed_out' })
    await expect(thief.api.downloads.archive({ ...of(id), query: {} })).rejects.toMatchObject({
      code: 'not_allowed',
    })
  }
  await admin.api.staffRunners.remove(of(thief.id))
  for (const call of [thief.alive, thief.page, thief.end, thief.files])
    await expect(call(held)).rejects.toMatchObject({ code: 'signed_out' })
  await expect(thief.claim()).rejects.toMatchObject({ code: 'signed_out' })
  const again = (await other.claim())!
  expect(again.bytes).toBe(held.bytes)
  for (const [one, run] of [
    [other, again],
    [runner, foreign],
  ] as const)
    await one.end(run)
  const { runners } = await admin.api.staffRunners.list()
  expect(runners.map(({ name }) => name)).not.toContain('Stolen')
  expect(JSON.stringify(runners)).not.toContain(runner.token)
})

test('nothing of a token is stored but a keyed hash', async () => {
  const rows = await app.db.selectFrom('runners').selectAll().execute()
  for (const { token } of [runner, other]) expect(JSON.stringify(rows)).not.toContain(token.slice(8))
})

test('pages of a wrong form, foreign addresses and texts with hidden signs are refused, and the run goes on', async () => {
  const { owner, id } = await anUpload(app)
  const run = (await runner.claim())!
  const send = (page: object | string, picture?: Buffer) =>
    runner.api.runners.addPage({ ...of(run.id), form: pageForm(page, picture) })
  const wrong: (object | string)[] = [
    '',
    'null',
    '[]',
    '{"asked":1}',
    '['.repeat(7000),
    { ...aPage(), url: 'http://evil.example/' },
    { ...aPage(), url: 'http://localhost.evil.example/' },
    { ...aPage(), asked: 'javascript:alert(1)' },
    { ...aPage(), title: 'a\u202eb' },
    { ...aPage(), title: 'a\nb' },
    { ...aPage(), title: 'a'.repeat(201) },
    { ...aPage(), problems: Array.from({ length: 11 }, () => 'x') },
    { ...aPage(), status: -1 },
    { ...aPage(), isBroken: 'yes' },
  ]
  for (const page of wrong)
    await expect(send(page), JSON.stringify(page)).rejects.toMatchObject({ status: 400 })
  await send({ ...aPage(), secret: 'not stored' })
  await runner.end(run)
  const { runs } = await owner.api.runs.list(of(id))
  expect(runs[0]!.pages).toHaveLength(1)
  expect(JSON.stringify(await app.db.selectFrom('runPages').select('seen').execute())).not.toContain(
    'not stored',
  )
})

/** A PNG whose header says what it likes about its size. */
async function claiming(width: number, height: number) {
  const picture = await aPicture()
  picture.writeUInt32BE(width, 16)
  picture.writeUInt32BE(height, 20)
  return picture
}

test('a picture that is not a PNG of 1280 × 800 and 4 MB at most is refused before it is decoded', async () => {
  await anUpload(app)
  const run = (await runner.claim())!
  const picture = await aPicture()
  const bomb = Buffer.concat([picture.subarray(0, 33), deflateSync(Buffer.alloc(1000))])
  const pictures: Record<string, Buffer> = {
    none: Buffer.alloc(0),
    'a text': Buffer.from('<svg/>'),
    'a JPEG': await drawn(1280, 800).jpeg().toBuffer(),
    'another size': await aPicture(1280, 801),
    '60,000 × 60,000': await claiming(60_000, 60_000),
    'a header of 0 × 0': await claiming(0, 0),
    'cut off': picture.subarray(0, 40),
    damaged: bomb,
    'more than 4 MB': Buffer.concat([picture, Buffer.alloc(4 * 1024 * 1024)]),
  }
  for (const [what, bytes] of Object.entries(pictures))
    await expect(runner.page(run, {}, bytes), what).rejects.toMatchObject({ status: 400 })
  await runner.page(run, {}, picture)
  await runner.end(run)
})

test('a run takes 40 pages and 64 MB, and what ends it is bounded too', async () => {
  const { owner, id } = await anUpload(app)
  const run = (await runner.claim())!
  for (let page = 0; page < 40; page++) await runner.page(run, { title: `Page ${page}` })
  await expect(runner.page(run)).rejects.toMatchObject({ code: 'too_large' })
  await app.db
    .updateTable('runRecords')
    .set({ receivedBytes: 64 * 1024 * 1024 })
    .where('lease', '=', run.id)
    .execute()
  await app.db.deleteFrom('runPages').where('position', '=', 39).execute()
  await expect(runner.page(run)).rejects.toMatchObject({ code: 'too_large' })
  const many = <Entry>(entry: Entry) => Array.from({ length: 10_000 }, () => entry)
  const signIn = { form: 'http://localhost/', user: 'a', from: '', worked: true, problem: '' }
  for (const wrong of [
    { signIns: many(signIn) },
    { outside: many('a.example') },
    { seconds: -1 },
    { php: 'latest' },
    { error: 'a'.repeat(301) },
    { tables: 1.5 },
  ])
    await expect(runner.end(run, wrong as Partial<typeof aSeenRun>)).rejects.toMatchObject({ status: 400 })
  await runner.end(run, { mebibytes: 0, seconds: 0, dumps: [], tables: 0 })
  expect((await owner.api.runs.list(of(id))).runs[0]!.pages).toHaveLength(39)
})

test('a run without pages, with users that are names of objects, breaks no page', async () => {
  const { owner, id } = await anUpload(app)
  const run = (await runner.claim())!
  await runner.end(run, {
    signIns: ['__proto__', 'constructor', 'toString'].map((user) => ({
      form: 'http://localhost/',
      user,
      from: '',
      worked: true,
      problem: '',
    })),
  })
  const { runs } = await owner.api.runs.list(of(id))
  expect(runs[0]).toMatchObject({ outcome: 'failed', reason: 'No page could be opened.' })
  expect(runs[0]!.signIns.map(({ role }) => role)).toEqual(['a user', 'a user', 'a user'])
})
