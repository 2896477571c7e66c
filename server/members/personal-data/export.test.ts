import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anEmail, codeMailedTo, mailsTo, deleteAccount } from '../../../test/makers.ts'
import { aMarkedMember, foreignMark } from '../../../test/marked-member.ts'
import { timePasses } from '../../../test/time.ts'
import { keysIn } from '../../../test/uploads.ts'
import { personalDataJobs } from '../jobs.ts'
import { sweepExports } from './export.ts'

const app = await startApp()
const { db, dependencies, jobs, mails } = app
beforeAll(() => dependencies.jobs.work(personalDataJobs(dependencies)))

/**
 * Columns that refer to a member, each with the section of the download that contains the row, or the reason why none
 * does.
 */
const places: Record<string, string | { not: string }> = {
  'members.email': 'profile',
  'members.phone': 'profile',
  'members.referred_by': 'referrals',
  'acceptances.member_id': 'acceptances',
  'sessions.member_id': 'sessions',
  'projects.owner_id': 'projects',
  'run_records.owner_id': 'run-records',
  'orders.member_id': 'orders',
  'orders.owner_id': 'sales',
  'orders.referrer_id': {
    not: "what others bought is theirs; the member's part of it is among the earnings",
  },
  'help_requests.member_id': 'help-requests',
  'help_requests.owner_id': 'help-answers',
  'help_texts.member_id': 'help-texts',
  'seats.member_id': 'seats',
  'help_pictures.member_id': { not: 'says for whom a picture counts; the picture is in the download' },
  'coupons.owner_id': 'coupons',
  'tax_ids.member_id': 'tax-ids',
  'payments.member_id': 'payments',
  'payouts.member_id': 'payouts',
  'invoices.member_id': 'invoices',
  'debt_repayments.member_id': 'debt-repayments',
  'reviews.member_id': 'reviews',
  'questions.asker_id': 'questions',
  'complaints.member_id': 'complaints',
  'downloads.member_id': 'downloads',
  'follows.follower_id': 'follows',
  'follows.member_id': { not: 'who follows whom is told to who follows' },
  'wishlist_items.member_id': 'wishlist',
  'left_behind.member_id': 'left-behind',
  'contact_messages.email': 'messages',
  'contact_messages.member_id': 'messages',
  'contact_messages.phone': 'messages',
  'mail_bounces.email': 'returned-mails',
  'confirmations.member_id': { not: 'codes of ten minutes, as hashes' },
  'confirmations.email': { not: 'codes of ten minutes, as hashes' },
  'one_time_codes.email': { not: 'codes of ten minutes, as hashes' },
  'data_exports.member_id': { not: 'is the download itself' },
  'member_storage.member_id': { not: 'the sum of the sizes of files, which are in the download themselves' },
  'blobs.member_id': { not: 'says for whom a file counts; the file is in the download' },
  'readme_pictures.member_id': { not: 'says for whom a copy of a README’s picture counts' },
  'staff.email': { not: 'no member' },
}

/** Requests a member's data and returns the files of the ZIP. */
async function dataOf(member: { api: Awaited<ReturnType<typeof aMember>>['api'] }) {
  await member.api.personalData.askForExport()
  await jobs.run()
  const { downloadUrl } = await member.api.personalData.exportLink()
  const reply = await app.app.inject({ url: downloadUrl.replace(dependencies.config.publicUrl, '') })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-disposition']).toBe('attachment; filename=readymade-my-data.zip')
  return unzipSync(new Uint8Array(reply.rawPayload))
}
const rowsIn = (files: Record<string, Uint8Array>, section: string) =>
  JSON.parse(strFromU8(files[`data/${section}.json`]!)) as Record<string, unknown>[]

test('every column that leads to a member is in their download, or is named here with the reason', async () => {
  const { rows } = await sql<{ place: string }>`
    select distinct place from (
      select conrelid::regclass || '.' || attname as place from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = any (conkey)
        where contype = 'f' and confrelid = 'members'::regclass
      union select table_name || '.' || column_name from information_schema.columns
        where table_schema = 'public' and column_name in ('email', 'phone')
    ) found`.execute(db)
  expect(rows.map(({ place }) => place).toSorted()).toEqual(Object.keys(places).toSorted())
})

test('a download has all that we know of the member with their files, and nothing of anybody else', async () => {
  const member = await aMarkedMember(app)
  const files = await dataOf(member)
  for (const section of Object.values(places))
    if (typeof section === 'string') expect(rowsIn(files, section).length, section).toBeGreaterThan(0)
  const text = Object.entries(files)
    .filter(([path]) => path.startsWith('data/'))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n')
  for (const known of [
    'name',
    'mail',
    'college',
    'course',
    'street',
    'city',
    'social',
    'device',
    'network',
    'git',
    'reply',
    'refund',
    'help',
    'helper',
    'texts',
    'payout',
  ])
    expect(text, known).toContain(member.mark + known)
  expect(text).toContain(member.phone)
  expect(text).not.toContain(foreignMark)
  expect(text).not.toContain(member.buyer.id)
  expect(rowsIn(files, 'projects').map(({ title }) => title)).toEqual(['Sold project', 'Unsold project'])
  expect(rowsIn(files, 'orders')).toMatchObject([
    { title: 'Bought project', amount: 0, release: 1, listingAsBought: { category: expect.any(String) } },
  ])
  const paths = Object.keys(files).filter((path) => !path.startsWith('data/'))
  expect(
    paths.filter((path) => /^projects\/sold-project-\w+\/(source\.zip|picture-[12]\.webp)$/.test(path)),
    'the second picture waits',
  ).toHaveLength(3)
  expect(paths).toContain('profile-picture.webp')
  expect(paths.filter((path) => path.startsWith('help/'))).toHaveLength(2)
  expect(paths).toHaveLength(7)
  const archive = paths.find((path) => path.endsWith('source.zip'))!
  expect(Object.keys(unzipSync(files[archive]!)).toSorted()).toEqual(['README.md', 'main.py'])
  expect(mailsTo(app, member.email).at(-1)?.subject).toBe('Your data is ready')
}, 60_000)

test('messages stay with the member who was signed in when the email changes; what anybody typed the email into is nobody’s', async () => {
  const [email, next] = [anEmail(), anEmail()]
  const write = (message: string, { api }: Pick<typeof app, 'api'> = app) =>
    api.contacts.send({ body: { name: 'Asha', email, subject: 'Other', message } })
  await write('Before the account')
  const member = await aMember(app, { email })
  await write('With the account', member)
  await write('Of a stranger')
  await member.api.emailChange.ask({ body: { email: next } })
  await member.api.emailChange.confirm({
    body: { code: codeMailedTo(app, email), emailCode: codeMailedTo(app, next) },
  })
  const heir = await aMember(app, { email })
  await write('Of the next one', heir)
  const messagesOf = async (one: typeof member) =>
    rowsIn(await dataOf(one), 'messages').map(({ message }) => message)
  expect(await messagesOf(member)).toEqual(['With the account'])
  expect(await messagesOf(heir)).toEqual(['Of the next one'])
  await deleteAccount(app, { ...member, email: next })
  const { rows } =
    await sql`select message from contact_messages where email = ${email} order by number`.execute(db)
  expect(rows).toEqual([
    { message: 'Before the account' },
    { message: 'Of a stranger' },
    { message: 'Of the next one' },
  ])
}, 60_000)

test('ten questions at once begin one download, and another one takes the place of a finished one', async () => {
  const { id, api } = await aMember(app)
  expect((await api.personalData.export()).export).toBeNull()
  await expect(api.personalData.exportLink()).rejects.toMatchObject({ status: 404 })
  jobs.asked.length = 0
  const answers = await Promise.all(Array.from({ length: 10 }, () => api.personalData.askForExport()))
  expect(new Set(answers.map((answer) => answer.export.status))).toEqual(new Set(['waiting']))
  const { count } = await db
    .selectFrom('dataExports')
    .select(sql<number>`count(*)`.as('count'))
    .where('memberId', '=', id)
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
  expect(jobs.asked.filter(({ kind }) => kind === 'export-data')).toHaveLength(1)
  await jobs.run()
  const first = (await api.personalData.export()).export!
  expect(first.status).toBe('ready')
  expect(Date.parse(first.keptUntil!) - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000)
  const before = await keysIn(dependencies.storage, 'exports/')
  await api.personalData.askForExport()
  await jobs.run()
  const after = await keysIn(dependencies.storage, 'exports/')
  expect(after).toHaveLength(before.length)
  expect(after).not.toEqual(before)
})

test('a member has at most three made a day', async () => {
  const { api } = await aMember(app)
  for (let count = 0; count < 3; count++) {
    await api.personalData.askForExport()
    await jobs.run()
  }
  await expect(api.personalData.askForExport()).rejects.toMatchObject({ code: 'too_many_requests' })
  expect((await api.personalData.export()).export).toMatchObject({ status: 'ready' })
})

test('a job that is done again changes nothing, and one that was lost can be asked for again after an hour', async () => {
  const member = await aMember(app)
  await member.api.personalData.askForExport()
  const [job] = jobs.asked.splice(0)
  await member.api.personalData.askForExport()
  expect(jobs.asked).toEqual([])
  await timePasses(db, '61 minutes', 'dataExports', { memberId: member.id })
  await member.api.personalData.askForExport()
  jobs.asked.push(job!, ...jobs.asked.slice())
  const told = mails.length
  await jobs.run()
  expect((await member.api.personalData.export()).export).toMatchObject({ status: 'ready' })
  expect(mails.slice(told).filter(({ to }) => to === member.email)).toHaveLength(1)
})

test('the link is made for its member, lives 5 minutes, and cannot be changed', async () => {
  const [member, stranger] = [await aMember(app), await aMember(app)]
  for (const one of [member, stranger]) await one.api.personalData.askForExport()
  await jobs.run()
  const path = async (one: typeof member) =>
    (await one.api.personalData.exportLink()).downloadUrl.replace(dependencies.config.publicUrl, '')
  const [own, other] = [await path(member), await path(stranger)]
  const idIn = (url: string) => url.split('/')[3]!.split('?')[0]!
  const status = async (url: string) => (await app.app.inject({ url })).statusCode
  expect(await status(own)).toBe(200)
  expect(await status(own.replace(idIn(own), idIn(other)))).toBe(403)
  expect(await status(own.replace(/expires=\d+/, 'expires=99999999999'))).toBe(403)
  expect(await status(own.replace(/signature=../, 'signature=zz'))).toBe(403)
  expect(await status('/files/export/x')).toBe(403)
})

test('a finished download is deleted after 7 days, with its file', async () => {
  const { id, api } = await aMember(app)
  await api.personalData.askForExport()
  await jobs.run()
  const { key } = await db
    .selectFrom('dataExports')
    .select('key')
    .where('memberId', '=', id)
    .executeTakeFirstOrThrow()
  await timePasses(db, '6 days', 'dataExports', { memberId: id })
  await sweepExports(dependencies)
  expect((await api.personalData.export()).export).toMatchObject({ status: 'ready' })
  await timePasses(db, '2 days', 'dataExports', { memberId: id })
  await sweepExports(dependencies)
  expect((await api.personalData.export()).export).toBeNull()
  expect(await dependencies.storage.about(key!)).toBeUndefined()
})
