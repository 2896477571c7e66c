import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anEditionShop } from '../../../test/editions.ts'
import { aProject, keepDecisionsOpen } from '../../../test/makers.ts'
import { aBuyer, checkoutBy, ordersOf, pay, paymentOf, source } from '../../../test/orders.ts'
import { docx, formOf } from '../../../test/reports.ts'
import { approve, upload } from '../../../test/uploads.ts'
import { forSale } from '../../catalogue/publish-queries.ts'

const app = await startApp()
await keepDecisionsOpen(app)
const { db } = app
const { owner, admin, set, aListing, mine, shown } = await anEditionShop(app)
const of = (id: string) => ({ params: { id } })
const edit = (id: string, body: Parameters<typeof owner.api.projects.ownerUpdate>[0]['body']) =>
  owner.api.projects.ownerUpdate({ ...of(id), body })
const approvedPrices = async (id: string) => {
  const [project] = await forSale(db, [id])
  return [project?.approvedPricePaise, project?.approvedReportPricePaise]
}

test('coupons are reckoned on the prices of the approval, also after an edit of staff', async () => {
  await set('on_sale')
  const id = await aListing({ price: 100 })
  await edit(id, { price: 200 })
  const { edition } = await mine(id)
  await admin.api.projects.update({ ...of(id), body: { description: 'By staff' } })
  expect(await approvedPrices(id)).toEqual([10_000, 10_000])
  expect(await mine(id)).toMatchObject({ edition: { number: 2, since: edition!.since } })
})

test('coupons are reckoned on the prices at which a process of the release before approved, before and after an edit here', async () => {
  await set('on_sale')
  const id = await aListing({ price: 100 })
  await sql`update projects set title = 'There', verification_status = 'pending' where id = ${id}`.execute(db)
  await sql`update approved_editions set price_paise = 7000, report_price_paise = 3000 where project_id = ${id}`.execute(
    db,
  )
  await sql`update projects set verification_status = 'approved' where id = ${id}`.execute(db)
  await edit(id, { price: 200 })
  expect(await approvedPrices(id)).toEqual([7000, 3000])
  await edit(id, { title: 'Edition 3' })
  expect(await mine(id)).toMatchObject({ edition: { number: 2 } })
  expect(await approvedPrices(id)).toEqual([7000, 3000])
})

test('a bundle price that waits ends with the price that it depends on', async () => {
  await set('on_sale')
  const { _id: id } = await aProject(owner, { title: 'Edition 1', price: 100 })
  await upload(owner, id, { 'README.md': '# Edition 1\n' })
  await approve(admin, id)
  await owner.api.releases.addReport({ ...of(id), form: formOf(docx(), 50, 'one.docx') })
  await edit(id, { bundlePrice: 140 })
  await edit(id, { price: 20 })
  expect(await mine(id)).toMatchObject({ price: 20, reportPrice: 50, bundlePrice: null })
  await approve(admin, id)
  expect(await shown(id)).toMatchObject({ price: 20, reportPrice: 50, bundlePrice: null })
})

test('a bundle price that staff’s new price makes too high is not published by an approval', async () => {
  await set('on_sale')
  const { _id: id } = await aProject(owner, { title: 'Edition 1', price: 100 })
  await upload(owner, id, { 'README.md': '# Edition 1\n' })
  await approve(admin, id)
  await owner.api.releases.addReport({ ...of(id), form: formOf(docx(), 50, 'one.docx') })
  await edit(id, { bundlePrice: 140 })
  await admin.api.projects.update({ ...of(id), body: { price: 20 } })
  await approve(admin, id)
  expect(await shown(id)).toMatchObject({ price: 20, reportPrice: 50, bundlePrice: null })
})

test('a bundle price that its owner cleared stays cleared when an approval is taken back', async () => {
  await set('on_sale')
  const id = await aListing({ price: 100 })
  await edit(id, { title: 'Edition 2', bundlePrice: 150 })
  await approve(admin, id)
  await edit(id, { title: 'Edition 3' })
  await edit(id, { bundlePrice: null })
  await approve(admin, id)
  await admin.api.verification.undo(of(id))
  expect(await shown(id)).toMatchObject({ title: 'Edition 2', bundlePrice: null })
  expect(await mine(id)).toMatchObject({ title: 'Edition 3', bundlePrice: null })
})

test('a report that was removed costs what it did when its approval is taken back', async () => {
  await set('on_sale')
  const id = await aListing({ price: 100 })
  await owner.api.releases.changeReport({ ...of(id), form: formOf(undefined, 150) })
  await edit(id, { bundlePrice: 200 })
  await owner.api.releases.removeReport(of(id))
  await approve(admin, id)
  expect(await shown(id)).toMatchObject({ reportPrice: null, bundlePrice: null })
  await admin.api.verification.undo(of(id))
  expect(await shown(id)).toMatchObject({ reportPrice: 150, bundlePrice: 200 })
})

test('a report in place of one that was removed costs the same, unless its owner says another price', async () => {
  await set('on_sale')
  const id = await aListing({ price: 100 })
  await owner.api.releases.removeReport(of(id))
  await owner.api.releases.addReport({ ...of(id), form: formOf(docx(), undefined, 'two.docx') })
  expect(await mine(id)).toMatchObject({ reportPrice: 100, reportFileName: 'two.docx' })
  expect(await shown(id)).toMatchObject({ reportPrice: 100, reportFileName: 'one.docx' })
})

test('a report that waits keeps its price where a process of the release before removes the one on sale', async () => {
  await set('on_sale')
  const id = await aListing({ price: 100 })
  await edit(id, { title: 'Edition 2' })
  await sql`update projects set report_key = null, report_name = null, report_price_paise = null where id = ${id}`.execute(
    db,
  )
  await approve(admin, id)
  expect(await shown(id)).toMatchObject({ title: 'Edition 2', reportPrice: 100 })
})

test('an approval that is taken back ends the checkouts that were begun since, also where they are paid all the same, not those of what stays on sale', async () => {
  await set('on_sale')
  const id = await aListing({ price: 100 })
  const [early, late] = [await aBuyer(app), await aBuyer(app)]
  const before = await checkoutBy(early, source({ id }))
  await edit(id, { title: 'Edition 2' })
  await approve(admin, id)
  const since = await checkoutBy(late, source({ id }))
  await admin.api.verification.undo(of(id))
  expect(await paymentOf(late, since._id)).toMatchObject({ status: 'cancelled' })
  await pay(app, late, since)
  const [undelivered] = await ordersOf(db, { paymentId: since._id })
  expect(undelivered, 'paid all the same').toMatchObject({ title: 'Edition 2', status: 'cancelled' })
  await pay(app, early, before)
  const [order] = await ordersOf(db, { paymentId: before._id })
  expect(order).toMatchObject({ title: 'Edition 1', status: 'completed' })
})
