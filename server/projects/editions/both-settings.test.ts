import { describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anEditionShop, type Meanwhile } from '../../../test/editions.ts'
import {
  aMember,
  aProject,
  deactivate,
  isListed,
  keepDecisionsOpen,
  releasesOf,
} from '../../../test/makers.ts'
import { aBuyer } from '../../../test/orders.ts'
import { aBuyerOf, approve, upload } from '../../../test/uploads.ts'
import { listWhileChangesWait } from './setting.ts'

const app = await startApp()
await keepDecisionsOpen(app)
const { owner, admin, set, aListing, change, mine, shown, decide, numbers, first, second } =
  await anEditionShop(app)
const of = (id: string) => ({ params: { id } })

describe.each<Meanwhile>(['off_sale', 'on_sale'])('in the setting %s', (setting) => {
  test('a change that is taken back leaves no trace: text, picture, report and files are as they were approved', async () => {
    await set(setting)
    const id = await aListing()
    const before = await mine(id)
    await change(id)
    await decide(id, 'needs_changes')
    const { project } = await owner.api.projects.takeBack({ ...of(id), query: {} })
    expect(numbers(project)).toEqual(first)
    expect(numbers(await shown(id))).toEqual(first)
    expect(project).toMatchObject({
      verificationStatus: 'approved',
      verificationNotes: null,
      verifiedAt: before.verifiedAt,
      hasWaitingChanges: false,
      hasUnsentChanges: false,
    })
    expect(project.images).toEqual(before.images)
    expect((await releasesOf(app.db, id)).map(({ status }) => status)).toEqual(['approved', 'withdrawn'])
    const reports = await app.db.selectFrom('reports').select('name').where('projectId', '=', id).execute()
    expect(reports).toEqual([{ name: 'one.docx' }])
    await expect(owner.api.projects.takeBack({ ...of(id), query: {} })).rejects.toMatchObject({ status: 409 })
    await upload(owner, id, { 'README.md': '# Edition 3\n' })
    await approve(admin, id)
    expect(await shown(id)).toMatchObject({ releaseNumber: 3, title: 'Edition 1' })
  })

  test('an approval is taken back: what was on sale before is the record again, and the change waits', async () => {
    await set(setting)
    const id = await aListing()
    await change(id)
    const before = { ...(await mine(id)), updatedAt: '' }
    const listed = setting === 'on_sale' ? numbers(await shown(id)) : undefined
    await approve(admin, id)
    expect(numbers(await shown(id))).toEqual(second)
    await admin.api.verification.undo(of(id))
    expect({ ...(await mine(id)), updatedAt: '' }).toEqual(before)
    expect(await isListed(app, id)).toBe(setting === 'on_sale')
    if (listed) expect(numbers(await shown(id))).toEqual(listed)
    await approve(admin, id)
    expect(numbers(await shown(id))).toEqual(second)
    expect(await mine(id)).toMatchObject({ edition: { number: 2 } })
  })

  test('a decision cannot be taken back once what would be on sale again has changed', async () => {
    await set(setting)
    const id = await aListing()
    await app.jobs.run()
    await decide(id, 'needs_changes')
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Unread' } })
    await expect(admin.api.verification.undo(of(id))).rejects.toMatchObject({ status: 409 })
    expect(await isListed(app, id)).toBe(false)
  })

  test('owner and staff read what differs from the edition, and what differs since it was sent back', async () => {
    await set(setting)
    const id = await aListing()
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    expect(await owner.api.projects.changes(of(id))).toMatchObject({
      changes: [{ what: 'title', before: ['Edition 1'], after: ['Edition 2'] }],
      sentBack: null,
    })
    await decide(id, 'needs_changes')
    await owner.api.projects.ownerUpdate({ ...of(id), body: { description: 'Number 2' } })
    for (const { api } of [owner, admin])
      expect(await api.projects.changes(of(id))).toMatchObject({
        changes: [{ what: 'title' }, { what: 'description' }],
        sentBack: {
          since: { status: 'needs_changes', notes: 'Not like this.' },
          changes: [{ what: 'description' }],
        },
      })
    await owner.api.projects.takeBack({ ...of(id), query: {} })
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 3' } })
    expect(await owner.api.projects.changes(of(id))).toMatchObject({
      changes: [{ what: 'title', before: ['Edition 1'], after: ['Edition 3'] }],
      sentBack: null,
    })
  })

  test('a report that goes, and the text of a picture, are named among what differs; only what is kept is taken back', async () => {
    await set(setting)
    const id = await aListing({ price: 100 })
    expect((await mine(id)).allowed).not.toContain('take_back')
    await owner.api.releases.removeReport(of(id))
    const [image] = (await mine(id)).images
    await owner.api.releases.describeImages({
      ...of(id),
      body: { descriptions: [{ url: image!.url, alt: 'Picture 2' }] },
    })
    const { changes } = await owner.api.projects.changes(of(id))
    expect(changes.filter(({ what }) => !what.endsWith('price'))).toEqual([
      { what: 'report', before: ['one.docx'], after: [] },
      { what: 'pictures', before: [], after: ['1 picture described anew'] },
    ])
    const card = async () =>
      (await owner.api.projects.mine({ query: { limit: 100 } })).projects.find(({ _id }) => _id === id)
    expect(await card()).toMatchObject({ hasWaitingChanges: true, isOnSale: setting === 'on_sale' })
    expect((await mine(id)).allowed).toContain('take_back')
    await owner.api.projects.takeBack({ ...of(id), query: {} })
    expect(await card()).toMatchObject({ hasWaitingChanges: false, isOnSale: true })
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    await decide(id, 'rejected', true)
    expect((await mine(id)).allowed).not.toContain('take_back')
  })

  test('two tabs: the older one neither edits the change that waits, nor takes it back, nor decides on it', async () => {
    await set(setting)
    const id = await aListing()
    const { updatedAt: atFirst } = await mine(id)
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2', basedOn: atFirst } })
    const { updatedAt } = await mine(id)
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 3', basedOn: updatedAt } })
    for (const basedOn of [atFirst, updatedAt]) {
      const late = owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Late', basedOn } })
      await expect(late).rejects.toMatchObject({ status: 409 })
      const takenBack = owner.api.projects.takeBack({ ...of(id), query: { basedOn } })
      await expect(takenBack).rejects.toMatchObject({ status: 409 })
      const decision = admin.api.projects.update({
        ...of(id),
        body: { verificationStatus: 'approved', basedOn },
      })
      await expect(decision).rejects.toMatchObject({ status: 409 })
    }
  })

  const ends: [string, (id: string) => Promise<unknown>][] = [
    ['Delete Files', (id) => owner.api.releases.removeFiles(of(id))],
    ['a recall', (id) => recall(id, '1')],
    ['a complaint', (id) => complain(id)],
    ['archiving', (id) => owner.api.projects.archive(of(id))],
    ['deleting', (id) => owner.api.projects.remove(of(id))],
  ]
  test.each(ends)('%s ends the sale, whatever waits', async (_, end) => {
    await set(setting)
    const id = await aListing()
    await aBuyerOf(app, id)
    await change(id)
    await end(id)
    expect(await isListed(app, id)).toBe(false)
    await set(setting === 'on_sale' ? 'off_sale' : 'on_sale')
    expect(await isListed(app, id)).toBe(false)
  })

  test('of two approved releases a recall leaves the earlier one on sale, in the change that waits too', async () => {
    await set(setting)
    const id = await aListing()
    await upload(owner, id, { 'README.md': '# Edition 1b\n' })
    await approve(admin, id)
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    await recall(id, '2')
    expect(await mine(id)).toMatchObject({ releaseNumber: 1, title: 'Edition 2' })
    expect(await isListed(app, id)).toBe(setting === 'on_sale')
    await approve(admin, id)
    expect(await shown(id)).toMatchObject({ releaseNumber: 1, title: 'Edition 2' })
  })

  test('a deactivated owner’s listings leave the lists with a change that waits', async () => {
    await set(setting)
    const seller = await aMember(app)
    const { _id: id } = await aProject(seller, { price: 0 })
    await upload(seller, id, { 'README.md': '# Edition 1\n' })
    await approve(admin, id)
    await seller.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    await admin.api.staffMembers.deactivate({ ...of(seller.id), body: { reason: 'Fraud.' } })
    expect(await isListed(app, id)).toBe(false)
    await deactivate(app.db, seller.id)
    await listWhileChangesWait(app.dependencies)
    expect(await isListed(app, id)).toBe(false)
  })
})

const recall = (id: string, number: string) =>
  admin.api.recalls.recall({
    params: { id, number },
    body: { reason: 'It sends passwords.', instructions: 'Delete it.', refund: false },
  })
async function complain(id: string) {
  const reader = await aBuyer(app)
  await reader.api.complaints
    .send({ ...of(id), body: { kind: 'broken', text: 'It does not start at all.' } })
    .catch(() => undefined)
  const complaint = await app.db
    .selectFrom('complaints')
    .select('id')
    .where('projectId', '=', id)
    .executeTakeFirst()
  if (complaint)
    await admin.api.complaints.decide({
      ...of(complaint.id),
      body: { outcome: 'hidden', reasons: 'It does not start.' },
    })
  else await decide(id, 'rejected', true)
}
