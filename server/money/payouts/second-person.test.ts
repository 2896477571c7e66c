import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aColleague } from '../../../test/makers.ts'
import { balancedLedger } from '../../../test/orders.ts'
import { payoutsIn } from '../../../test/payouts.ts'
import { ledgerFaults } from '../ledger/service.ts'

const app = await startApp()
const { anOwner, asked, byStaff } = payoutsIn(app)
const { admin: boss, act, pay } = await byStaff()

type Staff = Pick<typeof boss, 'api'>
const fileOf = async ({ api }: Staff) => (await api.payouts.export()).text()
const paidBy = async ({ api }: Staff, number: string, reference: string) =>
  (await api.payouts.pay({ body: { payments: [{ number, reference }] } })).results[0]
const caseFor = async ({ api }: Staff, id: string) => (await api.payouts.case({ params: { id } })).payout
const alone = async (about: string) =>
  (await boss.api.audit.list({ query: { about } })).entries
    .filter(({ isAlone }) => isAlone)
    .map(({ action }) => action)

test('the only member of staff who can sign in approves, exports and pays; the audit log marks it and the settings say so', async () => {
  const payout = await asked(await anOwner(500))
  await act('approve', [payout._id])
  expect(await caseFor(boss, payout._id)).toMatchObject({
    approvedBy: 'Admin',
    needsSecondPerson: false,
    allowed: ['hold', 'decline', 'pay'],
  })
  expect(await fileOf(boss)).toContain(payout.number)
  expect(await pay(payout.number, 'UTR-ONE-1')).toMatchObject({ done: true })
  expect(await alone(payout._id)).toEqual(['pay payout', 'export payout'])
  const { entries } = await boss.api.audit.list({ query: { search: 'alone' } })
  expect(entries.map(({ about }) => about.name)).toEqual([payout.number, payout.number])
  expect((await boss.api.settings.get()).needsSecondPerson).toBe(false)
})

test('somebody who was invited and has no password yet is no second person', async () => {
  const body = { name: 'Never Came', email: 'never@example.in', role: 'admin' } as const
  await boss.api.admins.create({ body })
  const payout = await asked(await anOwner(500))
  await act('approve', [payout._id])
  expect(await fileOf(boss)).toContain(payout.number)
  expect(await pay(payout.number, 'UTR-TWO-1')).toMatchObject({ done: true })
})

test('whoever approved a payout neither exports nor pays it, a super admin no more than an admin; a colleague does', async () => {
  const colleague = await aColleague(app, boss)
  expect((await boss.api.settings.get()).needsSecondPerson).toBe(true)
  const owner = await anOwner(2000)
  const [ofBoss, ofColleague] = [await asked(owner, 600), await asked(owner, 700)]
  await act('approve', [ofBoss._id])
  await expect(fileOf(boss)).rejects.toMatchObject({
    code: 'not_allowed',
    message: 'You approved every payout that waits for a file. Another member of staff makes it.',
  })
  const approved = await colleague.api.payouts.act({ body: { action: 'approve', ids: [ofColleague._id] } })
  expect(approved.results).toMatchObject([{ done: true }])

  expect(await caseFor(boss, ofBoss._id)).toMatchObject({
    needsSecondPerson: true,
    allowed: ['hold', 'decline'],
  })
  expect(await caseFor(colleague, ofBoss._id)).toMatchObject({
    needsSecondPerson: false,
    allowed: ['hold', 'decline', 'pay'],
  })
  const { payouts } = await colleague.api.payouts.cases({ query: { status: 'approved' } })
  expect(payouts.map(({ number, needsSecondPerson }) => [number, needsSecondPerson])).toEqual([
    [ofBoss.number, false],
    [ofColleague.number, true],
  ])

  const file = await fileOf(boss)
  expect(file).toContain(ofColleague.number)
  expect(file).not.toContain(ofBoss.number)
  expect(await pay(ofBoss.number, 'UTR-THREE-1')).toMatchObject({
    done: false,
    message: 'You approved it. Another member of staff marks it as paid.',
  })
  expect(await paidBy(colleague, ofBoss.number, 'UTR-THREE-1')).toMatchObject({ done: true })
  expect(await pay(ofColleague.number, 'UTR-THREE-2')).toMatchObject({ done: true })
  for (const { _id } of [ofBoss, ofColleague]) expect(await alone(_id)).toEqual([])
  expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
})

test('the last approval counts, so that nobody takes a payout back, approves it once more and pays it', async () => {
  const colleague = await aColleague(app, boss)
  const payout = await asked(await anOwner(500))
  await colleague.api.payouts.act({ body: { action: 'approve', ids: [payout._id] } })
  await act('hold', [payout._id])
  await act('approve', [payout._id])
  expect(await pay(payout.number, 'UTR-FOUR-1')).toMatchObject({ done: false })
  await expect(fileOf(boss)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await paidBy(colleague, payout.number, 'UTR-FOUR-1')).toMatchObject({ done: true })
})

test('of an approval and an export by the same person at once, none ends in a file with what they approved', async () => {
  const colleague = await aColleague(app, boss)
  const owner = await anOwner(10_000)
  for (let round = 0; round < 8; round++) {
    const payout = await asked(owner, 500)
    const [, file] = await Promise.all([
      act('approve', [payout._id]),
      fileOf(boss).catch(({ code }: { code: string }) => code),
    ])
    expect(file).not.toContain(payout.number)
    expect(await fileOf(colleague)).toContain(payout.number)
  }
})
