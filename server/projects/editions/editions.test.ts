import pg from 'pg'
import { describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anEditionShop } from '../../../test/editions.ts'
import { aProject, isListed, keepDecisionsOpen, mailsTo, releasesOf, runJob } from '../../../test/makers.ts'
import { aBuyer, cartOf, pay, report, source } from '../../../test/orders.ts'
import { docx, formOf } from '../../../test/reports.ts'
import { aBuyerOf, approve, download, filesIn, upload } from '../../../test/uploads.ts'
import { decisionJobs } from '../jobs.ts'
import { indexRelease } from '../similarity/index-release.ts'

const app = await startApp()
await keepDecisionsOpen(app)
const { owner, admin, set, aListing, change, mine, shown, decide, numbers, first, second } =
  await anEditionShop(app)
const of = (id: string) => ({ params: { id } })

describe('on sale while a change waits', () => {
  test('everybody reads what was approved, its owner and staff what waits, and the approval shows it to all', async () => {
    await set('on_sale')
    const id = await aListing()
    const buyer = await aBuyerOf(app, id)
    await change(id)
    expect(numbers(await shown(id))).toEqual(first)
    expect(await shown(id)).toMatchObject({
      verificationStatus: 'approved',
      category: 'Web Development',
      hasWaitingChanges: false,
      edition: null,
    })
    const page = await app.api.projectPage.get(of(id))
    expect(page.contents.readmeHtml).toContain('Edition 1')
    const list = await app.api.projects.list({ query: { search: 'Edition 1' } })
    const card = list.projects.find(({ _id }) => _id === id)
    expect(card).toMatchObject({ title: 'Edition 1', verificationStatus: 'approved' })
    const { projects: found } = await app.api.projects.list({
      query: { category: 'Mobile Development', limit: 100 },
    })
    expect(found.map(({ _id }) => _id)).not.toContain(id)
    const zip = await download(app, buyer.token, id)
    expect(String(filesIn(zip.rawPayload)['README.md'])).toContain('Edition 1')
    for (const { api } of [owner, admin])
      expect(numbers((await api.projects.get(of(id))).project)).toEqual(second)
    expect(await mine(id)).toMatchObject({
      verificationStatus: 'pending',
      hasWaitingChanges: true,
      edition: { number: 1, isOnSale: true },
    })
    const { projects } = await owner.api.projects.mine({ query: {} })
    expect(projects.find(({ _id }) => _id === id)).toMatchObject({
      title: 'Edition 2',
      verificationStatus: 'pending',
    })

    await approve(admin, id)
    expect(numbers(await shown(id))).toEqual(second)
    expect(await shown(id)).toMatchObject({ category: 'Mobile Development' })
    expect(await mine(id)).toMatchObject({ hasWaitingChanges: false, edition: { number: 2, isOnSale: true } })
    const newer = await download(app, buyer.token, id)
    expect(String(filesIn(newer.rawPayload)['README.md'])).toContain('Edition 2')
  })

  test('a picture that waits is for its owner and staff, one that is replaced stays until the approval cannot be taken back', async () => {
    await set('on_sale')
    const id = await aListing()
    const status = async (url: string) => (await app.app.inject({ url })).statusCode
    const [old] = (await shown(id)).images
    await change(id)
    const [waiting] = (await mine(id)).images
    expect(await status(old!.url)).toBe(200)
    expect(await status(waiting!.url)).toBe(200)
    expect(await status(waiting!.url.replace(/\?.*/, ''))).toBe(404)
    await approve(admin, id)
    expect(await status(waiting!.url.replace(/\?.*/, ''))).toBe(200)
    expect(await status(old!.url), 'no page shows it any more').toBe(404)
    const kept = () => app.db.selectFrom('unlistedImages').select('id').where('projectId', '=', id).execute()
    expect(await kept()).toHaveLength(1)
    await app.jobs.run()
    expect(await kept()).toEqual([])
  })

  test('a purchase sells what was approved; a checkout begun before the edit is paid after the approval', async () => {
    await set('on_sale')
    const id = await aListing({ price: 100 })
    const [early, late] = [await aBuyer(app), await aBuyer(app)]
    const { payment } = await early.api.orders.checkout({ body: cartOf(source({ id })) })
    await change(id)
    const begun = await late.api.orders.checkout({ body: cartOf(source({ id }), report({ id })) })
    await pay(app, late, begun.payment)
    await approve(admin, id)
    await pay(app, early, payment)
    const bought = await app.db
      .selectFrom('orders')
      .innerJoin('releases', 'releases.id', 'orders.releaseId')
      .select(['title', 'releases.number', 'orders.status'])
      .where('orders.projectId', '=', id)
      .execute()
    expect(bought).toEqual(
      Array.from({ length: 2 }, () => ({ title: 'Edition 1', number: 1, status: 'completed' })),
    )
  })

  test('a change that is sent back leaves what is on sale, unless staff take it off too', async () => {
    await set('on_sale')
    for (const status of ['needs_changes', 'rejected'] as const) {
      const id = await aListing()
      await change(id)
      await decide(id, status)
      expect(numbers(await shown(id))).toEqual(first)
      expect(await mine(id)).toMatchObject({ verificationStatus: status, title: 'Edition 2' })
      await app.jobs.run()
      const mail = mailsTo(app, owner.email, 'decision').at(-1)!
      expect(mail.text).toContain('What we approved before stays on sale.')
      await decide(id, status, true)
      expect(await isListed(app, id)).toBe(false)
      expect((await mine(id)).edition, 'nothing to go back to').toBeNull()
      await expect(owner.api.projects.takeBack({ ...of(id), query: {} })).rejects.toMatchObject({
        status: 409,
      })
    }
  })

  test('staff who take a listing off without a change end its sale, and no edit brings it back', async () => {
    await set('on_sale')
    const id = await aListing()
    await decide(id, 'needs_changes')
    expect(await isListed(app, id)).toBe(false)
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    expect(await isListed(app, id)).toBe(false)
    await expect(owner.api.projects.takeBack({ ...of(id), query: {} })).rejects.toMatchObject({ status: 409 })
    await approve(admin, id)
    expect(await shown(id)).toMatchObject({ title: 'Edition 2' })
  })

  test('the price, the report’s price and the switch act at once; a first report waits with its price', async () => {
    await set('on_sale')
    const { _id: id } = await aProject(owner, { title: 'Edition 1', price: 100 })
    await upload(owner, id, { 'README.md': '# Edition 1\n' })
    await approve(admin, id)
    await owner.api.releases.addReport({ ...of(id), form: formOf(docx(), 50, 'one.docx') })
    await owner.api.projects.ownerUpdate({
      ...of(id),
      body: { price: 120, bundlePrice: 150, tags: ['ward'] },
    })
    expect(await shown(id)).toMatchObject({
      price: 120,
      reportPrice: null,
      bundlePrice: null,
      tags: ['ward'],
    })
    expect(await mine(id)).toMatchObject({ price: 120, reportPrice: 50, bundlePrice: 150 })
    await approve(admin, id)
    expect(await shown(id)).toMatchObject({ price: 120, reportPrice: 50, bundlePrice: 150 })
    await owner.api.releases.removeReport(of(id))
    expect(await shown(id)).toMatchObject({ reportPrice: 50, bundlePrice: 150, reportFileName: 'one.docx' })
    expect(await mine(id)).toMatchObject({ reportPrice: null, bundlePrice: null })
    await owner.api.projects.ownerUpdate({ ...of(id), body: { isActive: false } })
    expect(await isListed(app, id)).toBe(false)
  })

  test('the files on sale keep their check, samples and fingerprints while others wait', async () => {
    await set('on_sale')
    const id = await aListing()
    await owner.api.samples.add({ ...of(id), body: { path: 'README.md' } })
    await change(id)
    const { samples } = await app.api.samples.list(of(id))
    expect(samples[0]).toMatchObject({ path: 'README.md' })
    const [one, two] = await releasesOf(app.db, id)
    for (const release of [one!, two!]) await indexRelease(app.dependencies, release.id)
    const sources = await app.db
      .selectFrom('similaritySources')
      .select('releaseId')
      .where('releaseId', 'in', [one!.id, two!.id])
      .execute()
    expect(sources).toHaveLength(2)
    expect([one!.status, two!.status]).toEqual(['approved', 'pending'])
  })

  test('an edit that waits drops no cached page; its approval drops the project’s', async () => {
    await set('on_sale')
    const id = await aListing()
    const dropped: (string | undefined)[] = []
    const client = new pg.Client({ connectionString: app.url })
    await client.connect()
    client.on('notification', ({ payload }) => dropped.push(payload))
    await client.query('listen page_changes')
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    await owner.api.projects.ownerUpdate({ ...of(id), body: { description: 'Number 2' } })
    await client.query('select 1')
    expect(dropped).toEqual([])
    for (const readme of ['# Edition 2\n', '# Edition 2b\n']) await upload(owner, id, { 'README.md': readme })
    await client.query('select 1')
    expect(dropped, 'the check of an upload is told without a project').not.toContain(id)
    await approve(admin, id)
    await client.query('select 1')
    expect(dropped).toContain(id)
    await client.end()
  })

  test('what staff edit is on sale at once, except where the owner has changed it', async () => {
    await set('on_sale')
    const id = await aListing()
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    await admin.api.projects.update({ ...of(id), body: { description: 'By staff', title: 'Edition 2!' } })
    expect(await shown(id)).toMatchObject({ title: 'Edition 1', description: 'By staff' })
    expect(await mine(id)).toMatchObject({ title: 'Edition 2!', description: 'By staff' })
    await owner.api.projects.takeBack({ ...of(id), query: {} })
    expect(await mine(id)).toMatchObject({
      title: 'Edition 1',
      description: 'By staff',
      edition: { number: 2 },
    })
  })
})

describe('off sale while a change waits', () => {
  test('the project leaves the lists, its address says why, and nothing of the change is public', async () => {
    await set('off_sale')
    const id = await aListing()
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    expect(await isListed(app, id)).toBe(false)
    await expect(shown(id)).rejects.toMatchObject({ status: 404 })
    expect(await app.api.recalls.notice(of(id))).toMatchObject({ title: 'Edition 1', isChanged: true })
    expect(await mine(id)).toMatchObject({ title: 'Edition 2', edition: { number: 1, isOnSale: false } })
    await decide(id, 'rejected')
    await expect(app.api.recalls.notice(of(id)), 'staff took it off, not its owner').rejects.toMatchObject({
      status: 404,
    })
    await owner.api.projects.takeBack({ ...of(id), query: {} })
    expect(await shown(id)).toMatchObject({ title: 'Edition 1', verificationStatus: 'approved' })
  })
})

test('switching the setting applies at once to what waits, both ways, and is in the audit log', async () => {
  await set('off_sale')
  const [waiting, sentBack] = [await aListing(), await aListing()]
  for (const id of [waiting, sentBack]) await change(id)
  await decide(sentBack, 'needs_changes')
  for (const to of ['on_sale', 'off_sale', 'on_sale'] as const) {
    await set(to)
    for (const id of [waiting, sentBack]) expect(await isListed(app, id)).toBe(to === 'on_sale')
  }
  const actions = await app.db
    .selectFrom('staffActions')
    .select('action')
    .where('target', '=', 'settings verification')
    .execute()
  expect(actions.length).toBeGreaterThanOrEqual(3)
})

test('what a killed process did not list any more, a job does', async () => {
  await set('off_sale')
  const id = await aListing()
  await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
  await app.db
    .updateTable('settings')
    .set({ value: JSON.stringify({ whileChangesWait: 'on_sale' }) })
    .where('name', '=', 'verification')
    .execute()
  await app.jobs.work(decisionJobs(app.dependencies))
  await runJob(app, 'list-while-changes-wait')
  expect(await isListed(app, id)).toBe(true)
})
