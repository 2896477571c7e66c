import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aColleague, aMember, anAdmin, aPublishedProject, mailsTo } from '../../test/makers.ts'
import { aBuyer, aListing } from '../../test/orders.ts'

const app = await startApp()
const boss = await anAdmin(app)
const clerk = await aColleague(app, boss)
const listed = async () => {
  const owner = await aMember(app)
  const project = await aPublishedProject(app, { owner, admin: boss })
  return { owner, of: { params: { id: project._id } } }
}
const mailOf = ({ owner }: Awaited<ReturnType<typeof listed>>) => mailsTo(app, owner.email, 'edit by staff')

test('a price that staff change is mailed to its owner: what was, and what is', async () => {
  const found = await listed()
  await boss.api.projects.update({ ...found.of, body: { price: 1 } })
  const [mail, ...others] = mailOf(found)
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Our staff changed your project: Hospital Management System')
  expect(mail!.text).toContain('Price, before: ₹499\n\nPrice, now: ₹1')
  expect(mail).not.toHaveProperty('unsubscribeUrl')
})

test('so is a price of code and report together that ended because staff lowered the price', async () => {
  const owner = await aBuyer(app)
  const { id } = await aListing(app.db, owner.id, 50_000, { reportPricePaise: 10_000 })
  await owner.api.projects.ownerUpdate({ params: { id }, body: { bundlePrice: 550 } })
  await boss.api.projects.update({ params: { id }, body: { price: 100 } })
  const [mail] = mailsTo(app, owner.email, 'edit by staff')
  expect(mail!.text).toContain('Price of code and report together, before: ₹550')
  expect(mail!.text).toContain('Price of code and report together, now: nothing')
  const { entries } = await boss.api.audit.list({ query: { about: id } })
  expect(entries[0]).toMatchObject({
    before: { pricePaise: 50_000, bundlePricePaise: 55_000 },
    after: { pricePaise: 10_000, bundlePricePaise: null },
  })
})

test('so are the texts that staff change, with their links; other fields and a refused change are not', async () => {
  const found = await listed()
  await clerk.api.projects.update({
    ...found.of,
    body: {
      title: 'Hospital Desk',
      tags: ['beds', 'wards'],
      demoUrl: 'https://demo.example/desk',
      isFeatured: true,
    },
  })
  const [mail] = mailOf(found)
  const { text } = mail!
  expect(text).toContain('Title, before: Hospital Management System')
  expect(text).toContain('Title, now: Hospital Desk')
  expect(text).toContain('Tags, before: nothing')
  expect(text).toContain('Tags, now: beds, wards')
  expect(text).toContain('Demo, now: https://demo.example/desk')
  expect(text).not.toContain('Price')

  await clerk.api.projects.update({ ...found.of, body: { title: 'Hospital Desk', isFeatured: false } })
  await expect(clerk.api.projects.update({ ...found.of, body: { price: 1 } })).rejects.toMatchObject({
    code: 'not_allowed',
  })
  expect(mailOf(found)).toHaveLength(1)
})

test('what owners change themselves is not mailed to them', async () => {
  const found = await listed()
  await found.owner.api.projects.ownerUpdate({ ...found.of, body: { title: 'Hospital Desk', price: 9 } })
  expect(mailOf(found)).toEqual([])
})
