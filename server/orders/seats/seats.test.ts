import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anEmail, deleteAccount, mailsTo, outcome } from '../../../test/makers.ts'
import { aBuyer, buyAndPay, collectWebhooks, source } from '../../../test/orders.ts'
import { aSeat, allowSeats, anInvitation, tokenMailedTo } from '../../../test/seats.ts'
import { timePasses } from '../../../test/time.ts'
import { aListing, approve, download, filesIn, upload } from '../../../test/uploads.ts'
import { mailNewRelease } from '../downloads/new-release.ts'
import { processRecalls } from '../recalls/notify.ts'
import { deleteOverInvitations } from './queries.ts'

const app = await startApp()
collectWebhooks(app)
const { db, dependencies } = app
const refusal = (status: number, message?: RegExp) =>
  expect.objectContaining({ status, ...(message && { message: expect.stringMatching(message) }) })

let item: Awaited<ReturnType<typeof aListing>>
beforeAll(async () => {
  item = await aListing(app)
  await allowSeats(app, item.owner, item.id)
})

/** A buyer of a project with seats, and their order. */
async function aTeam(project = item.id) {
  const buyer = await aBuyer(app)
  const { orders } = await buyAndPay(app, buyer, source({ id: project }))
  const of = { params: { id: orders[0]!._id } }
  return { buyer, of, id: of.params.id, seats: () => buyer.api.seats.ofOrder(of) }
}

const verify = (code: string) => app.api.licences.verify({ params: { code } })
const codeIn = (text: string) => /^Code:\s+(\S+)$/m.exec(text)![1]!
const licenceIn = (zip: Buffer) =>
  Object.entries(filesIn(zip))
    .find(([path]) => path.startsWith('READYMADE-LICENCE'))![1]
    .toString()

test('the email says who invites, by first name, and to what; nobody is added before they press Accept', async () => {
  const { buyer, of, seats } = await aTeam()
  const friend = await aBuyer(app)
  const email = anEmail()
  const { free } = await buyer.api.seats.invite({ ...of, body: { email } })
  expect(free).toBe(2)
  const [mail, ...more] = mailsTo(app, email)
  expect(more).toEqual([])
  expect(mail!.subject).toMatch(/^Asha invites you to a seat: /)
  expect(mail!.text).not.toContain(buyer.email)
  expect(mail!.text).not.toContain('Rao')
  // It cost nothing, and what costs nothing is got, not bought.
  expect(mail!.text).not.toContain('bought')
  const token = tokenMailedTo(app, email)
  expect((await app.api.seats.invitation({ body: { token } })).invitation).toMatchObject({
    invitedBy: 'Asha',
  })
  expect((await friend.api.seats.mine()).seats).toEqual([])
  expect((await download(app, friend.token, item.id)).statusCode).toBe(403)
  const { id } = await friend.api.seats.accept({ body: { token } })
  expect((await friend.api.seats.mine()).seats).toMatchObject([{ id, invitedBy: 'Asha' }])
  expect((await seats()).seats).toMatchObject([{ state: 'accepted', name: 'Asha R.', allowed: 'give' }])
  await expect(friend.api.seats.accept({ body: { token } })).rejects.toEqual(refusal(404))
  expect(await friend.api.orders.owned()).toMatchObject({
    items: [],
    seats: [{ projectId: item.id, seatId: id }],
  })
  await friend.api.seats.leave({ params: { id } })
  expect(await friend.api.orders.owned()).toMatchObject({ items: [], seats: [] })
})

test('until it is accepted only a keyed hash of the address is stored, and after 14 days not even that', async () => {
  const { buyer, of, id, seats } = await aTeam()
  const email = anEmail()
  const token = await anInvitation(app, buyer, id, email)
  const rows = async () => JSON.stringify(await db.selectFrom('seats').selectAll().execute())
  for (const secret of [email, email.split('@')[0]!, token]) expect(await rows()).not.toContain(secret)
  await timePasses(db, '14 days', 'seats', { orderId: id })
  await expect(app.api.seats.invitation({ body: { token } })).rejects.toEqual(refusal(404))
  expect(await seats()).toMatchObject({ seats: [], free: 3 })
  await deleteOverInvitations(db)
  expect(await db.selectFrom('seats').selectAll().where('orderId', '=', id).execute()).toEqual([])
  await expect(buyer.api.seats.invite({ ...of, body: { email } })).resolves.toMatchObject({ free: 2 })
})

test('who has a seat downloads the files with a licence of their own, also by the link of its page', async () => {
  const { buyer, id } = await aTeam()
  const friend = await aBuyer(app)
  const seat = await aSeat(app, buyer, id, friend)
  const zip = licenceIn((await download(app, friend.token, item.id)).rawPayload)
  expect(zip).toContain('Seat:      Asha Rao')
  const buyers = licenceIn((await download(app, buyer.token, item.id)).rawPayload)
  expect(codeIn(zip)).not.toBe(codeIn(buyers))
  expect((await verify(codeIn(zip))).licence).toMatchObject({ isSeat: true, state: 'valid', name: 'Asha R.' })
  expect((await verify(codeIn(buyers))).licence).toMatchObject({ isSeat: false })
  const { seat: shown } = await friend.api.seats.get({ params: { id: seat } })
  const linked = await app.app.inject({ url: shown.downloadUrl })
  expect(linked.statusCode).toBe(200)
  expect(codeIn(licenceIn(linked.rawPayload))).toBe(codeIn(zip))
  const { downloadUrl } = await friend.api.downloads.link({ params: { id: item.id }, query: {} })
  expect(downloadUrl).toContain(`/seat/${seat}/`)
})

test('a seat writes no review, asks for no refund, opens no help request and is nobody else’s', async () => {
  const { buyer, id, of } = await aTeam()
  const [friend, stranger] = [await aBuyer(app), await aBuyer(app)]
  const seat = { params: { id: await aSeat(app, buyer, id, friend) } }
  const review = { params: { id: item.id }, body: { rating: 5, text: 'Good' } }
  await expect(friend.api.reviews.write(review)).rejects.toEqual(refusal(403))
  await expect(
    friend.api.refundRequests.ask({ ...of, body: { reason: 'It does not start.' } }),
  ).rejects.toEqual(refusal(404))
  await expect(friend.api.help.get(of)).rejects.toEqual(refusal(404))
  for (const other of [stranger, buyer]) {
    await expect(other.api.seats.get(seat)).rejects.toEqual(refusal(404))
    await expect(other.api.seats.leave(seat)).rejects.toEqual(refusal(404))
  }
  await expect(stranger.api.seats.ofOrder(of)).rejects.toEqual(refusal(404))
  await expect(app.api.seats.mine()).rejects.toEqual(refusal(401))
})

test('of ten invitations at once three are stored, and of five who accept one at once one has the seat', async () => {
  const { buyer, id, of, seats } = await aTeam()
  const other = await aTeam()
  const invited = await Promise.all(
    Array.from({ length: 10 }, () => outcome(buyer.api.seats.invite({ ...of, body: { email: anEmail() } }))),
  )
  expect(invited.filter((one) => one === 'in')).toHaveLength(3)
  expect(await seats()).toMatchObject({ free: 0, seats: [{}, {}, {}] })
  expect(await db.selectFrom('seats').select('id').where('orderId', '=', id).execute()).toHaveLength(3)
  const token = await anInvitation(app, other.buyer, other.id)
  const friends = await Promise.all(Array.from({ length: 5 }, () => aBuyer(app)))
  await Promise.all(friends.map(({ api }) => outcome(api.seats.accept({ body: { token } }))))
  const held = await Promise.all(friends.map(async ({ api }) => (await api.seats.mine()).seats.length))
  expect(held.filter((count) => count === 1)).toHaveLength(1)
})

test("'Not me' ends the invitation, and no buyer can invite to this address again", async () => {
  const { buyer, id, of, seats } = await aTeam()
  const email = anEmail()
  const token = await anInvitation(app, buyer, id, email)
  await app.api.seats.decline({ body: { token } })
  expect(await seats()).toMatchObject({ seats: [], free: 3 })
  const another = await aTeam()
  for (const team of [{ buyer, of }, another])
    await expect(team.buyer.api.seats.invite({ ...team.of, body: { email } })).rejects.toMatchObject({
      details: { fields: { email: expect.stringContaining('wants no invitations') } },
    })
  expect(mailsTo(app, email)).toHaveLength(1)
})

test('an address has one email from an order, also when the invitation was taken back; ten go out in a day', async () => {
  const { buyer, id, of, seats } = await aTeam()
  const email = anEmail()
  const token = await anInvitation(app, buyer, id, email)
  const [seat] = (await seats()).seats
  await buyer.api.seats.end({ params: { id, seat: seat!.id }, query: {} })
  await expect(app.api.seats.invitation({ body: { token } })).rejects.toEqual(refusal(404))
  await expect(buyer.api.seats.invite({ ...of, body: { email } })).rejects.toEqual(refusal(409, /once/))
  expect(mailsTo(app, email)).toHaveLength(1)
  for (let times = 0; times < 8; times++) {
    await anInvitation(app, buyer, id)
    const last = (await seats()).seats.at(-1)!
    await buyer.api.seats.end({ params: { id, seat: last.id }, query: {} })
  }
  await expect(buyer.api.seats.invite({ ...of, body: { email: anEmail() } })).rejects.toEqual(refusal(429))
})

test('an invitation that was accepted since the buyer saw it is not taken back, also at the same moment', async () => {
  const { buyer, id, seats } = await aTeam()
  for (let round = 0; round < 3; round++) {
    const friend = await aBuyer(app)
    const token = await anInvitation(app, buyer, id)
    const { id: seat } = (await seats()).seats.find(({ state }) => state === 'invited')!
    const takeBack = () => buyer.api.seats.end({ params: { id, seat }, query: { state: 'invited' } })
    const accept = () => friend.api.seats.accept({ body: { token } })
    if (round === 0) await accept()
    const [taken, accepted] = await Promise.all([outcome(takeBack()), outcome(accept())])
    const isIn = (await friend.api.seats.mine()).seats.length === 1
    expect(isIn).toBe(round === 0 || accepted === 'in')
    expect(taken === 'in').toBe(!isIn)
    expect((await seats()).seats.some((one) => one.id === seat)).toBe(isIn)
  }
})

test('an accepted seat can be given to another once, and the first licence is withdrawn then', async () => {
  const { buyer, id, seats } = await aTeam()
  const [first, second] = [await aBuyer(app), await aBuyer(app)]
  const seat = await aSeat(app, buyer, id, first)
  const { rawPayload } = await download(app, first.token, item.id)
  await buyer.api.seats.end({ params: { id, seat }, query: {} })
  expect(mailsTo(app, first.email, 'seat')).toHaveLength(1)
  expect((await download(app, first.token, item.id)).statusCode).toBe(403)
  expect((await verify(codeIn(licenceIn(rawPayload)))).licence).toMatchObject({ state: 'withdrawn' })
  const again = await aSeat(app, buyer, id, second)
  expect((await seats()).seats).toMatchObject([{ id: again, allowed: null }])
  await expect(buyer.api.seats.end({ params: { id, seat: again }, query: {} })).rejects.toEqual(
    refusal(409, /once/),
  )
  await second.api.seats.leave({ params: { id: again } })
  expect(await seats()).toMatchObject({ seats: [], free: 2 })
})

test('what is refused counts for the buyer alone: nobody keeps an address from being invited by others', async () => {
  const [{ buyer, id }, other] = [await aTeam(), await aTeam((await aListing(app)).id)]
  const email = anEmail()
  for (let times = 0; times < 4; times++)
    await expect(other.buyer.api.seats.invite({ ...other.of, body: { email } })).rejects.toEqual(refusal(409))
  await anInvitation(app, buyer, id, email)
  expect(mailsTo(app, email)).toHaveLength(1)
})

test("'Not me' holds for the other addresses of the same mailbox", async () => {
  const { buyer, id, of } = await aTeam()
  const email = anEmail()
  await app.api.seats.decline({ body: { token: await anInvitation(app, buyer, id, email) } })
  const tagged = email.replace('@', '+again@')
  await expect(buyer.api.seats.invite({ ...of, body: { email: tagged } })).rejects.toMatchObject({
    details: { fields: { email: expect.stringContaining('wants no invitations') } },
  })
  await expect(
    buyer.api.seats.invite({ ...of, body: { email: buyer.email.replace('@', '+me@') } }),
  ).rejects.toMatchObject({ details: { fields: { email: 'This is your own address' } } })
})

test('the link of a seat works on when who has it buys the project', async () => {
  const { buyer, id } = await aTeam()
  const friend = await aBuyer(app)
  const seat = await aSeat(app, buyer, id, friend)
  await buyAndPay(app, friend, source({ id: item.id }))
  const { seat: shown } = await friend.api.seats.get({ params: { id: seat } })
  expect((await app.app.inject({ url: shown.downloadUrl })).statusCode).toBe(200)
})

test('a seat stays when the account of its buyer is deleted, and calls them a former member', async () => {
  const { buyer, id } = await aTeam()
  const friend = await aBuyer(app)
  const seat = await aSeat(app, buyer, id, friend)
  await deleteAccount(app, buyer)
  const { seat: shown } = await friend.api.seats.get({ params: { id: seat } })
  expect(shown.invitedBy).toBe('Former member')
  expect((await download(app, friend.token, item.id)).statusCode).toBe(200)
})

test('a seat has no second way to the project: not its owner’s, its buyer’s or who has one already', async () => {
  const { buyer, id } = await aTeam()
  const friend = await aBuyer(app)
  await aSeat(app, buyer, id, friend)
  const token = await anInvitation(app, buyer, id)
  for (const { api } of [buyer, friend, item.owner])
    await expect(api.seats.accept({ body: { token } })).rejects.toEqual(refusal(409))
})

test('of two invitations to one project that a member accepts at once one becomes a seat', async () => {
  for (let round = 0; round < 4; round++) {
    const [one, other, friend] = [await aTeam(), await aTeam(), await aBuyer(app)]
    const tokens = [
      await anInvitation(app, one.buyer, one.id),
      await anInvitation(app, other.buyer, other.id),
    ]
    await Promise.all(tokens.map((token) => outcome(friend.api.seats.accept({ body: { token } }))))
    expect((await friend.api.seats.mine()).seats).toHaveLength(1)
  }
})

test('new releases and recalls are mailed to who has a seat', async () => {
  const own = await aListing(app)
  await allowSeats(app, own.owner, own.id)
  const { buyer, id } = await aTeam(own.id)
  const friend = await aBuyer(app)
  const seat = await aSeat(app, buyer, id, friend)
  await upload(own.owner, own.id, { 'README.md': '# Shop\n', 'src/main.py': 'print(2)\n' })
  await approve(own.admin, own.id)
  const newest = await db
    .selectFrom('releases')
    .select('id')
    .where('projectId', '=', own.id)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  await mailNewRelease(dependencies, newest.id, 1)
  for (const { email } of [buyer, friend]) expect(mailsTo(app, email, 'new-release')).toHaveLength(1)
  expect(mailsTo(app, friend.email, 'new-release')[0]!.text).toContain(`/seats/${seat}`)
  await own.admin.api.recalls.recall({
    params: { id: own.id, number: 2 },
    body: { reason: 'It steals passwords', instructions: 'Delete it', refund: false },
  })
  await processRecalls(dependencies)
  await processRecalls(dependencies)
  for (const { email } of [buyer, friend]) expect(mailsTo(app, email, 'recall')).toHaveLength(1)
  const { seat: shown } = await friend.api.seats.get({ params: { id: seat } })
  expect(shown.recall).toMatchObject({ release: 2, instructions: 'Delete it' })
})

test('a refund ends all seats and invitations of the order', async () => {
  const paid = await aListing(app)
  await paid.owner.api.projects.ownerUpdate({ params: { id: paid.id }, body: { price: 499 } })
  await allowSeats(app, paid.owner, paid.id)
  const { buyer, id, of, seats } = await aTeam(paid.id)
  const friend = await aBuyer(app)
  const seat = await aSeat(app, buyer, id, friend)
  const code = codeIn(licenceIn((await download(app, friend.token, paid.id)).rawPayload))
  const token = await anInvitation(app, buyer, id)
  const { refund } = await buyer.api.refundRequests.ask({ ...of, body: { reason: 'It does not start.' } })
  const [asked] = (await paid.admin.api.refundRequests.cases({ query: {} })).refunds
  expect(asked!.evidence).toMatchObject({ downloads: [], seatDownloads: { people: 1, times: 1 } })
  await paid.admin.api.refundRequests.decide({
    params: { id: refund.request!._id },
    body: { decision: 'approve' },
  })
  expect((await download(app, friend.token, paid.id)).statusCode).toBe(403)
  await expect(friend.api.seats.get({ params: { id: seat } })).rejects.toEqual(refusal(404))
  await expect(app.api.seats.invitation({ body: { token } })).rejects.toEqual(refusal(404))
  expect((await verify(code)).licence).toMatchObject({ state: 'withdrawn' })
  expect(await seats()).toEqual(expect.objectContaining({ isOffered: false, seats: [] }))
  expect(mailsTo(app, friend.email, 'seat')[0]!.text).toContain('was refunded')
})

test('who accepts while the order is refunded has no seat afterwards', async () => {
  const paid = await aListing(app)
  await paid.owner.api.projects.ownerUpdate({ params: { id: paid.id }, body: { price: 499 } })
  await allowSeats(app, paid.owner, paid.id)
  for (let round = 0; round < 3; round++) {
    const [{ buyer, id, of }, friend] = [await aTeam(paid.id), await aBuyer(app)]
    const token = await anInvitation(app, buyer, id)
    const { refund } = await buyer.api.refundRequests.ask({ ...of, body: { reason: 'It does not start.' } })
    const params = { id: refund.request!._id }
    const [refunded] = await Promise.all([
      outcome(paid.admin.api.refundRequests.decide({ params, body: { decision: 'approve' } })),
      outcome(friend.api.seats.accept({ body: { token } })),
    ])
    expect(refunded).toBe('in')
    expect((await friend.api.seats.mine()).seats).toEqual([])
    const open = db.selectFrom('seats').select('id').where('orderId', '=', id).where('endedAt', 'is', null)
    expect(await open.execute()).toEqual([])
  }
})

test('seats are off until the owner accepts the licence that names them, and orders bought before have none', async () => {
  const { owner, id } = await aListing(app)
  const before = await aTeam(id)
  await expect(
    owner.api.projects.ownerUpdate({ params: { id }, body: { allowsSeats: true } }),
  ).rejects.toMatchObject({ details: { fields: { allowsSeats: expect.any(String) } } })
  await allowSeats(app, owner, id)
  const { project } = await app.api.projects.get({ params: { id } })
  expect(project).toMatchObject({ allowsSeats: true, verificationStatus: 'approved' })
  expect(await before.seats()).toMatchObject({ isOffered: false, free: 0 })
  await expect(before.buyer.api.seats.invite({ ...before.of, body: { email: anEmail() } })).rejects.toEqual(
    refusal(409),
  )
  const after = await aTeam(id)
  await owner.api.projects.ownerUpdate({ params: { id }, body: { allowsSeats: false } })
  expect(await after.seats()).toMatchObject({ isOffered: true, free: 3 })
  expect(await (await aTeam(id)).seats()).toMatchObject({ isOffered: false })
})

test('an account that is deleted leaves its seat without a name, and its invitations end', async () => {
  const { buyer, id, seats } = await aTeam()
  const friend = await aBuyer(app)
  await aSeat(app, buyer, id, friend)
  await deleteAccount(app, friend)
  expect(await seats()).toMatchObject({ seats: [], free: 3 })
  const rows = await db.selectFrom('seats').selectAll().where('orderId', '=', id).execute()
  expect(rows).toMatchObject([{ memberId: null, name: '' }])
  const token = await anInvitation(app, buyer, id)
  await deleteAccount(app, buyer)
  await expect(app.api.seats.invitation({ body: { token } })).rejects.toEqual(refusal(404))
})
