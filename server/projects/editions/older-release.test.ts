import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aPublishedProject, isListed, keepDecisionsOpen } from '../../../test/makers.ts'
import { addPictures, drawn } from '../../../test/pictures.ts'
import { approve } from '../../../test/uploads.ts'
import { listWhileChangesWait } from './setting.ts'

/*
 * What a process of the release before does to a project, which knows of no editions: it writes the record, lists only
 * what is approved, and reads approved_editions.
 */
const app = await startApp()
await keepDecisionsOpen(app)
const { db } = app
const owner = await aMember(app)
const admin = await anAdmin(app)
await admin.api.settings.verification({ query: { version: 0 }, body: { whileChangesWait: 'on_sale' } })
const of = (id: string) => ({ params: { id } })

const listing = async () => (await aPublishedProject(app, { owner, admin, title: 'Edition 1', price: 0 }))._id
const editHere = (id: string, title: string) => owner.api.projects.ownerUpdate({ ...of(id), body: { title } })
const editThere = (id: string) =>
  sql`update projects set title = 'Unread', verification_status = 'pending', updated_at = now() where id = ${id}`.execute(
    db,
  )
const decideThere = (id: string, status: string) =>
  sql`update projects set verification_status = ${status}, verified_at = case when ${status} = 'approved' then now() end
    where id = ${id}`.execute(db)

test('an edit by one ends the sale, whether a change waits here or not, and nothing lists it before an approval', async () => {
  for (const waits of [false, true]) {
    const id = await listing()
    if (waits) await editHere(id, 'Edition 2')
    expect(await isListed(app, id)).toBe(true)
    await editThere(id)
    await owner.api.projects.ownerUpdate({ ...of(id), body: { price: 10 } })
    await listWhileChangesWait(app.dependencies)
    expect(await isListed(app, id)).toBe(false)
    await expect(owner.api.projects.takeBack({ ...of(id), query: {} })).rejects.toMatchObject({ status: 409 })
    await approve(admin, id)
    const { project } = await app.api.projects.get(of(id))
    expect(project.title).toBe(waits ? 'Edition 2' : 'Unread')
  }
})

test('a picture that one adds, describes or removes ends the sale too', async () => {
  const id = await listing()
  await addPictures(owner, id, await drawn(40, 30).png().toBuffer())
  await approve(admin, id)
  await editHere(id, 'Edition 2')
  expect(await isListed(app, id)).toBe(true)
  await sql`update project_images set alt = 'Unread' where project_id = ${id}`.execute(db)
  await listWhileChangesWait(app.dependencies)
  expect(await isListed(app, id)).toBe(false)
})

test('an approval by one is refused while a change waits here', async () => {
  const id = await listing()
  await editHere(id, 'Edition 2')
  await expect(decideThere(id, 'approved')).rejects.toThrow('waits')
  expect((await app.api.projects.get(of(id))).project.title).toBe('Edition 1')
})

test('what one approves while nothing waits here is listed, and has an edition from the next edit on', async () => {
  const id = await listing()
  await editThere(id)
  await decideThere(id, 'approved')
  await owner.api.projects.ownerUpdate({ ...of(id), body: { price: 10 } })
  expect((await app.api.projects.get(of(id))).project.title).toBe('Unread')
  await editHere(id, 'Edition 3')
  const { project } = await owner.api.projects.get(of(id))
  expect(project).toMatchObject({ title: 'Edition 3', edition: { number: 2, isOnSale: true } })
  expect((await app.api.projects.get(of(id))).project.title).toBe('Unread')
})

test('what one takes off sale stays off when its owner edits it here', async () => {
  const id = await listing()
  await decideThere(id, 'rejected')
  await editHere(id, 'Edition 2')
  await listWhileChangesWait(app.dependencies)
  expect(await isListed(app, id)).toBe(false)
})

test('a change that one rejects or sends back takes what was approved off sale, for good', async () => {
  for (const status of ['rejected', 'needs_changes']) {
    const id = await listing()
    await editHere(id, 'Edition 2')
    expect(await isListed(app, id)).toBe(true)
    await decideThere(id, status)
    await owner.api.projects.ownerUpdate({ ...of(id), body: { price: 10 } })
    await listWhileChangesWait(app.dependencies)
    expect(await isListed(app, id)).toBe(false)
  }
})

test('one reads what was approved last, also after an approval that was taken back', async () => {
  const id = await listing()
  const known = () =>
    db.selectFrom('approvedEditions').select(['title', 'pricePaise']).where('projectId', '=', id).execute()
  await editHere(id, 'Edition 2')
  expect(await known()).toEqual([{ title: 'Edition 1', pricePaise: 0 }])
  await approve(admin, id)
  expect(await known()).toEqual([{ title: 'Edition 2', pricePaise: 0 }])
  await admin.api.verification.undo(of(id))
  expect(await known()).toEqual([{ title: 'Edition 1', pricePaise: 0 }])
})

test('what staff approved never changes, and one that erases a project erases its editions', async () => {
  const id = await listing()
  await editHere(id, 'Edition 2')
  const change = sql`update editions set title = 'Another' where project_id = ${id} and number = 1`
  await expect(change.execute(db)).rejects.toThrow('never changes')
  await sql`update projects set deleted_at = now(), description = '', release_id = null where id = ${id}`.execute(
    db,
  )
  const left = await db.selectFrom('editions').select('title').where('projectId', '=', id).execute()
  expect(left).toEqual([])
})
