import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { layers } from '#contract/content/lists.ts'
import { settingsDefaults } from '#contract/staff/settings.ts'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject, resetSettings } from '../../test/makers.ts'
import { describeContact } from './texts.ts'

const app = await startApp()
const { api, db } = app
const nobody = { legalName: null, address: null, email: null, phone: null }

test('an empty catalogue boasts of nothing', async () => {
  const { about } = await api.content.about()
  expect(about.stats).toMatchObject({ projectsCreated: 0, happyClients: 0 })
})

test('published projects and members with a completed order are counted, each once', async () => {
  const [owner, buyer, other] = [await aMember(app), await aMember(app), await aMember(app)]
  const admin = await anAdmin(app)
  const first = await aPublishedProject(app, { owner, admin, price: 0 })
  const second = await aPublishedProject(app, { owner, admin, price: 0 })
  await aProject(owner)
  const buy = ({ id }: { id: string }, projectId: string, status: string) =>
    db.transaction().execute(async (trx) => {
      const paymentId = randomUUID()
      const payment = { id: paymentId, memberId: id, idempotencyKey: randomUUID(), gateway: 'free' }
      await trx
        .insertInto('payments')
        .values({ ...payment, amountPaise: 0, state: 'Kerala' })
        .execute()
      const listingId = randomUUID()
      await trx
        .insertInto('soldListings')
        .values({ id: listingId, projectId, hash: listingId, licence: '' })
        .execute()
      const order = {
        paymentId,
        projectId,
        listingId,
        status,
        memberId: id,
        ownerId: owner.id,
        title: 'T',
        number: paymentId,
      }
      await trx
        .insertInto('orders')
        .values({ ...order, id: randomUUID(), kind: 'source', amountPaise: 0 })
        .execute()
    })
  await buy(buyer, first._id, 'completed')
  await buy(buyer, second._id, 'completed')
  await buy(other, first._id, 'failed')
  const { about } = await api.content.about()
  expect(about.stats).toMatchObject({ projectsCreated: 2, happyClients: 1 })
})

test('the figures of home are counted, until staff write words of their own', async () => {
  const { figures } = await api.content.figures()
  const words = { projects: '500+', students: '2000+', technologies: '50+' }
  expect(figures).toEqual({ projects: 2, students: 1, technologies: expect.any(Number), words })
  const admin = await anAdmin(app)
  await admin.api.settings.home({
    query: { version: 0 },
    body: {
      countsProjects: true,
      countsStudents: false,
      countsTechnologies: false,
      studentsText: 'Hundreds',
    },
  })
  expect((await api.content.figures()).figures).toEqual({
    projects: 2,
    students: null,
    technologies: null,
    words: { ...words, students: 'Hundreds' },
  })
})

test('the business hours and their time zone are those of the settings, the specified ones until then', async () => {
  expect((await api.content.contact()).contact).toMatchObject({
    hours: [
      { days: 'Mon-Fri', time: '9 AM - 6 PM', inIndia: expect.stringMatching(/ PM to .* AM the next day$/) },
      {
        days: 'Saturday',
        time: '10 AM - 4 PM',
        inIndia: expect.stringMatching(/ PM to .* AM the next day$/),
      },
      { days: 'Sunday', time: 'Closed', inIndia: null },
    ],
    hoursNote: expect.stringContaining('Pacific time'),
  })
  const admin = await anAdmin(app)
  const set = (lines: string, version = 0) =>
    admin.api.settings.hours({ query: { version }, body: { lines, timeZone: 'Indian time' } })
  for (const wrong of ['', 'Mon-Fri', 'a: b\nc'])
    await expect(set(wrong)).rejects.toMatchObject({ details: { fields: { lines: expect.any(String) } } })
  await set('Every day: 10:30 - 18:00')
  expect((await api.content.contact()).contact).toMatchObject({
    hours: [{ days: 'Every day', time: '10:30 - 18:00', inIndia: null }],
    hoursNote: expect.stringContaining('Indian time'),
  })
  await resetSettings(db)
})

test('the default texts fill every group, and name no person', async () => {
  const [{ about }, { team }, { contact }] = await Promise.all([
    api.content.about(),
    api.content.team(),
    api.content.contact(),
  ])
  expect([...new Set(about.technologies.map(({ category }) => category))]).toEqual(layers)
  for (const group of Object.values(team)) {
    expect(group.length).toBeGreaterThan(0)
    for (const { linkedin, github } of group) expect([linkedin, github]).toEqual([null, null])
  }
  expect(contact).toMatchObject({ ...nobody, grievanceOfficer: { name: null, email: null, address: null } })
  expect(contact.hours).toHaveLength(3)
  const live = await describeContact(db, { mode: 'live', mailFrom: 'Shop <hello@shop.in>' })
  expect(live).toEqual({
    ...contact,
    email: 'hello@shop.in',
    grievanceOfficer: { ...contact.grievanceOfficer, email: 'hello@shop.in' },
  })
})

test('who runs the shop is what the section of the invoices says, on every page and on the contact page; while it is empty nobody is named', async () => {
  expect((await api.content.site()).site.operator).toEqual(nobody)
  const admin = await anAdmin(app)
  const identity = {
    ...settingsDefaults.identity,
    legalName: 'Meera <b>Textiles</b> Private Limited',
    address: '12 MG Road\nBengaluru',
    state: 'Karnataka' as const,
    pin: '560001',
    email: 'accounts@shop.in',
    phone: '+91 80 1234 5678',
  }
  await admin.api.settings.identity({ query: { version: 0 }, body: identity })
  const operator = {
    legalName: identity.legalName,
    address: '12 MG Road\nBengaluru\nKarnataka 560001',
    email: 'accounts@shop.in',
    phone: identity.phone,
  }
  expect((await api.content.site()).site.operator).toEqual(operator)
  expect((await api.content.contact()).contact).toMatchObject({
    ...operator,
    grievanceOfficer: { name: null, email: 'accounts@shop.in' },
  })
  const support = {
    ...identity,
    supportEmail: 'help@shop.in',
    grievanceName: 'Asha Rao',
    grievanceDesignation: 'Head of Support',
    grievancePhone: '+91 80 1111 2222',
    nodalName: 'Ravi Nair',
    nodalEmail: 'nodal@shop.in',
  }
  await admin.api.settings.identity({ query: { version: 1 }, body: support })
  const { site } = await api.content.site()
  expect(site).toMatchObject({
    operator: { email: 'help@shop.in' },
    grievanceOfficer: { name: 'Asha Rao', designation: 'Head of Support', phone: '+91 80 1111 2222' },
    nodalOfficer: { name: 'Ravi Nair', email: 'nodal@shop.in' },
  })
  const live = await describeContact(db, { mode: 'live', mailFrom: 'Shop <hello@shop.in>' })
  expect(live).toMatchObject({ email: 'help@shop.in', grievanceOfficer: { name: 'Asha Rao' } })
})
