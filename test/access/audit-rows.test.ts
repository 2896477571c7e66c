import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'

import { z } from '#contract/kit/zod.ts'
import { demoAdmin } from '#server/config.ts'
import { newLink } from '#server/platform/sessions/one-time-links.ts'
import { decisionJobs } from '#server/projects/jobs.ts'

import { startApp } from '../app.ts'
import { calls } from '../calls.ts'
import { aColleague, aProject, aRelease, releasesOf } from '../makers.ts'
import { aBuyer, soldDaysAgo } from '../orders.ts'
import { payoutsIn } from '../payouts.ts'
import { anUpload } from '../runners.ts'
import { actsWithTexts } from '../staff-acts.ts'
import { aHeldSample, checkFails } from '../uploads.ts'
import { auditRows } from './audit-rows.ts'
import { moneyCalls } from './money-calls.ts'
import { requestsFor } from './requests.ts'
import { aStockedApp } from './stocked-app.ts'
import { allowedCallers, type CallName } from './who-may.ts'

const app = await startApp()
const { db, dependencies } = app
const signsIn = new Set(['staff.login', 'staff.loginByLink', 'staff.setPassword'])
/**
 * The calls of staff: those that are not for everybody and that a super_admin may make, and those by which they come
 * in.
 */
const ofStaff = calls
  .map(({ name }) => name as CallName)
  .filter((name) => {
    const callers = allowedCallers[name]
    return signsIn.has(name) || (callers.includes('super_admin') && !callers.includes('visitor'))
  })

let stocked: Awaited<ReturnType<typeof aStockedApp>>
let requests: Awaited<ReturnType<typeof requestsFor>>
let colleague: Awaited<ReturnType<typeof aColleague>>
beforeAll(async () => {
  stocked = await aStockedApp(app)
  requests = await requestsFor(stocked)
  colleague = await aColleague(app, stocked.boss)
  await sql`alter table staff_actions disable trigger staff_actions_final`.execute(db)
})

test('the matrix names every call of staff and no other', () => {
  expect(Object.keys(auditRows).toSorted()).toEqual(ofStaff.toSorted())
})

/** What shows one record that staff decide about, and not a list of people. */
const oneAtATime =
  /^(staff|admins|settings|staffContacts\.get|complaints\.get|payouts\.case|verification\.project)\b/

test('every call that answers staff with a list of emails leaves a row', () => {
  const withEmails = calls.filter(
    ({ name, endpoint }) =>
      endpoint.method === 'GET' &&
      ofStaff.includes(name as CallName) &&
      endpoint.reply !== 'file' &&
      JSON.stringify(z.toJSONSchema(endpoint.reply, { io: 'input', unrepresentable: 'any' })).includes(
        '"email"',
      ),
  )
  const silent = withEmails.filter(({ name }) => auditRows[name as CallName]!.length === 0)
  expect(silent.map(({ name }) => name).filter((name) => !oneAtATime.test(name))).toEqual([])
  expect(withEmails.length).toBeGreaterThan(8)
})

interface Prepared {
  id?: string
  body?: object
  /** The caller, by default the super_admin of the stocked app. */
  token?: string
}
const password = 'lanterns gravel omelette'
const linkFor = async (purpose: 'staff' | 'staff password') => {
  const { id } = await aColleague(app, stocked.boss)
  return (await newLink(db, dependencies, purpose, id)).split('#')[1]!
}
const approvedPayout = async () => {
  const { anOwner, asked } = payoutsIn(app)
  const { _id: id, number } = await asked(await anOwner(500))
  await colleague.api.payouts.act({ body: { action: 'approve', ids: [id] } })
  return number
}
const withTotp = async () => {
  const { secret } = await colleague.api.totp.begin({ body: { currentPassword: password } })
  const code = (later: number) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + later * 30_000 })
  return code
}

/** What has to be there before a call succeeds, where the stocked app alone does not have it. */
const prepare: Partial<Record<CallName, () => Promise<Prepared>>> = {
  'staff.login': async () => ({ body: demoAdmin }),
  'staff.loginByLink': async () => ({ body: { linkToken: await linkFor('staff') } }),
  'staff.setPassword': async () => ({ body: { linkToken: await linkFor('staff password'), password } }),
  'staff.logout': async () => ({ token: (await aColleague(app, stocked.boss)).token }),
  'staff.changePassword': async () => ({
    token: (await aColleague(app, stocked.boss)).token,
    body: { currentPassword: password, newPassword: 'another gravel omelette' },
  }),
  'totp.begin': async () => ({ token: colleague.token, body: { currentPassword: password } }),
  'totp.confirm': async () => ({ token: colleague.token, body: { code: (await withTotp())(0) } }),
  'totp.remove': async () => {
    const code = await withTotp()
    await colleague.api.totp.confirm({ body: { code: code(-1) } })
    return { token: colleague.token, body: { currentPassword: password, code: code(0) } }
  },
  'admins.invite': async () => ({ id: colleague.id }),
  'staffContacts.bulkUpdate': async () => ({ body: { contactIds: [stocked.contact], action: 'closed' } }),
  'payouts.export': async () => {
    await approvedPayout()
    return {}
  },
  'payouts.pay': async () => ({
    body: { payments: [{ number: await approvedPayout(), reference: 'UTR12345' }] },
  }),
  'payouts.bookDebtRepayment': async () => {
    const { sale, asked } = payoutsIn(app)
    const owner = await aBuyer(app)
    const { buyer, of } = await sale(owner, 62_500)
    const { _id, number } = await asked(owner)
    await colleague.api.payouts.act({ body: { action: 'approve', ids: [_id] } })
    await stocked.boss.api.payouts.pay({ body: { payments: [{ number, reference: 'UTR54321' }] } })
    await soldDaysAgo(db, of.params.id, 0)
    const { refund } = await buyer.api.refundRequests.ask({ ...of, body: { reason: 'It does not start.' } })
    const decision = { params: { id: refund.request!._id }, body: { decision: 'approve' } } as const
    await colleague.api.refundRequests.decide(decision)
    return { id: owner.id, body: { amount: 100, reference: 'HDFC54321' } }
  },
  'staffProjects.bulkUpdate': async () => ({
    body: { projectIds: [stocked.spare], action: 'deactivate' },
  }),
  'staffProjects.orderFeatured': async () => {
    for (const id of [stocked.listed, stocked.spare])
      await stocked.boss.api.projects.update({
        params: { id },
        body: { isFeatured: true, verificationStatus: 'approved' },
      })
    const { featured } = await stocked.boss.api.staffProjects.featured()
    const basedOn = featured.map(({ _id }) => _id)
    return { body: { order: basedOn.toReversed(), basedOn } }
  },
  'verification.next': async () => {
    await aRelease(stocked.owner, (await aProject(stocked.owner))._id)
    await app.jobs.run()
    await db.deleteFrom('verificationClaims').execute()
    return {}
  },
  'verification.claim': async () => {
    await db.deleteFrom('verificationClaims').execute()
    return {}
  },
  'verification.unclaim': async () => {
    await stocked.boss.api.verification.claim({ params: { id: stocked.waiting } })
    return {}
  },
  'verification.skip': async () => ({ id: stocked.waiting }),
  'verification.undo': async () => {
    const { _id: id } = await aProject(stocked.owner)
    await aRelease(stocked.owner, id)
    await app.jobs.run()
    await app.jobs.work(decisionJobs(app.dependencies))
    await stocked.boss.api.projects.update({ params: { id }, body: { verificationStatus: 'approved' } })
    return { id }
  },
  'recalls.withdraw': async () => {
    const releaseId = (await releasesOf(db, stocked.recalled))[0]!.id
    await db.insertInto('waitingRefunds').values({ releaseId, orderId: stocked.order }).execute()
    return { id: stocked.recalled }
  },
  'runs.ask': async () => ({ id: (await anUpload(app, undefined, stocked.owner)).id }),
  'findings.recheck': async () => {
    await checkFails(db, stocked.waiting)
    return {}
  },
  'complaints.block': async () => {
    const of = { params: { id: stocked.listed } }
    const body = { kind: 'harmful', text: 'It sends passwords to a stranger.' } as const
    await stocked.other.api.complaints.send({ ...of, body })
    return { id: (await stocked.owner.api.complaints.received(of)).complaints[0]!._id }
  },
  'held.decide': async () => {
    const { question } = await stocked.buyer.api.questions.ask({
      params: { id: stocked.listed },
      body: { text: 'Is it like www.shop.example?' },
    })
    return { id: question._id }
  },
  'samples.pass': async () => {
    const { id, contentHash } = await aHeldSample(app, stocked.owner, stocked.boss)
    return { id, body: { contentHash } }
  },
}

const countPostings = async () =>
  (
    await db
      .selectFrom('ledgerTransactions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

test.each(ofStaff)('%s writes the row that the matrix names, and none where it names none', async (name) => {
  const { id, body, token = stocked.boss.token } = (await prepare[name]?.()) ?? {}
  await db.deleteFrom('staffActions').execute()
  const postings = await countPostings()
  const request = requests[name]!
  const { status, text } = await app.send(
    {
      ...request,
      ...(id && { url: request.url.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, id) }),
      ...(body && { body: JSON.stringify(body) }),
    },
    token,
  )
  expect(status, await text()).toBeLessThan(400)
  if (!(name in moneyCalls)) expect(await countPostings(), 'the ledger').toBe(postings)
  const actions = await db.selectFrom('staffActions').select('action').execute()
  const written = [...new Set(actions.map(({ action }) => action))]
  const possible = auditRows[name]!
  if (possible.length === 0) expect(written).toEqual([])
  else {
    expect(written).toHaveLength(1)
    expect(possible).toContain(written[0])
  }
  const { rows } = await sql<{ action: string }>`select distinct action from staff_actions
    join staff_action_texts on action_id = staff_actions.id`.execute(db)
  expect([...actsWithTexts, 'create coupon']).toEqual(
    expect.arrayContaining(rows.map(({ action }) => action)),
  )
})
