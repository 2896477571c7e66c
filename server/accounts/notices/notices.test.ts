import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aColleague, aMember, anAdmin, deactivate } from '../../../test/makers.ts'
import { timePasses } from '../../../test/time.ts'
import { startJobs } from '../../platform/jobs/jobs.ts'
import { noticeJobs } from '../jobs.ts'
import { reminderDueSince, sendNotices } from './service.ts'

const app = await startApp()
const { db, jobs, mails, dependencies } = app
const boss = await anAdmin(app)
beforeAll(() => dependencies.jobs.work(noticeJobs(dependencies)))
beforeEach(() => void (mails.length = 0))
const notice = { kind: 'terms' as const, subject: 'Our terms have changed', text: 'First.\n\nSecond.' }
const send = async (body: object = notice) =>
  (await boss.api.notices.create({ body: body as typeof notice })).notice
const noticeMails = () => mails.filter(({ kind }) => kind === 'notice')

test('every active member gets one mail, also who switched all mail off; nobody who left or joined later', async () => {
  const members = [await aMember(app), await aMember(app), await aMember(app)]
  const [first, , gone] = members
  const off = { notifications: false, newsletter: false, marketingEmails: false }
  await first!.api.accounts.updateProfile({ body: { preferences: off } })
  await deactivate(db, gone!.id)
  const { _id } = await send()
  const later = await aMember(app)
  mails.length = 0
  await jobs.run()
  await sendNotices(dependencies)
  expect(
    noticeMails()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([members[0]!.email, members[1]!.email].toSorted())
  expect(noticeMails().some(({ to }) => to === later.email)).toBe(false)
  expect(noticeMails()[0]!.text).toMatch(/First\.\s+Second\./)
  expect(noticeMails()[0]!.unsubscribeUrl).toBeUndefined()
  const { notices } = await boss.api.notices.list()
  expect(notices.find((one) => one._id === _id)).toMatchObject({ state: 'done', sent: 2 })
})

test('stopped, nobody else gets it; it goes on where it stopped', async () => {
  for (let count = 0; count < 3; count++) await aMember(app)
  const { _id: id } = await send()
  await boss.api.notices.move({ params: { id }, body: { action: 'stop' } })
  await jobs.run()
  expect(noticeMails()).toEqual([])
  await expect(boss.api.notices.move({ params: { id }, body: { action: 'stop' } })).rejects.toMatchObject({
    code: 'conflict',
  })
  const { rows } = await sql<{ id: string }>`
    select id from members where deactivated_at is null order by id`.execute(db)
  await db.updateTable('notices').set({ sentTo: rows[0]!.id, sent: 1 }).where('id', '=', id).execute()
  await boss.api.notices.move({ params: { id }, body: { action: 'continue' } })
  await jobs.run()
  expect(noticeMails()).toHaveLength(rows.length - 1)
  await expect(boss.api.notices.move({ params: { id }, body: { action: 'continue' } })).rejects.toMatchObject(
    { code: 'conflict' },
  )
})

test('a breach begun later is sent before the rest of an older notice', async () => {
  const { _id: older } = await send()
  const { rows } = await sql<{ id: string }>`
    select id from members where deactivated_at is null order by id`.execute(db)
  await db.updateTable('notices').set({ sentTo: rows[0]!.id, sent: 1 }).where('id', '=', older).execute()
  await send({ kind: 'breach', subject: 'A breach', text: 'What happened.' })
  await jobs.run()
  expect(noticeMails().map(({ subject }) => subject)).toEqual([
    ...rows.map(() => 'A breach'),
    ...rows.slice(1).map(() => notice.subject),
  ])
})

test('a notice goes to all while 300 mails wait for a later attempt, and waits while 300 are due', async () => {
  const queue = await startJobs(app, dependencies.secret, () => {})
  afterAll(() => queue.stop())
  const mail = { kind: 'test', to: 'full@example.in', subject: '', html: '', text: '' }
  await queue.enqueue(db, 'mail', mail)
  await sql`insert into jobs.job (name, data, state, start_after)
    select name, data, 'retry', now() + interval '30 minutes' from jobs.job, generate_series(1, 300)
    where name = 'mail'`.execute(db)
  const { _id: id } = await send()
  await jobs.run()
  const { sent, endedAt } = (await boss.api.notices.list()).notices.find((one) => one._id === id)!
  expect(sent).toBeGreaterThan(0)
  expect([noticeMails().length, endedAt]).toEqual([sent, expect.any(String)])

  mails.length = 0
  await sql`update jobs.job set start_after = now() where name = 'mail'`.execute(db)
  await send()
  const run = jobs.run()
  await pause(1200)
  expect(noticeMails()).toEqual([])
  await sql`delete from jobs.job where name = 'mail'`.execute(db)
  await run
  expect(noticeMails()).toHaveLength(sent)
})

test('the same key is one notice, and with another text refused; an admin sends none', async () => {
  const idempotencyKey = 'the key of a form'
  const [one, two] = [await send({ ...notice, idempotencyKey }), await send({ ...notice, idempotencyKey })]
  expect(one._id).toBe(two._id)
  await expect(send({ ...notice, text: 'Another', idempotencyKey })).rejects.toMatchObject({
    code: 'conflict',
  })
  const admin = await aColleague(app, boss)
  await expect(admin.api.notices.create({ body: notice })).rejects.toMatchObject({ code: 'not_allowed' })
  await jobs.run()
})

test('staff are asked to remind members of the rules every three months', async () => {
  expect(await reminderDueSince(db)).toBeNull()
  await timePasses(db, '4 months', 'members')
  expect(await reminderDueSince(db)).not.toBeNull()
  expect((await boss.api.dashboard.toDo()).toDo.reminderDueSince).not.toBeNull()
  await send({ kind: 'rules', subject: 'The rules', text: 'Keep to them.' })
  expect(await reminderDueSince(db)).toBeNull()
  await timePasses(db, '93 days', 'notices', { kind: 'rules' })
  expect(await reminderDueSince(db)).not.toBeNull()
})
