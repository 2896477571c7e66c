import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { unknownId } from '../../../test/calls.ts'
import { aMember, anAdmin, aProject, aRelease, aColleague } from '../../../test/makers.ts'
import { drawn } from '../../../test/pictures.ts'
import { timePasses } from '../../../test/time.ts'

const app = await startApp()
const owner = await aMember(app, { name: 'Meera Iyer', phone: '9876543210' })
const admin = await anAdmin(app)

const ravi = await aColleague(app, admin)

async function waiting() {
  const project = await aProject(owner)
  await aRelease(owner, project._id)
  return project
}
const of = ({ _id }: { _id: string }) => ({ params: { id: _id } })
const letExpire = ({ _id }: { _id: string }) =>
  timePasses(app.db, '1 hour', 'verificationClaims', { projectId: _id })
const queue = async () => (await admin.api.verification.queue()).queue
const detailsOf = (project: { _id: string }, api = admin.api) =>
  api.verification.project({ ...of(project), query: {} })

test('the queue names the longest waiting first, with who looks at it, and leaves out what has no files', async () => {
  const [first, second] = [await waiting(), await waiting()]
  const without = await aProject(owner)
  await timePasses(app.db, '5 days', 'projects', { id: second._id })
  await timePasses(app.db, '4 days', 'releases', { projectId: second._id })
  await ravi.api.verification.claim(of(second))
  const listed = await queue()
  const ids = listed.map(({ _id }) => _id)
  expect(ids.indexOf(second._id)).toBeLessThan(ids.indexOf(first._id))
  expect(ids).not.toContain(without._id)
  const row = listed.find(({ _id }) => _id === second._id)!
  expect(row).toMatchObject({ owner: 'Meera Iyer', kind: 'new', claim: { by: 'Ravi', isMine: false } })
  // Counted since the release, not since the project was created.
  expect(Date.now() - Date.parse(row.waitingSince)).toBeCloseTo(4 * 86_400_000, -5)
  await ravi.api.verification.unclaim(of(second))
})

test('while one staff member looks at a project nobody else decides on it, by name and until the claim runs out', async () => {
  const project = await waiting()
  await ravi.api.verification.claim(of(project))
  const decision = {
    ...of(project),
    body: { verificationStatus: 'rejected' as const, verificationNotes: 'No.' },
  }
  const message = 'Ravi is looking at this project. Take another one, or wait until they are done.'
  await expect(admin.api.projects.update(decision)).rejects.toMatchObject({ code: 'conflict', message })
  await expect(admin.api.verification.claim(of(project))).rejects.toMatchObject({ code: 'conflict', message })
  await admin.api.verification.unclaim(of(project))
  expect((await detailsOf(project)).claim).toMatchObject({ by: 'Ravi', isMine: false })
  await letExpire(project)
  expect((await detailsOf(project)).claim).toBeNull()
  expect((await admin.api.verification.claim(of(project))).claim.isMine).toBe(true)
  await expect(ravi.api.projects.update(decision)).rejects.toMatchObject({ code: 'conflict' })
  await admin.api.projects.update(decision)
  expect((await detailsOf(project, ravi.api)).claim).toBeNull()
})

test('an edit that decides nothing goes through while another looks at the project', async () => {
  const project = await waiting()
  await ravi.api.verification.claim(of(project))
  await admin.api.projects.update({ ...of(project), body: { price: 12 } })
  expect((await admin.api.projects.get(of(project))).project.price).toBe(12)
})

test('of many staff who claim one project at once one has it', async () => {
  const staff = [admin, ravi, ...(await Promise.all([1, 2, 3, 4].map(() => aColleague(app, admin))))]
  for (let round = 0; round < 5; round++) {
    const project = await waiting()
    const outcomes = await Promise.allSettled(staff.map(({ api }) => api.verification.claim(of(project))))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('staff who ask for the next one at once get different projects, oldest first, and their own again', async () => {
  await app.db.deleteFrom('verificationClaims').execute()
  const staff = await Promise.all([1, 2, 3, 4, 5].map(() => aColleague(app, admin)))
  const oldest = (await queue()).slice(0, staff.length).map(({ _id }) => _id)
  const taken = await Promise.all(
    staff.map(async ({ api }) => (await api.verification.next({ query: {} }))._id),
  )
  expect(new Set(taken)).toEqual(new Set(oldest))
  expect((await staff[0]!.api.verification.next({ query: {} }))._id).toBe(taken[0])
})

test('staff see the owner of a project, how to reach them and what became of their projects', async () => {
  const project = await waiting()
  await admin.api.projects.update({
    ...of(project),
    body: { verificationStatus: 'needs_changes', verificationNotes: 'Add a README.' },
  })
  const { owner: seen } = await detailsOf(project)
  expect(seen).toMatchObject({ name: 'Meera Iyer', email: owner.email, phone: '9876543210', sales: 0 })
  expect(seen.decisions[0]).toMatchObject({ projectId: project._id, release: 1, status: 'needs_changes' })
  await expect(
    admin.api.verification.project({ params: { id: unknownId }, query: {} }),
  ).rejects.toMatchObject({
    status: 404,
  })
})

test('staff see what changed since the last approval: texts, links, pictures and prices, before and now', async () => {
  const project = await waiting()
  const changesOf = async () => {
    const { since, changes } = await detailsOf(project)
    return { since, changes }
  }
  expect(await changesOf()).toEqual({ since: null, changes: [] })
  const approve = () =>
    admin.api.projects.update({ ...of(project), body: { verificationStatus: 'approved' } })
  await approve()
  expect(await changesOf()).toEqual({
    since: { status: 'approved', at: expect.stringMatching(/^20/), release: 1, notes: null },
    changes: [],
  })
  await owner.api.projects.update({
    ...of(project),
    body: {
      title: 'Ward Desk',
      price: 1_000_000,
      features: ['Beds', 'Bills'],
      demoUrl: 'https://demo.example.in/',
    },
  })
  const form = new FormData()
  const png = await drawn(64, 64, '#246').png().toBuffer()
  form.append('images', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png')
  await owner.api.releases.addImages({ ...of(project), form })
  expect((await changesOf()).changes).toEqual([
    { what: 'title', before: ['Hospital Management System'], after: ['Ward Desk'] },
    { what: 'price', before: ['₹499'], after: ['₹10,00,000'] },
    { what: 'demo', before: [], after: ['https://demo.example.in/'] },
    { what: 'features', before: [], after: ['Beds', 'Bills'] },
    { what: 'pictures', before: [], after: ['1 picture added'] },
  ])
  await approve()
  expect((await changesOf()).changes).toEqual([])
})
