import { beforeEach, expect, test } from 'vitest'

import { undoSeconds } from '#contract/projects/staff/verification.ts'

import { startApp } from '../../../test/app.ts'
import {
  aColleague,
  aMember,
  anAdmin,
  aProject,
  aRelease,
  actionsOn,
  isListed,
} from '../../../test/makers.ts'
import { aBuyer, checkoutBy, source } from '../../../test/orders.ts'
import { docx, formOf } from '../../../test/reports.ts'
import { timePasses } from '../../../test/time.ts'
import { followJobs } from '../../members/jobs.ts'
import { downloadJobs } from '../../orders/jobs.ts'
import { decisionJobs } from '../jobs.ts'

const app = await startApp()
await app.jobs.work([
  ...decisionJobs(app.dependencies),
  ...downloadJobs(app.dependencies),
  ...followJobs(app.dependencies),
])
const owner = await aMember(app, { name: 'Meera Iyer' })
const admin = await anAdmin(app)
const colleague = await aColleague(app, admin)
beforeEach(async () => {
  await app.jobs.run()
  await app.jobs.run()
  app.mails.splice(0)
})

const of = (id: string) => ({ params: { id } })
async function waiting(overrides: Parameters<typeof aProject>[1] = {}) {
  const { _id } = await aProject(owner, overrides)
  await aRelease(owner, _id)
  return _id
}
type Status = 'approved' | 'rejected' | 'needs_changes'
const decide = (id: string, verificationStatus: Status, { api } = admin) =>
  api.projects.update({ ...of(id), body: { verificationStatus, verificationNotes: 'Seen.' } })
const undo = (id: string, { api } = admin) => api.verification.undo(of(id))
/** Runs the jobs that wait, and those that they queue. */
const wait = async () => {
  for (let round = 0; round < 3; round++) await app.jobs.run()
}
const subjects = () => app.mails.map(({ subject }) => subject)
/** Everything that a decision can change. */
async function stateOf(id: string) {
  const { project } = await owner.api.projects.get(of(id))
  const row = (table: 'releases' | 'reports' | 'approvedEditions') =>
    app.db.selectFrom(table).selectAll().where('projectId', '=', id).execute()
  const { verificationStatus, verificationNotes, verifiedAt, hasUnsentChanges } = project
  return {
    verificationStatus,
    verificationNotes,
    verifiedAt,
    hasUnsentChanges,
    isListed: await isListed(app, id),
    releases: await row('releases'),
    reports: await row('reports'),
    editions: await row('approvedEditions'),
    first: await app.db.selectFrom('firstListings').selectAll().where('projectId', '=', id).execute(),
  }
}

test('a decision holds at once, and its owner is mailed about it only when it cannot be taken back any more', async () => {
  const id = await waiting()
  await decide(id, 'approved')
  expect(await isListed(app, id)).toBe(true)
  expect(subjects()).toEqual([])
  await wait()
  expect(subjects()).toEqual(['Your project is approved: Hospital Management System'])
  await wait()
  expect(subjects()).toHaveLength(1)
  await expect(undo(id)).rejects.toMatchObject({ status: 409 })
})

test.each<Status>(['approved', 'rejected', 'needs_changes'])(
  '%s is taken back: a new project is as it was before, an entry says so, nobody is mailed, and the one who decided looks at it again',
  async (to) => {
    const id = await waiting()
    await admin.api.verification.claim(of(id))
    const before = await stateOf(id)
    await decide(id, to)
    await undo(id)
    expect(await stateOf(id)).toEqual(before)
    const { verificationHistory } = await owner.api.projects.verificationHistory(of(id))
    expect(verificationHistory.slice(0, 2)).toMatchObject([
      { previousStatus: to, status: 'under_review', isUndo: true },
      { previousStatus: 'under_review', status: to, isUndo: false },
    ])
    const { claim, since } = await admin.api.verification.project({ ...of(id), query: {} })
    expect(claim).toMatchObject({ isMine: true })
    expect(since, 'nothing was decided').toBeNull()
    await wait()
    expect(subjects()).toEqual([])
    await expect(undo(id)).rejects.toMatchObject({ status: 409 })
  },
)

test.each<Status>(['approved', 'rejected'])(
  '%s is taken back of an update with a new report: what was approved before is approved still, and no buyer is mailed',
  async (to) => {
    const id = await waiting({ price: 0 })
    await owner.api.releases.addReport({ ...of(id), form: formOf(docx(), 10) })
    await decide(id, 'approved')
    await wait()
    await checkoutBy(await aBuyer(app), source({ id }))
    await aRelease(owner, id, { 'a.js': 'console.log(2)\n' })
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Ward Desk' } })
    await owner.api.releases.addReport({ ...of(id), form: formOf(docx(), 20) })
    await wait()
    app.mails.splice(0)
    const before = await stateOf(id)
    expect(before.reports).toHaveLength(2)
    await decide(id, to)
    await undo(id)
    expect(await stateOf(id)).toEqual(before)
    await wait()
    expect(subjects()).toEqual([])
    await decide(id, 'approved')
    await wait()
    expect(subjects()).toContain('Release 2 of Ward Desk is out')
    expect((await stateOf(id)).reports).toHaveLength(1)
  },
)

test('a decision on what its owner has changed and not sent back is taken back: it is not sent still', async () => {
  const id = await waiting()
  await decide(id, 'needs_changes')
  await wait()
  await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Ward Desk' } })
  const before = await stateOf(id)
  expect(before.hasUnsentChanges).toBe(true)
  await decide(id, 'approved')
  await undo(id)
  expect(await stateOf(id)).toEqual(before)
})

test('a rejection of a listing is taken back: it is listed as before, with what was approved then', async () => {
  const id = await waiting()
  await decide(id, 'approved')
  await wait()
  app.mails.splice(0)
  const before = await stateOf(id)
  await decide(id, 'rejected')
  expect(await isListed(app, id)).toBe(false)
  await undo(id)
  expect(await stateOf(id)).toEqual(before)
})

test('who bought meanwhile keeps it: the release stays approved, the project waits again', async () => {
  const id = await waiting({ price: 0 })
  await decide(id, 'approved')
  const buyer = await aBuyer(app)
  await checkoutBy(buyer, source({ id }))
  await undo(id)
  expect(await isListed(app, id)).toBe(false)
  const { releases } = await stateOf(id)
  expect(releases).toMatchObject([{ status: 'approved' }])
  await buyer.api.downloads.archive({ ...of(id), query: {} })
})

test('nobody takes back another’s decision, one that is too old, or one after which something changed', async () => {
  const [id, old, changed] = [await waiting(), await waiting(), await waiting()]
  await decide(id, 'approved', colleague)
  await expect(undo(id)).rejects.toMatchObject({ status: 409 })
  await undo(id, colleague)
  await decide(old, 'approved')
  await timePasses(app.db, `${undoSeconds} seconds`, 'openDecisions', { projectId: old })
  await expect(undo(old)).rejects.toMatchObject({ status: 409 })
  await decide(changed, 'approved')
  await owner.api.projects.ownerUpdate({ ...of(changed), body: { title: 'Another' } })
  await expect(undo(changed)).rejects.toMatchObject({ status: 409 })
  expect(await isListed(app, old)).toBe(true)
})

test('of many presses on Undo, and the end of the time at the same moment, exactly one counts', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await waiting()
    await decide(id, 'approved')
    app.mails.splice(0)
    const [ended, ...undone] = await Promise.allSettled([wait(), undo(id), undo(id), undo(id)])
    expect(ended.status).toBe('fulfilled')
    const taken = undone.filter(({ status }) => status === 'fulfilled').length
    expect(taken + app.mails.length).toBe(1)
    expect(await isListed(app, id)).toBe(taken === 0)
  }
})

test('followers hear of a new listing once it stands, and not of one that was taken back', async () => {
  const seller = await aMember(app, { name: 'Ravi Rao' })
  await seller.api.accounts.updateProfile({ body: { preferences: { publicProfile: true } } })
  const follower = await aMember(app)
  await follower.api.accounts.updateProfile({ body: { preferences: { newListings: true } } })
  await follower.api.follows.follow({ params: { id: seller.id } })
  const { _id: id } = await aProject(seller, { title: 'Seating plan' })
  await aRelease(seller, id)
  const announce = async () => {
    await app.jobs.enqueue(app.db, 'announce-listings', {})
    await wait()
    return subjects().filter((subject) => subject.includes('Seating plan') && subject.includes('listed'))
  }
  await decide(id, 'approved')
  await undo(id)
  expect(await announce()).toEqual([])
  await decide(id, 'approved')
  expect(await announce()).toEqual([])
  await timePasses(app.db, `${undoSeconds} seconds`, 'firstListings', { projectId: id })
  expect(await announce()).toEqual(['Ravi Rao listed Seating plan'])
})

test('the note for staff and the reason stand in the history and the audit log, and the owner reads neither', async () => {
  const id = await waiting()
  await admin.api.projects.update({
    ...of(id),
    body: {
      verificationStatus: 'needs_changes',
      verificationNotes: 'A README, please.',
      staffNote: 'Third try.',
    },
  })
  const history = async ({ api }: { api: typeof app.api }) =>
    (await api.projects.verificationHistory(of(id))).verificationHistory[0]!
  expect(await history(admin)).toMatchObject({ notes: 'A README, please.', staffNote: 'Third try.' })
  expect(await history(owner)).not.toHaveProperty('staffNote')
  expect(await actionsOn(admin, id)).toMatchObject([{ after: { staffNote: 'Third try.' } }])
})
