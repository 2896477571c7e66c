import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aNumbered, renumber } from '../../../test/editions.ts'
import { aMember, anAdmin } from '../../../test/makers.ts'
import { approve } from '../../../test/uploads.ts'
import { migrate } from '../../platform/database/migrate.ts'

const app = await startApp()
const { db } = app
const owner = await aMember(app)
const admin = await anAdmin(app)
const of = (id: string) => ({ params: { id } })

/** Makes the database as the release before left it: what waits stood in the record. */
async function goBack() {
  for (const statement of [
    `create table before as select * from edited_projects where has_changes`,
    `drop view edited_projects`,
    `drop table editions cascade`,
    `drop table unlisted_images cascade`,
    `drop trigger projects_guard_record on projects`,
    `drop trigger project_images_forget_edition on project_images`,
    `alter table projects drop column edition, drop column demo_sign_ins cascade, drop column code_questions cascade,
      drop column demo_sign_ins_public cascade, drop column allows_seats cascade`,
    `drop table seats, seat_refusals`,
    `update projects set title = before.title, description = before.description, release_id = before.release_id,
      report_key = before.report_key, report_name = before.report_name, verified_at = null
      from before where before.id = projects.id`,
    `drop table before`,
    `alter table projects drop column ran_at`,
    `drop table run_pages, run_records, runners`,
    `delete from migrations where name in 
      ('0019_editions.sql', '0021_demo_sign_ins.sql', '0023_seats.sql', '0024_run_records.sql')`,
  ])
    await sql.raw(statement).execute(db)
}

test('what the public reads is the same before and after the migration, field by field; what waits stays off sale until it is decided', async () => {
  const listed = await Promise.all([1, 2, 3].map((number) => aNumbered(owner, admin, number)))
  const again = await aNumbered(owner, admin, 4)
  await renumber(owner, again, 5)
  await approve(admin, again)
  const waiting = await aNumbered(owner, admin, 6)
  await renumber(owner, waiting, 7)
  const readable = async () => ({
    list: await app.api.projects.list({ query: { limit: 100 } }),
    pages: await Promise.all([...listed, again].map((id) => app.api.projectPage.get(of(id)))),
    quote: await app.api.orders.quote({
      body: { items: listed.map((projectId) => ({ projectId, kind: 'source' as const })) },
    }),
    published: await db.selectFrom('publishedProjects').selectAll().orderBy('projectId').execute(),
    approved: await db.selectFrom('approvedEditions').selectAll().orderBy('projectId').execute(),
  })
  const before = await readable()
  await goBack()
  await migrate(app.url)
  expect(await readable()).toEqual(before)
  for (const id of [...listed, again])
    expect((await owner.api.projects.get(of(id))).project).toMatchObject({
      hasWaitingChanges: false,
      edition: { number: 1, isOnSale: true },
    })
  const { project } = await owner.api.projects.get(of(waiting))
  expect(project).toMatchObject({ title: 'Edition 7', verificationStatus: 'pending', edition: null })
  const { changes } = await admin.api.projects.changes(of(waiting))
  expect(changes).toContainEqual({ what: 'title', before: ['Edition 6'], after: ['Edition 7'] })
  await admin.api.settings.verification({ query: { version: 0 }, body: { whileChangesWait: 'on_sale' } })
  await expect(app.api.projects.get(of(waiting))).rejects.toMatchObject({ status: 404 })
  await approve(admin, waiting)
  expect((await app.api.projects.get(of(waiting))).project.title).toBe('Edition 7')
  expect((await owner.api.projects.get(of(waiting))).project.edition).toMatchObject({ number: 2 })
})
