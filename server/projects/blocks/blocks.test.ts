import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anAdmin, mailsTo, runJob } from '../../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, collectWebhooks, source } from '../../../test/orders.ts'
import { timePasses } from '../../../test/time.ts'
import { blockJobs } from '../jobs.ts'

const app = await startApp()
const { db, dependencies } = app
collectWebhooks(app)
const admin = await anAdmin(app)
beforeAll(() => dependencies.jobs.work(blockJobs(dependencies)))
const endBlocks = async () => {
  await runJob(app, 'end-blocks')
}

async function reported(owner?: Awaited<ReturnType<typeof aBuyer>>) {
  const seller = owner ?? (await aBuyer(app))
  const member = await aBuyer(app)
  const project = await aListing(db, seller.id, 49_900)
  const of = { params: { id: project.id } }
  const body = { kind: 'harmful' as const, text: 'src/index.js sends the passwords to a stranger.' }
  const { number, statusPage } = await member.api.complaints.send({ ...of, body })
  const { complaints } = await seller.api.complaints.received(of)
  return {
    owner: seller,
    member,
    project,
    of,
    number,
    statusPage,
    at: { params: { id: complaints[0]!._id } },
  }
}
const block = ({ at }: Pick<Awaited<ReturnType<typeof reported>>, 'at'>) =>
  admin.api.complaints.block({ ...at, body: { reason: 'It may send passwords.' } })
const isListed = ({ of }: Pick<Awaited<ReturnType<typeof reported>>, 'of'>) =>
  app.api.projects.get(of).then(
    () => true,
    () => false,
  )

test('a blocked project leaves every list at once, its owner is told why and how to answer, and buyers keep it', async () => {
  const found = await reported()
  const buyer = await aBuyer(app)
  const { orders } = await buyAndPay(app, buyer, source(found.project))
  await block(found)
  expect(await isListed(found)).toBe(false)
  const quote = await app.api.orders.quote({
    body: { items: [{ projectId: found.project.id, kind: 'source' }] },
  })
  expect(quote.items[0]!.forSale).toBe(false)
  expect((await buyer.api.orders.get({ params: { id: orders[0]!._id } })).order.allowed).toContain('download')
  const [mail] = mailsTo(app, found.owner.email, 'block')
  expect(mail!.text).toContain('It may send passwords.')
  expect(mail!.text).toContain('#complaints')
  const { complaints } = await found.owner.api.complaints.received(found.of)
  const days = (Date.parse(complaints[0]!.blockedUntil!) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(21, 2)
  const key = found.statusPage.split('key=')[1]!
  const { status } = await app.api.requestStatus.get({ params: { number: found.number }, query: { key } })
  expect(status.blockedUntil).toBe(complaints[0]!.blockedUntil)
  const { project } = await found.owner.api.projects.get(found.of)
  expect(project, 'neither switch is touched').toMatchObject({
    verificationStatus: 'approved',
    isActive: true,
  })
})

test('it ends by itself after 21 days, and no earlier; the report stays open', async () => {
  const found = await reported()
  await block(found)
  await endBlocks()
  expect(await isListed(found)).toBe(false)
  await timePasses(db, '21 days', 'projectBlocks', { projectId: found.project.id })
  await endBlocks()
  await endBlocks()
  expect(await isListed(found)).toBe(true)
  expect(mailsTo(app, found.owner.email, 'block').map(({ subject }) => subject.split(':')[0])).toEqual([
    'Your project is blocked for now',
    'Your project is listed again',
  ])
  const { complaint } = await admin.api.complaints.get(found.at)
  expect(complaint).toMatchObject({ decision: null, blockedUntil: null, wasBlocked: true })
  await expect(block(found)).rejects.toMatchObject({ code: 'conflict' })
})

test.each([
  ['no_action', true],
  ['hidden', false],
] as const)('the decision %s ends it: listed again is %s', async (outcome, listed) => {
  const found = await reported()
  await block(found)
  await admin.api.complaints.decide({ ...found.at, body: { outcome, reasons: 'Looked at.' } })
  expect(await isListed(found)).toBe(listed)
  await endBlocks()
  expect(await isListed(found)).toBe(listed)
  expect(mailsTo(app, found.owner.email, 'block')).toHaveLength(1)
})

test('an owner’s edit and a second approval do not end it', async () => {
  const found = await reported()
  await block(found)
  await found.owner.api.projects.ownerUpdate({ ...found.of, body: { price: 10 } })
  expect(await isListed(found)).toBe(false)
})

test('an earlier release, which knows of no blocks, does not list it again', async () => {
  const found = await reported()
  await block(found)
  const listAsBefore = () =>
    sql`insert into published_projects (
        project_id, category, difficulty, price_paise, technologies, rating, rating_count, sales_count, featured_rank,
        created_at, words)
      select id, category, difficulty, price_paise, technologies, 0, 0, 0, null, created_at, project_words(projects)
      from projects where id = ${found.project.id} on conflict (project_id) do nothing`.execute(db)
  await listAsBefore()
  expect(await isListed(found)).toBe(false)
  await admin.api.complaints.decide({ ...found.at, body: { outcome: 'no_action', reasons: 'Looked at.' } })
  expect(await isListed(found)).toBe(true)
})

test('of many at once one blocks; not what is decided, nor a question; and staff read how often an owner was blocked', async () => {
  const found = await reported()
  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => block(found)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const second = await reported(found.owner)
  expect((await admin.api.complaints.get(second.at)).complaint.owner.blocks).toBe(1)
  await block(second)
  expect((await admin.api.complaints.get(second.at)).complaint.owner.blocks).toBe(2)
  const { member } = await admin.api.staffMembers.get({ params: { id: found.owner.id } })
  expect(member.blocks).toBe(2)
  const third = await reported()
  await admin.api.complaints.decide({
    ...third.at,
    body: { outcome: 'no_action', reasons: 'It is harmless.' },
  })
  await expect(block(third)).rejects.toMatchObject({ code: 'conflict' })
  expect(await isListed(third)).toBe(true)
})
