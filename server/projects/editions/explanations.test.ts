import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anEditionShop, type Meanwhile } from '../../../test/editions.ts'
import { keepDecisionsOpen, mailsTo } from '../../../test/makers.ts'
import { aBuyer, ordersBecome } from '../../../test/orders.ts'
import { aBuyerOf, approve, upload } from '../../../test/uploads.ts'

/** Tests of the demo sign-ins and the questions about the code: who sees them when. */

const app = await startApp()
await keepDecisionsOpen(app)
const { owner, admin, set, aListing, mine, shown, decide } = await anEditionShop(app)
const of = (id: string) => ({ params: { id } })

const admins = { role: 'admin', user: 'admin@shop.example', password: 'Admin@123' }
const clerk = { role: 'clerk', user: 'clerk', password: 'clerk@1' }
const why = {
  question: 'Why is this a table of its own?',
  answer: 'A patient has several bills.\nSee bills.sql.',
}
const how = { question: 'How is a session kept?', answer: 'In PHP’s session.' }
const first = { demoSignIns: [admins], codeQuestions: [why] }
const second = { demoSignIns: [admins, clerk], codeQuestions: [how] }

const put = (id: string, body: Parameters<typeof owner.api.projects.ownerUpdate>[0]['body']) =>
  owner.api.projects.ownerUpdate({ ...of(id), body })
async function anExplained(body: Parameters<typeof put>[1] = {}) {
  const id = await aListing()
  await put(id, { ...first, ...body })
  await approve(admin, id)
  return id
}
type Buyer = Awaited<ReturnType<typeof aBuyer>>
async function bought({ api }: Buyer) {
  const { orders } = await api.orders.mine({ query: {} })
  const { order } = await api.orders.get(of(orders.find(({ kind }) => kind === 'source')!._id))
  const { demoSignIns, codeQuestions } = order
  return { demoSignIns, codeQuestions }
}

test.each<Meanwhile>(['off_sale', 'on_sale'])(
  'a change waits, is shown as a difference, published by the approval, and taken back by Undo (%s)',
  async (setting) => {
    await set(setting)
    const id = await anExplained()
    const buyer = await aBuyerOf(app, id)
    const { message } = await put(id, second)
    expect(message).toContain('re-verification')
    expect(await mine(id)).toMatchObject({
      ...second,
      verificationStatus: 'pending',
      hasWaitingChanges: true,
    })
    expect(await bought(buyer), 'a buyer has what was approved').toEqual(first)
    for (const { api } of [owner, admin])
      expect((await api.projects.changes(of(id))).changes).toEqual([
        {
          what: 'demo sign-ins',
          before: ['admin: admin@shop.example / Admin@123'],
          after: ['admin: admin@shop.example / Admin@123', 'clerk: clerk / clerk@1'],
        },
        {
          what: 'questions about the code',
          before: [`${why.question}\n${why.answer}`],
          after: [`${how.question}\n${how.answer}`],
        },
      ])
    await approve(admin, id)
    expect(await bought(buyer)).toEqual(second)
    await admin.api.verification.undo(of(id))
    expect(await bought(buyer)).toEqual(first)
    expect(await mine(id)).toMatchObject({ ...second, hasWaitingChanges: true })
    await decide(id, 'needs_changes')
    await put(id, { demoSignIns: [clerk] })
    const { sentBack } = await owner.api.projects.changes(of(id))
    expect(sentBack?.changes.map(({ what }) => what)).toEqual(['demo sign-ins'])
    await owner.api.projects.takeBack({ ...of(id), query: {} })
    expect(await mine(id)).toMatchObject({ ...first, hasWaitingChanges: false })
  },
)

test('a visitor sees a sign-in only while the switch is on, and then only what was approved; the switch acts at once', async () => {
  await set('on_sale')
  const id = await anExplained()
  expect(await shown(id)).toMatchObject({ demoSignIns: [], demoSignInsPublic: false })
  await put(id, { demoSignInsPublic: true })
  expect(await mine(id)).toMatchObject({ verificationStatus: 'approved' })
  expect((await shown(id)).demoSignIns).toEqual([admins])
  await put(id, { demoSignIns: [clerk] })
  expect((await shown(id)).demoSignIns).toEqual([admins])
  await put(id, { demoSignInsPublic: false })
  expect((await shown(id)).demoSignIns).toEqual([])
})

test('while the switch is off no list, page or answer for others carries a sign-in, and none ever carries an answer about the code', async () => {
  await set('on_sale')
  const secret = { role: 'admin', user: 'chief', password: 'Quartz#9041' }
  const answered = { question: 'Why Quartz#9042?', answer: 'For Quartz#9043.' }
  const id = await anExplained({ demoSignIns: [secret], codeQuestions: [answered, why] })
  const buyer = await aBuyerOf(app, id)
  const { orders } = await buyer.api.orders.mine({ query: {} })
  const answers = [
    await app.api.projects.get(of(id)),
    await app.api.projects.list({ query: { limit: 100 } }),
    await app.api.projects.related(of(id)),
    await app.api.projectPage.get(of(id)),
    await app.api.findings.facts(of(id)),
    await (await aBuyer(app)).api.projects.get(of(id)),
    await owner.api.projects.mine({ query: { limit: 100 } }),
    await admin.api.projects.list({ query: { limit: 100 } }),
    orders,
  ]
  for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/Quartz#904|chief/)
  expect((await shown(id)).codeQuestionCount).toBe(2)
  expect(await bought(buyer)).toEqual({ demoSignIns: [secret], codeQuestions: [answered, why] })
})

test('a buyer has what was approved last, none once the money is back, and still has them when the listing is gone', async () => {
  await set('on_sale')
  const id = await anExplained()
  const [buyer, refunded] = [await aBuyerOf(app, id), await aBuyerOf(app, id)]
  await put(id, second)
  await upload(owner, id, { 'README.md': '# Edition 2\n' })
  await approve(admin, id)
  expect(await bought(buyer)).toEqual(second)
  await ordersBecome(app.db, 'refunded', { memberId: refunded.id })
  expect(await bought(refunded)).toEqual({ demoSignIns: [], codeQuestions: [] })
  await owner.api.projects.remove(of(id))
  expect(await bought(buyer)).toEqual(second)
})

test('what the page said at the purchase has the sign-ins that everybody saw, and the number of the questions', async () => {
  await set('on_sale')
  const [open, closed] = [await anExplained({ demoSignInsPublic: true }), await anExplained()]
  const listingOf = async (id: string) => {
    const { api } = await aBuyerOf(app, id)
    const { orders } = await api.orders.mine({ query: {} })
    return (await api.orders.get(of(orders[0]!._id))).order.asBought.listing
  }
  expect(await listingOf(open)).toMatchObject({ demoSignIns: [admins], codeQuestionCount: 1 })
  expect(await listingOf(closed)).toMatchObject({ demoSignIns: [], codeQuestionCount: 1 })
})

test('a duplicate has them too, and what staff change is mailed to the owner', async () => {
  await set('on_sale')
  const id = await anExplained({ demoSignInsPublic: true })
  const { _id: copy } = await owner.api.projects.duplicate(of(id))
  expect(await mine(copy)).toMatchObject({ ...first, demoSignInsPublic: true })
  await admin.api.projects.update({ ...of(id), body: second })
  expect((await mine(id)).edition?.number).toBe(3)
  const { text } = mailsTo(app, owner.email, 'edit by staff').at(-1)!
  expect(text).toContain('Demo sign-ins, now: admin: admin@shop.example / Admin@123')
  expect(text).toContain(how.answer)
})

test('a change that a process of the release before begins keeps the sign-ins and questions of its record', async () => {
  await set('on_sale')
  const id = await anExplained()
  await sql`insert into editions (project_id, title, description, category, features, requirements, demo_url, github_url,
      licence, release_id, report_key, report_name, languages, file_tree, pictures, report_price_paise, bundle_price_paise, keeps_sale)
    select id, 'Another title', description, category, features, requirements, demo_url, github_url,
      licence, release_id, report_key, report_name, languages, file_tree, pictures_of(id), report_price_paise, bundle_price_paise, true
    from projects where id = ${id}`.execute(app.db)
  expect(await mine(id)).toMatchObject({ ...first, title: 'Another title', hasWaitingChanges: true })
  const { changes } = await owner.api.projects.changes(of(id))
  expect(changes.map(({ what }) => what)).toEqual(['title'])
})

test.each<[string, object, string, RegExp]>([
  ['a seventh sign-in', { demoSignIns: Array.from({ length: 7 }, () => clerk) }, 'demoSignIns', /At most 6/],
  ['a sign-in without a role', { demoSignIns: [{ ...clerk, role: ' ' }] }, 'demoSignIns/0/role', /Say who/],
  ['no user', { demoSignIns: [clerk, { ...clerk, user: '' }] }, 'demoSignIns/1/user', /Enter the user/],
  ['no password', { demoSignIns: [{ ...clerk, password: '' }] }, 'demoSignIns/0/password', /Enter the pass/],
  [
    'a text without an end',
    { demoSignIns: [{ ...clerk, user: 'x'.repeat(101) }] },
    'demoSignIns/0/user',
    /At most 100/,
  ],
  [
    'a control character',
    { demoSignIns: [{ ...clerk, user: 'a\u0007b' }] },
    'demoSignIns/0/user',
    /plain text/,
  ],
  [
    'a turn of direction',
    { demoSignIns: [{ ...clerk, password: 'ab\u202ecd' }] },
    'demoSignIns/0/password',
    /nobody sees/,
  ],
  [
    'a phone number',
    { demoSignIns: [{ ...clerk, user: '98765 43210' }] },
    'demoSignIns/0/user',
    /phone number/,
  ],
  [
    'a UPI address',
    { demoSignIns: [{ ...clerk, password: 'asha@okaxis' }] },
    'demoSignIns/0/password',
    /UPI/,
  ],
  ['a link', { demoSignIns: [{ ...clerk, role: 'at wa.me/919876543210' }] }, 'demoSignIns/0/role', /link/],
  [
    'an email as a role',
    { demoSignIns: [{ ...clerk, role: 'asha@gmail.com' }] },
    'demoSignIns/0/role',
    /email/,
  ],
  [
    'a 31st question',
    { codeQuestions: Array.from({ length: 31 }, () => why) },
    'codeQuestions',
    /At most 30/,
  ],
  ['no answer', { codeQuestions: [{ ...why, answer: ' ' }] }, 'codeQuestions/0/answer', /Write the answer/],
  [
    'a long question',
    { codeQuestions: [{ ...why, question: 'x'.repeat(201) }] },
    'codeQuestions/0/question',
    /200/,
  ],
  [
    'a long answer',
    { codeQuestions: [{ ...why, answer: 'x'.repeat(2001) }] },
    'codeQuestions/0/answer',
    /2000/,
  ],
  [
    'a turned answer',
    { codeQuestions: [{ ...why, answer: 'a\u202eb' }] },
    'codeQuestions/0/answer',
    /plain text/,
  ],
])('%s is refused, and the message names the field', async (_, body, field, message) => {
  const id = await aListing()
  await expect(put(id, body)).rejects.toMatchObject({
    status: 400,
    details: { fields: { [field]: expect.stringMatching(message) } },
  })
})
