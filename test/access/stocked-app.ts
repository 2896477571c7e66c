import { randomUUID } from 'node:crypto'

import sharp from 'sharp'

import { openSession } from '#server/accounts/service.ts'
import { personalDataJobs } from '#server/members/jobs.ts'
import { readAccessToken, writeAccessToken } from '#server/platform/sessions/access-token.ts'
import { findingJobs, similarityJobs } from '#server/projects/jobs.ts'
import { identifyRunner } from '#server/projects/run-records/runners.ts'
import { seal } from '#server/staff/sealed/service.ts'

import type { TestApp } from '../app.ts'
import { disputesIn } from '../disputes.ts'
import {
  aColleague,
  aMember,
  anAdmin,
  aProject,
  aPublishedProject,
  aRelease,
  deactivate,
  projectRow,
} from '../makers.ts'
import { buyAndPay, cartOf, collectWebhooks, report, source, wideLimits, atGateway } from '../orders.ts'
import { payoutsIn, upi } from '../payouts.ts'
import { docx, formOf } from '../reports.ts'
import { aRunner } from '../runners.ts'
import { allowSeats, anInvitation, aSeat } from '../seats.ts'
import { timePasses } from '../time.ts'
import { chunkOf } from '../uploads.ts'
import type { Caller } from './who-may.ts'

const leaky = { 'index.php': "<?php $c = mysqli_connect('db.college.in', 'shop', 'Ganesh@1998', 'shop');" }

/** Fills an app with one record of every kind that a call can name, and returns them with the tokens of all callers. */
export async function aStockedApp(app: TestApp) {
  collectWebhooks(app)
  const people = await somePeople(app)
  const { owner, other, buyer, boss } = people

  const aListing = async (form?: FormData) => {
    const { _id: id } = await aPublishedProject(app, { owner, admin: boss })
    if (form) await owner.api.releases.addImages({ params: { id }, form })
    await owner.api.releases.addReport({ params: { id }, form: formOf(docx(), 90) })
    await owner.api.samples.add({ params: { id }, body: { path: 'src/index.js' } })
    await boss.api.projects.update({ params: { id }, body: { verificationStatus: 'approved' } })
    return id
  }
  const listed = await aListing()
  /** The listing that requests change and delete. */
  const spare = await aListing(await pictures())
  await owner.api.releases.upload({ form: chunkOf(spare, { 'a.txt': 'a' }, { total: 2 }) })
  const image = (await owner.api.projects.get({ params: { id: spare } })).project.images[0]!.url
  await allowSeats(app, owner, listed)
  const sold = await aSale(app, people, listed)
  const seats = await someSeats(app, people, sold.order)
  const { _id: recalled } = await aPublishedProject(app, { owner, admin: boss })
  await boss.api.recalls.recall({
    params: { id: recalled, number: '1' },
    body: { reason: 'It steals passwords', instructions: 'Delete it', refund: false },
  })

  const waiting = (await aProject(owner))._id
  await app.jobs.work(findingJobs(app.dependencies))
  await app.jobs.work(personalDataJobs(app.dependencies))
  await app.jobs.work(similarityJobs(app.dependencies))
  await aRelease(owner, waiting, leaky)
  await app.jobs.run()
  const { findings } = (await owner.api.findings.get({ params: { id: waiting } })).findings
  const finding = findings.find(({ rule }) => rule === 'database-password')!

  const runs = await someRuns(app, people, { listed, waiting })
  const { api } = app
  await api.contacts.send({
    body: { name: 'Asha', email: owner.email, subject: 'Other', message: 'Is there a library desk?' },
  })
  const contact = (await boss.api.staffContacts.list({ query: {} })).contacts[0]!._id
  const mine = (await owner.api.coupons.create({ body: { code: 'DIWALI10', percent: 10 } })).coupon._id
  const ofStaff = (
    await boss.api.coupons.createAsStaff({ body: { ...wideLimits, code: 'SHOP10', percent: 10 } })
  ).coupon._id
  const { payout } = await owner.api.payouts.request({ body: { amount: 500, destination: upi } })
  const bankFile = await aBankFile(people)
  const notice = (await boss.api.notices.create({ body: { subject: 'Hello', text: 'Good news.' } })).notice
    ._id
  const { number: sealedNumber } = await buyer.api.complaints.send({
    params: { id: spare },
    body: { kind: 'broken', text: 'It does not start at all.' },
  })
  const { complaints } = await owner.api.complaints.received({ params: { id: spare } })
  await seal(app.dependencies, app.db, { kind: 'takedown', about: [sealedNumber], content: complaints })
  const session = await openSession(app.dependencies, owner.id)
  const { sessionId } = await readAccessToken(app.dependencies.secret, 'member', session.accessToken)
  return {
    ...people,
    listed,
    spare,
    image,
    waiting,
    finding,
    ...sold,
    seats,
    recalled,
    runs,
    contact,
    mine,
    ofStaff,
    payout,
    bankFile,
    notice,
    sealedNumber,
    sessionId,
    other,
    buyer,
  }
}
export type StockedApp = Awaited<ReturnType<typeof aStockedApp>>

async function somePeople(app: TestApp) {
  const [owner, other, buyer, gone, bystander] = [
    await aMember(app),
    await aMember(app),
    await aMember(app),
    await aMember(app),
    await aMember(app),
  ]
  const boss = await anAdmin(app)
  const colleague = () => aColleague(app, boss)
  const [admin, formerAdmin, helper] = [await colleague(), await colleague(), await colleague()]
  await boss.api.admins.toggleStatus({ params: { id: formerAdmin.id } })
  await deactivate(app.db, gone.id)
  await boss.api.staffMembers.setAgent({ params: { id: owner.id }, body: { isAgent: true } })
  await owner.api.accounts.updateProfile({ body: { preferences: { publicProfile: true } } })
  await owner.api.personalData.askForExport()
  const expired = async (audience: 'member' | 'staff', token: string) => {
    const { secret } = app.dependencies
    return writeAccessToken(secret, audience, await readAccessToken(secret, audience, token), -60)
  }
  const tokens: Record<Caller, (string | undefined)[]> = {
    visitor: [undefined],
    owner: [owner.token],
    other: [other.token],
    buyer: [buyer.token],
    admin: [admin.token],
    super_admin: [boss.token],
    expired: [await expired('member', owner.token), await expired('staff', boss.token)],
    deactivated: [gone.token, formerAdmin.token],
    runner: [(await aRunner(app, boss)).token],
  }
  return { owner, other, buyer, bystander, boss, helper, tokens }
}

/** A run that the runner holds of what waits, and a record that staff have not decided about of what is listed. */
async function someRuns(
  app: TestApp,
  { owner, boss, tokens }: Awaited<ReturnType<typeof somePeople>>,
  of: { listed: string; waiting: string },
) {
  const { role: _, id: runnerId } = await identifyRunner(app.dependencies, tokens.runner[0]!)
  const [lease, record] = [randomUUID(), randomUUID()]
  const row = async (projectId: string) => {
    const { releaseId } = await projectRow(app.db, projectId)
    return { projectId, releaseId: releaseId!, ownerId: owner.id, cause: 'upload', kind: 'php' }
  }
  const leasedUntil = new Date(Date.now() + 86_400_000)
  await app.db
    .insertInto('runRecords')
    .values({
      ...(await row(of.waiting)),
      id: randomUUID(),
      status: 'running',
      runnerId,
      lease,
      leasedUntil,
      attempts: 1,
    })
    .execute()
  await app.db
    .insertInto('runRecords')
    .values({ ...(await row(of.listed)), id: record, status: 'ended', outcome: 'ran', endedAt: new Date() })
    .execute()
  return { lease, record, spareRunner: (await aRunner(app, boss)).id }
}

/** A file for the bank with a payout of the owner; returns its number. */
async function aBankFile({
  owner,
  helper,
  boss,
}: Pick<Awaited<ReturnType<typeof somePeople>>, 'owner' | 'helper' | 'boss'>) {
  const { payout } = await owner.api.payouts.request({ body: { amount: 500, destination: upi } })
  await helper.api.payouts.act({ body: { action: 'approve', ids: [payout._id] } })
  await boss.api.payouts.export()
  return (await boss.api.payouts.files({ query: {} })).files[0]!.number
}

/**
 * Orders of the buyer at the owner: one completed, one with a refund request, one refunded, one disputed; with a
 * review, a question and a complaint.
 */
async function aSale(
  app: TestApp,
  { owner, buyer, boss }: Awaited<ReturnType<typeof somePeople>>,
  id: string,
) {
  const { db } = app
  const { _id: payment, orders } = await buyAndPay(app, buyer, source({ id }), report({ id }))
  const others = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(() => aPublishedProject(app, { owner, admin: boss })),
  )
  const bought = await Promise.all(
    [...others.slice(1, 4), others[5]!].map(
      async (project) => (await buyAndPay(app, buyer, source({ id: project._id }))).orders[0]!._id,
    ),
  )
  const leaving = others[0]!._id
  const [asked, refunded, disputed, helped] = bought as [string, string, string, string]
  const { payment: begun } = await buyer.api.orders.checkout({ body: cartOf(source({ id: leaving })) })
  const { callback } = await app.api.sandbox.pay({
    params: { orderId: begun.gateway!.orderId },
    body: { outcome: 'succeed' },
  })
  const { payment: odd } = await buyer.api.orders.checkout({ body: cartOf(source({ id: others[4]!._id })) })
  const { callback: oddCallback } = await app.api.sandbox.pay({
    params: { orderId: odd.gateway!.orderId },
    body: { outcome: 'succeed', amount: 1 },
  })
  await buyer.api.orders.callback({ body: oddCallback! })
  const ask = async (order: string) => {
    const body = { reason: 'The database script stops at line 40.' }
    return (await buyer.api.refundRequests.ask({ params: { id: order }, body })).refund.request!._id
  }
  const request = await ask(asked)
  await boss.api.refundRequests.decide({ params: { id: await ask(refunded) }, body: { decision: 'approve' } })
  const { paidWith, sendEvent } = disputesIn(app)
  const { paymentId } = (await buyer.api.orders.get({ params: { id: disputed } })).order
  await sendEvent('created', await paidWith(paymentId))
  const dispute = (await boss.api.disputes.list({ query: {} })).disputes[0]!._id
  const { review } = await buyer.api.reviews.write({ params: { id }, body: { rating: 4, text: 'Good' } })
  const { question } = await buyer.api.questions.ask({
    params: { id },
    body: { text: 'Does it run on Windows?' },
  })
  const complaint = { kind: 'broken' as const, text: 'The database script stops at line 40.' }
  const { number, statusPage } = await buyer.api.complaints.send({ params: { id }, body: complaint })
  const { complaints } = await owner.api.complaints.received({ params: { id } })
  await payoutsIn(app).sale(owner, 200_000)
  for (const order of [orders[0]!._id, helped]) await helpIsAsked(app, buyer, order)
  await buyer.api.licences.file({ params: { id: orders[0]!._id } })
  const { code } = await db.selectFrom('licences').select('code').executeTakeFirstOrThrow()
  return {
    payment,
    held: odd._id,
    leaving,
    callback: callback!,
    order: orders[0]!._id,
    asked,
    request,
    refunded,
    helped,
    dispute,
    gatewayOrder: (await atGateway(db, payment)).gatewayOrderId,
    review: review._id,
    complaint: complaints[0]!._id,
    /** The state of the complaint, with the key of its page. */
    status: { params: { number }, query: { key: statusPage.split('key=')[1]! } },
    question: question._id,
    code,
    synonym: (await db.selectFrom('synonymSets').select('id').executeTakeFirstOrThrow()).id,
  }
}

/** Two seats of the buyer, in orders of somebody else with an open invitation each, and an invitation of the buyer. */
async function someSeats(
  app: TestApp,
  { owner, buyer, boss }: Pick<Awaited<ReturnType<typeof somePeople>>, 'owner' | 'buyer' | 'boss'>,
  order: string,
) {
  const friend = await aMember(app)
  const one = async () => {
    const { _id: id } = await aPublishedProject(app, { owner, admin: boss })
    await allowSeats(app, owner, id)
    const { orders } = await buyAndPay(app, friend, source({ id }))
    const seat = await aSeat(app, friend, orders[0]!._id, buyer)
    return { seat, token: await anInvitation(app, friend, orders[0]!._id) }
  }
  const [mine, left] = [await one(), await one()]
  await anInvitation(app, buyer, order)
  const invited = (await buyer.api.seats.ofOrder({ params: { id: order } })).seats[0]!.id
  return { mine: mine.seat, toAccept: mine.token, left: left.seat, toDecline: left.token, invited }
}

/** Asks for help with an order in good time for staff to be called. */
async function helpIsAsked({ db }: TestApp, buyer: Awaited<ReturnType<typeof aMember>>, id: string) {
  const form = new FormData()
  form.set('kind', 'question')
  form.set('text', 'Where is the database?')
  await buyer.api.help.open({ params: { id }, form })
  await timePasses(db, '6 days', 'helpRequests', { orderId: id })
}

/** A form with two pictures, as an owner uploads them. */
export async function pictures() {
  const form = new FormData()
  const size = { width: 64, height: 40, channels: 3, background: '#c96' } as const
  for (const name of ['a.png', 'b.png'])
    form.append('images', new Blob([await sharp({ create: size }).png().toBuffer()]), name)
  return form
}
