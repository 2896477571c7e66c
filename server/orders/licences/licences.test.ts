import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { openLog, signedCheckpoint } from '#contract/projects/log/check.ts'
import { checkpointOfLine } from '#contract/projects/log/note.ts'
import { writeLog } from '#server/projects/log/writer.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, anAddress, anAdmin, apiFrom } from '../../../test/makers.ts'
import { aBuyer, buyAndPay, collectWebhooks, report, source } from '../../../test/orders.ts'
import { fileOfLog, keysOf, nodeCrypto, stateMany } from '../../../test/public-log.ts'
import { refundsIn } from '../../../test/refunds.ts'
import { docx, formOf } from '../../../test/reports.ts'
import {
  aBuyerOf,
  aListing,
  approve,
  chunkOf,
  finaliseBody,
  download,
  filesIn,
  upload,
} from '../../../test/uploads.ts'

const app = await startApp()
collectWebhooks(app)
const { asked } = refundsIn(app)

/** The name and the text of the licence in a ZIP. */
const licenceIn = (zip: Buffer) => {
  const [name, bytes] = Object.entries(filesIn(zip)).find(([path]) => path.startsWith('READYMADE-LICENCE'))!
  return { name, text: bytes.toString() }
}
const codeIn = (text: string) => /^Code:\s+(\S+)$/m.exec(text)![1]!
const verify = (code: string) => apiFrom(app, anAddress()).licences.verify({ params: { code } })

let item: Awaited<ReturnType<typeof aListing>>
beforeAll(async () => {
  item = await aListing(app)
})

test('the ZIP of a buyer has their licence beside the files: order, name, project, release, terms and a code', async () => {
  const buyer = await aBuyerOf(app, item.id)
  const { orders } = await buyer.api.orders.mine({ query: {} })
  const { rawPayload } = await download(app, buyer.token, item.id)
  const { name, text } = licenceIn(rawPayload)
  const { number, projectTitle } = orders[0]!
  expect(name).toBe(`READYMADE-LICENCE-${number}.txt`)
  for (const known of [number, projectTitle, 'Buyer:     Asha Rao', 'source code, release 1\n', 'institute'])
    expect(text).toContain(known)
  expect(codeIn(text)).toMatch(/^([0-9A-Z]{5}-){3}[0-9A-Z]{5}$/)
  expect(text).toContain(`/verify/${codeIn(text)}`)
  const { [name]: _, ...files } = filesIn(rawPayload)
  expect(Object.keys(files).toSorted()).toEqual(['README.md', 'src/main.py'])
})

test('owner and staff get the archive as it is stored, the same for both', async () => {
  const [owners, staffs] = [
    await download(app, item.owner.token, item.id),
    await download(app, item.admin.token, item.id),
  ]
  expect(owners.rawPayload.equals(staffs.rawPayload)).toBe(true)
  expect(Object.keys(filesIn(owners.rawPayload)).toSorted()).toEqual(['README.md', 'src/main.py'])
})

test('the ZIP of a buyer is the same at every download, with exact length, ETag and ranges, and another buyer has another', async () => {
  const [one, two] = [await aBuyerOf(app, item.id), await aBuyerOf(app, item.id)]
  const first = await download(app, one.token, item.id)
  const size = first.rawPayload.length
  expect(first.headers['content-length']).toBe(String(size))
  const again = await download(app, one.token, item.id)
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
  const others = await download(app, two.token, item.id)
  expect(others.headers.etag).not.toBe(first.headers.etag)
  expect(codeIn(licenceIn(others.rawPayload).text)).not.toBe(codeIn(licenceIn(first.rawPayload).text))
  const parts: Buffer[] = []
  for (let at = 0; at < size; at += 397) {
    const headers = { range: `bytes=${at}-${at + 396}`, 'if-range': first.headers.etag as string }
    const part = await download(app, one.token, item.id, { headers })
    expect(part.statusCode).toBe(206)
    parts.push(part.rawPayload)
  }
  expect(Buffer.concat(parts).equals(first.rawPayload)).toBe(true)
  const known = { 'if-none-match': first.headers.etag as string }
  expect((await download(app, one.token, item.id, { headers: known })).statusCode).toBe(304)
})

test('each release has its own number in the licence and the same code; ten downloads at once make one', async () => {
  const { owner, admin, id } = await aListing(app, { 'v.txt': '1' })
  const buyer = await aBuyerOf(app, id)
  await upload(owner, id, { 'v.txt': '2' })
  await approve(admin, id)
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, at) => download(app, buyer.token, id, { ref: at % 2 ? '1' : '2' })),
  )
  const texts = all.map(({ rawPayload }) => licenceIn(rawPayload).text)
  expect(new Set(texts.map(codeIn)).size).toBe(1)
  expect(texts[0]).toContain('release 2\n')
  expect(texts[1]).toContain('release 1\n')
})

test('the licence of an order comes as a text file to its buyer alone, for a report too', async () => {
  const buyer = await aBuyerOf(app, item.id)
  const { orders } = await buyer.api.orders.mine({ query: {} })
  const of = { params: { id: orders[0]!._id } }
  const url = `/api/orders/${orders[0]!._id}/licence`
  const { headers, body } = await app.app.inject({ url, headers: { authorization: `Bearer ${buyer.token}` } })
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename=READYMADE-LICENCE-${orders[0]!.number}.txt`,
    'cache-control': 'no-store',
  })
  expect(body).toContain('release 1 and every later approved one')
  expect(codeIn(licenceIn((await download(app, buyer.token, item.id)).rawPayload).text)).toBe(codeIn(body))
  await expect((await aBuyer(app)).api.licences.file(of)).rejects.toMatchObject({ status: 404 })

  await item.owner.api.releases.addReport({ params: { id: item.id }, form: formOf(docx()) })
  await approve(item.admin, item.id)
  await buyAndPay(app, buyer, report({ id: item.id }))
  const { orders: both } = await buyer.api.orders.mine({ query: {} })
  const ofReport = both.find(({ kind }) => kind === 'report')!
  const text = await (await buyer.api.licences.file({ params: { id: ofReport._id } })).text()
  expect(text).toContain('Files:     the project report')
  expect((await verify(codeIn(text))).licence).toMatchObject({ kind: 'report', release: null })
})

test('a code tells anybody what was licensed, and of the buyer no more than first name and initial', async () => {
  const buyer = await aBuyerOf(app, item.id)
  const { text } = licenceIn((await download(app, buyer.token, item.id)).rawPayload)
  const code = codeIn(text)
  for (const typed of [
    code,
    code.toLowerCase(),
    code.replaceAll('-', ''),
    ` ${code.replaceAll('-', ' ')} `,
  ]) {
    const answer = await verify(typed)
    expect(answer.licence).toMatchObject({ code, release: 1, name: 'Asha R.', state: 'valid' })
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`Rao|${buyer.id}|@|${item.id}`))
  }
})

test('a licence stays in the name it was made in', async () => {
  const buyer = await aBuyerOf(app, item.id)
  const code = codeIn(licenceIn((await download(app, buyer.token, item.id)).rawPayload).text)
  await buyer.api.accounts.updateProfile({ body: { name: 'Vikram Singh' } })
  expect((await verify(code)).licence.name).toBe('Asha R.')
})

test('an unknown code answers 404, whatever it is, and who tries many waits', async () => {
  const codes = [
    '',
    'x',
    '00000-00000-00000-00000',
    '0'.repeat(60),
    'É'.repeat(20),
    'UUUUU-UUUUU-UUUUU-UUUUU',
  ]
  for (const code of codes.slice(1))
    await expect(verify(code), code).rejects.toMatchObject({
      status: 404,
      message: 'No licence has this code',
    })
  const api = apiFrom(app, anAddress())
  const statuses: number[] = []
  // One after the other, because a busy machine sheds some of many at once, and in one window however long that takes.
  while (statuses.length < 40) {
    await api.licences
      .verify({ params: { code: codes[2]! } })
      .catch((problem: { status: number }) => statuses.push(problem.status))
    await sql`update attempts set window_ends_at = now() + interval '1 hour'`.execute(app.db)
  }
  expect(statuses).toEqual([...Array<number>(30).fill(404), ...Array<number>(10).fill(429)])
})

test('after a refund the licence is withdrawn: its code says so, and the file is gone', async () => {
  const { buyer, at, of } = await asked()
  const text = await (await buyer.api.licences.file(of)).text()
  expect((await verify(codeIn(text))).licence.state).toBe('valid')
  const admin = await anAdmin(app)
  await admin.api.refundRequests.decide({ ...at, body: { decision: 'approve' } })
  expect((await verify(codeIn(text))).licence.state).toBe('withdrawn')
  await expect(buyer.api.licences.file(of)).rejects.toMatchObject({ status: 409 })
})

test('a licence of an order that was not paid is not made', async () => {
  const { project } = await asked()
  const buyer = await aBuyer(app)
  const { payment } = await buyer.api.orders.checkout({
    body: { items: [source(project)], state: 'Kerala', idempotencyKey: crypto.randomUUID() },
  })
  const of = { params: { id: payment.orders[0]!._id } }
  await expect(buyer.api.licences.file(of)).rejects.toMatchObject({ status: 409 })
  expect(
    await app.db.selectFrom('licences').where('orderId', '=', of.params.id).selectAll().execute(),
  ).toEqual([])
})

test('the licence names the content hash, the statement in the public log and a checkpoint that has it', async () => {
  const { id } = await aListing(app, { 'a.py': 'print("proven")\n' })
  const buyer = await aBuyerOf(app, id)
  const textOf = async () => licenceIn((await download(app, buyer.token, id)).rawPayload).text
  const before = await textOf()
  expect(before).toMatch(/^Content hash: [0-9a-f]{64}\nAnybody can check the files at \S+\/verify\/files$/m)
  await writeLog(app.dependencies)
  const text = await textOf()
  const [signer] = app.dependencies.logKeys
  const number = Number(/^Statement: +(\d+) of localhost:3000\/log$/m.exec(text)![1])
  const line = /^Checkpoint: +(.+)$/m.exec(text)![1]!
  const note = checkpointOfLine(line, signer!.name)!
  const { size } = await signedCheckpoint(nodeCrypto, note, signer!.publicKey)
  expect(size).toBeGreaterThan(number)
  await stateMany(app, 1)
  expect(await textOf()).toBe(text)
  const log = await openLog({ crypto: nodeCrypto, read: fileOfLog(app), keys: keysOf(signer!) })
  await log.requireContinues({ note, key: signer!.publicKey })
  expect(text).toContain((await log.statementAt(number)).contentHash)
})

const mit = 'MIT License\n\nPermission is hereby granted, free of charge\n'
const own = { licence: 'own' as const }
/** Creates a listed project under its owner's own licence. */
async function underItsOwn() {
  const listing = await aListing(app, { 'main.py': 'print(1)\n', LICENSE: mit })
  await listing.owner.api.projects.ownerUpdate({ params: { id: listing.id }, body: own })
  await approve(listing.admin, listing.id)
  return listing
}
const projectOf = async ({ id, owner }: Awaited<ReturnType<typeof underItsOwn>>) =>
  (await owner.api.projects.get({ params: { id } })).project

test('where the owner’s own licence holds, our file in the ZIP has receipt and code and no terms; label, order and code say the same', async () => {
  const listing = await underItsOwn()
  expect(await projectOf(listing)).toMatchObject({ licence: 'own', licenceFile: 'LICENSE' })
  const buyer = await aBuyerOf(app, listing.id)
  const { rawPayload } = await download(app, buyer.token, listing.id)
  const { text } = licenceIn(rawPayload)
  expect(filesIn(rawPayload)['LICENSE']!.toString()).toBe(mit)
  expect(text).toContain('Buyer:     Asha Rao')
  expect(text).toContain('LICENSE, as it lies in release 1')
  expect(text).not.toMatch(/MAY|sell|publish/i)
  expect((await verify(codeIn(text))).licence).toMatchObject({
    licence: 'own',
    licenceFile: 'LICENSE',
    state: 'valid',
  })
  const { orders } = await buyer.api.orders.mine({ query: {} })
  const { order } = await buyer.api.orders.get({ params: { id: orders[0]!._id } })
  expect(order.asBought).toMatchObject({ ownLicence: 'LICENSE' })
  expect(order.asBought.licence).toContain('LICENSE, as it lies in release 1')
})

test('a buyer keeps the terms they bought under, whatever the owner chooses afterwards', async () => {
  const listing = await underItsOwn()
  const first = await aBuyerOf(app, listing.id)
  await listing.owner.api.projects.ownerUpdate({
    params: { id: listing.id },
    body: { licence: 'readymade' },
  })
  await approve(listing.admin, listing.id)
  const second = await aBuyerOf(app, listing.id)
  const textOf = async ({ token }: typeof first) =>
    licenceIn((await download(app, token, listing.id)).rawPayload).text
  const [ofFirst, ofSecond] = [await textOf(first), await textOf(second)]
  expect(ofFirst).not.toContain('WHAT THE BUYER MAY NOT DO')
  expect(ofSecond).toContain('WHAT THE BUYER MAY NOT DO')
  expect((await verify(codeIn(ofSecond))).licence).toMatchObject({ licence: 'readymade', licenceFile: null })
  await listing.owner.api.projects.ownerUpdate({ params: { id: listing.id }, body: own })
  expect(await textOf(second)).toBe(ofSecond)
})

test('the report of a project under its owner’s own licence comes under ours', async () => {
  const listing = await underItsOwn()
  await listing.owner.api.releases.addReport({ params: { id: listing.id }, form: formOf(docx()) })
  await approve(listing.admin, listing.id)
  const buyer = await aBuyerOf(app, listing.id)
  await buyAndPay(app, buyer, report({ id: listing.id }))
  const { orders } = await buyer.api.orders.mine({ query: {} })
  const of = { params: { id: orders.find(({ kind }) => kind === 'report')!._id } }
  expect(await (await buyer.api.licences.file(of)).text()).toContain('WHAT THE BUYER MAY NOT DO')
  expect((await buyer.api.orders.get(of)).order.asBought).toMatchObject({ ownLicence: null })
})

test('the owner’s own licence holds only where the files have one; an upload without ends it, and says so', async () => {
  const { owner, id } = await aListing(app)
  const of = { params: { id } }
  const licence = 'Your own licence can hold only when a LICENSE or COPYING file lies at the top of the files'
  const edits = [owner.api.projects.ownerUpdate, owner.api.projects.update]
  for (const edit of edits)
    await expect(edit({ ...of, body: own })).rejects.toMatchObject({
      status: 400,
      details: { fields: { licence } },
    })
  const listing = await underItsOwn()
  await upload(listing.owner, listing.id, { 'v.txt': '2', LICENSE: mit })
  expect(await projectOf(listing)).toMatchObject(own)
  const without = { 'v.txt': '3' }
  await listing.owner.api.releases.upload({ form: chunkOf(listing.id, without) })
  const { message } = await listing.owner.api.projects.update({
    params: { id: listing.id },
    body: finaliseBody(without),
  })
  expect(message).toContain('the Readymade licence holds now')
  expect(await projectOf(listing)).toMatchObject({ licence: 'readymade', licenceFile: null })
})

test('it may be chosen before there are files, and waits for them', async () => {
  const owner = await aMember(app)
  const { _id: id, project } = await owner.api.projects.create({
    body: { title: 'Desk', description: 'A desk.', category: 'SaaS', price: 0, ...own },
  })
  expect(project).toMatchObject({ ...own, licenceFile: null })
  await upload(owner, id, { COPYING: mit, 'a.py': '1' })
  expect((await owner.api.projects.get({ params: { id } })).project).toMatchObject({
    ...own,
    licenceFile: 'COPYING',
  })
})
