import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, mailsTo, deletionCode } from '../../../test/makers.ts'
import { collectWebhooks, balancedLedger } from '../../../test/orders.ts'
import { payoutsIn, upi } from '../../../test/payouts.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { personalDataJobs } from '../jobs.ts'

const app = await startApp()
const { db, dependencies, jobs, mails } = app
collectWebhooks(app)
beforeAll(() => dependencies.jobs.work(personalDataJobs(dependencies)))
const { sale, asked, byStaff } = payoutsIn(app)

type Someone = Pick<Awaited<ReturnType<typeof aMember>>, 'api' | 'email'>
const remove = async (member: Someone, body: { code?: string; givenUp?: number } = {}) =>
  member.api.personalData.deleteAccount({
    body: { code: body.code ?? (await deletionCode(app, member)), ...body },
  })

test('a payout that was asked for is still paid, and where it goes is known until then and no longer', async () => {
  const { admin, act, pay } = await byStaff()
  const member = await aMember(app)
  await sale(member, 250_000)
  const [paid, declined] = [await asked(member, 1000), await asked(member, 600)]
  expect((await member.api.personalData.deletion()).deletion).toMatchObject({ owed: 400, payouts: 1600 })
  await remove(member, { givenUp: 400 })
  await jobs.run()
  expect(mailsTo(app, member.email).at(-1)!.text).toContain('payouts of ₹1,600')
  const look = (id: string) => admin.api.payouts.destination({ params: { id } })
  expect((await look(paid._id)).destination.account).toBe(upi.vpa)
  expect((await admin.api.payouts.case({ params: { id: paid._id } })).payout.member).toEqual({
    id: member.id,
    name: 'Former member',
    email: '',
    isClosed: true,
  })
  const told = mails.length
  await act('approve', [paid._id])
  expect(await pay(paid.number, 'UTR-AFTERWARDS')).toMatchObject({ done: true })
  await act('decline', [declined._id])
  expect(mails).toHaveLength(told)
  for (const { _id } of [paid, declined]) await expect(look(_id)).rejects.toMatchObject({ status: 404 })
  const left = await db
    .selectFrom('payouts')
    .select(['destination', 'masked', 'note'])
    .where('memberId', '=', member.id)
    .execute()
  expect(left).toEqual([
    { destination: null, masked: '', note: null },
    { destination: null, masked: '', note: null },
  ])
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('a payout asked for while the account is deleted is counted by the deletion, or is not made', async () => {
  for (let round = 0; round < 5; round++) {
    const member = await aMember(app)
    await sale(member, 100_000)
    const code = await deletionCode(app, member)
    const request = () => member.api.payouts.request({ body: { destination: upi } })
    const [deleted, asked] = await Promise.allSettled([remove(member, { code, givenUp: 800 }), request()])
    const rows = await db.selectFrom('payouts').select('id').where('memberId', '=', member.id).execute()
    expect(rows).toHaveLength(asked.status === 'fulfilled' ? 1 : 0)
    expect([deleted.status, asked.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})
