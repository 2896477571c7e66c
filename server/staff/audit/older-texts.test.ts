import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, deleteAccount } from '../../../test/makers.ts'
import { personalDataJobs } from '../../members/jobs.ts'
import { schemaFiles } from '../../platform/database/migrate.ts'

const app = await startApp()
const { db, dependencies } = app
await app.jobs.work(personalDataJobs(dependencies))
const moveOlderTexts = () =>
  sql.raw(readFileSync(join(schemaFiles.migrations, '0008_older_action_texts.sql'), 'utf8')).execute(db)

test('rows that are older than the division are divided too, and those of deleted accounts lose their texts', async () => {
  const admin = await anAdmin(app)
  const [stays, leaves] = [await aMember(app), await aMember(app)]
  const [kept, gone] = [await aProject(stays), await aProject(leaves)]
  const older = async (about: string, name: string, fields: object) => {
    const row = { id: uuid(), staffId: admin.id, action: 'older', target: about, name }
    const after = JSON.stringify(fields)
    await db
      .insertInto('staffActions')
      .values({ ...row, before: null, after })
      .execute()
    return row.id
  }
  const fields = (title: string) => ({ title, tags: [title], status: 'pending', price: 5 })
  const ids = [
    await older(`project ${kept._id}`, 'Title that stays', fields('Title that stays')),
    await older(`project ${gone._id}`, 'Title that goes', fields('Title that goes')),
    await older(`project ${uuid()}`, 'Title of nobody', fields('Title of nobody')),
    await older('settings fees', 'Fees', { refundDays: 'Seven' }),
  ]
  await deleteAccount(app, leaves)
  await app.jobs.run()
  await moveOlderTexts()

  const log = await db.selectFrom('staffActions').selectAll().where('id', 'in', ids).execute()
  const hashed = expect.stringMatching(/^sha256 [0-9a-f]{64}$/)
  for (const id of ids.slice(0, 3))
    expect(log.find((row) => row.id === id)).toMatchObject({
      name: '',
      before: null,
      after: { title: hashed, tags: hashed, status: 'pending', price: 5 },
    })
  expect(log.find(({ id }) => id === ids[3])).toMatchObject({ name: 'Fees', after: { refundDays: 'Seven' } })
  const texts = await db.selectFrom('staffActionTexts').selectAll().where('actionId', 'in', ids).execute()
  expect(texts).toMatchObject([{ actionId: ids[0], name: 'Title that stays' }])
  const { entries } = await admin.api.audit.list({ query: { about: kept._id } })
  expect(entries).toMatchObject([
    { about: { name: 'Title that stays' }, before: null, after: fields('Title that stays') },
  ])

  const all = () => sql`select * from staff_actions order by id`.execute(db)
  const before = await all()
  await moveOlderTexts()
  expect(await all(), 'once more changes nothing').toEqual(before)
  await expect(sql`update staff_actions set name = ''`.execute(db)).rejects.toThrow('only ever added to')
})
