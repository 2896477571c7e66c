import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'

import { settingsDefaults } from '#contract/staff/settings.ts'

import { startApp } from '../../../test/app.ts'
import { aColleague, aMember, anAdmin, aProject } from '../../../test/makers.ts'
import { recordAudit } from './service.ts'

const app = await startApp()
const { db } = app
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  admin = await anAdmin(app)
})
const listEntries = async (query: Parameters<typeof admin.api.audit.list>[0]['query']) =>
  (await admin.api.audit.list({ query })).entries
const record = (entry: Partial<Parameters<typeof recordAudit>[1]>) =>
  db
    .transaction()
    .execute((trx) => recordAudit(trx, { staff: admin, action: 'test', about: 'rule a', ...entry }))

test('an action is written in its transaction: it is there if and only if that commits', async () => {
  const act = (fail: boolean) =>
    db.transaction().execute(async (trx) => {
      const before = { list: [1], name: "O'Hara" }
      await recordAudit(trx, { staff: admin, action: 'act', about: `project ${fail}`, before, after: null })
      if (fail) throw new Error('rolled back')
    })
  await act(false)
  await expect(act(true)).rejects.toThrow('rolled back')
  expect(await listEntries({ search: "act o'hara" })).toMatchObject([
    {
      action: 'act',
      about: { kind: 'project', id: 'false' },
      before: { list: [1], name: "O'Hara" },
      after: null,
    },
  ])
})

test('the audit log is append-only: the database refuses to change, delete or empty it', async () => {
  await record({ action: 'stays' })
  const attempts = [
    sql`update staff_actions set action = 'another'`,
    sql`update staff_actions set after = null where false`,
    sql`delete from staff_actions`,
    sql`truncate staff_actions`,
    sql`truncate staff cascade`,
  ]
  for (const attempt of attempts)
    await expect(attempt.execute(db)).rejects.toThrow(
      /The audit log is only ever added to|cannot truncate a table/,
    )
  expect(await listEntries({ search: 'stays' })).toHaveLength(1)
})

test('an action is found by staff member, action, target, name and day', async () => {
  const { _id } = await aProject(await aMember(app), { title: 'Audited Library' })
  await admin.api.projects.update({
    params: { id: _id },
    body: { verificationStatus: 'needs_changes', verificationNotes: 'Say what to install' },
  })
  const day = (ahead: number) =>
    new Date(Date.now() + 5.5 * 3_600_000 + ahead * 86_400_000).toISOString().slice(0, 10)
  const [entry, ...none] = await listEntries({ about: _id })
  expect(none).toEqual([])
  expect(entry).toMatchObject({
    staff: { _id: admin.id, name: 'Admin' },
    action: 'verify project',
    about: { kind: 'project', id: _id, name: 'Audited Library' },
    before: { verificationStatus: 'pending' },
    after: { verificationStatus: 'needs_changes', verificationNotes: 'Say what to install' },
  })
  for (const query of [
    { search: 'AUDITED library' },
    { search: 'install verify' },
    { search: _id, kind: 'project', staff: admin.id },
    { about: _id, from: day(0), to: day(0) },
    { about: _id, staff: '', kind: '', from: '', to: '' },
  ] as const)
    expect(await listEntries(query)).toEqual([entry])
  for (const query of [
    { about: _id, kind: 'order' },
    { about: _id, staff: uuid() },
    { about: _id, from: day(1) },
    { about: _id, to: day(-1) },
    { search: 'Audited bakery' },
    { search: 'aud%library' },
  ] as const)
    expect(await listEntries(query)).toEqual([])
})

test('a deleted target is marked as gone, in earlier actions too', async () => {
  const { _id } = await aProject(await aMember(app), { title: 'Soon gone' })
  const params = { id: _id }
  await admin.api.projects.update({
    params,
    body: { verificationStatus: 'needs_changes', verificationNotes: 'Say what to install' },
  })
  const gone = async (about: string) => (await listEntries({ about })).map((entry) => entry.about.isGone)
  expect(await gone(_id)).toEqual([false])
  await admin.api.projects.remove({ params })
  expect(await gone(_id)).toEqual([true, true])
  const message = uuid()
  await record({ about: `contact ${message}` })
  expect(await gone(message)).toEqual([true])
})

test('a section of the settings is named as on its page, even where an older version stored no name; a rule has its title', async () => {
  const fees = { ...settingsDefaults.fees, refundDays: 11 }
  await admin.api.settings.fees({ query: { version: 0 }, body: fees })
  await record({ action: 'older', about: 'settings supportPages' })
  await record({ action: 'older still', about: 'settings gone' })
  const abouts = async (search: string) => (await listEntries({ search })).map(({ about }) => about)
  expect(await abouts('Fees')).toEqual([{ kind: 'settings', id: 'fees', name: 'Fees', isGone: false }])
  expect(await abouts('older')).toEqual([
    { kind: 'settings', id: 'gone', name: '', isGone: false },
    { kind: 'settings', id: 'supportPages', name: 'Support pages', isGone: false },
  ])
  const switches = { shown: false, required: false }
  await admin.api.findings.setRule({ params: { rule: 'readme-quality' }, body: switches })
  expect((await abouts('set rule'))[0]!.name).toMatch(/README/)
})

test('the newest comes first, page after page, none twice and none missing', async () => {
  for (let n = 0; n < 25; n++) await record({ action: 'counted', about: `rule n${n}` })
  const pages = []
  for (const page of [1, 2, 3])
    pages.push(await admin.api.audit.list({ query: { search: 'counted', page, limit: 10 } }))
  expect(pages.map(({ entries }) => entries.length)).toEqual([10, 10, 5])
  expect(pages[0]!.pagination).toEqual({ page: 1, limit: 10, total: 25, pages: 3 })
  expect(pages.flatMap(({ entries }) => entries.map(({ about }) => about.id))).toEqual(
    Array.from({ length: 25 }, (_, n) => `n${24 - n}`),
  )
})

test('members and visitors do not read it', async () => {
  const member = await aMember(app)
  await expect(member.api.audit.list({ query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(app.api.audit.list({ query: {} })).rejects.toMatchObject({ status: 401 })
})

test('each page of a list of people leaves a row, without what was searched for; the log lists acts alone until readings are asked for', async () => {
  const reader = await aColleague(app, admin)
  const list = (query: { page?: number; search?: string }) => reader.api.staffMembers.list({ query })
  await list({})
  await list({ page: 2 })
  await list({ search: 'zubaida@example.in' })
  await reader.api.dashboard.search({ query: { q: 'zubaida' } })
  await record({ staff: reader, action: 'act of a reader' })
  const actions = async (show?: 'readings' | 'all') =>
    (await listEntries({ staff: reader.id, ...(show && { show }) })).map(({ action }) => action)
  expect(await actions()).toEqual(['act of a reader', 'sign in'])
  expect(await actions('readings')).toEqual([
    'list found by search',
    'list members',
    'list members',
    'list members',
  ])
  expect(await actions('all')).toHaveLength(6)
  const entries = await listEntries({ staff: reader.id, show: 'readings' })
  expect(entries.map(({ after }) => after)).toMatchObject([
    { isSearch: true },
    { isSearch: true },
    { page: 2, limit: expect.any(Number) },
    { page: 1 },
  ])
  expect(JSON.stringify(entries)).not.toContain('zubaida')
})
