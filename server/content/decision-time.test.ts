import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'

import { decisionTimes } from '#contract/content/content.ts'

import { startApp } from '../../test/app.ts'
import { aBuyer, aListing } from '../../test/orders.ts'

const app = await startApp()
const { api, db } = app
const owner = await aBuyer(app)
const decisionTime = async () => (await api.content.decisionTime()).decisionTime

const now = Date.now()
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000)

/** Creates a project that came a number of hours ago, and was approved `after` hours later. */
async function anApproved(ago: number, after: number) {
  const { id } = await aListing(db, owner.id, 0)
  await db
    .updateTable('projects')
    .set({ createdAt: hoursAgo(ago) })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('releases')
    .set({ createdAt: hoursAgo(ago) })
    .where('projectId', '=', id)
    .execute()
  const approved = { verifiedAt: hoursAgo(ago - after) }
  await db.updateTable('verifications').set(approved).where('projectId', '=', id).execute()
  return id
}

/** Adds a change of a project's status to its history, a number of hours ago. */
async function change(
  projectId: string,
  previousStatus: string,
  status: string,
  ago: number,
  undoes?: string,
) {
  const id = uuid()
  const change = { id, projectId, previousStatus, status, verifiedBy: 'Test', verifiedAt: hoursAgo(ago) }
  await db
    .insertInto('verifications')
    .values({ ...change, undoes: undoes ?? null })
    .execute()
  return id
}

test('the time of decisions is told from the twentieth on, as the median of what each project waited', async () => {
  await anApproved(40 * 24, 2)
  const projects: string[] = []
  for (let made = 1; made < decisionTimes.minDecisions; made++) projects.push(await anApproved(200, made * 2))
  expect(await decisionTime()).toBeNull()
  const [first] = projects

  // What is taken back is no decision, and neither is what staff do to a project that does not wait.
  await change(first!, 'approved', 'rejected', 100)
  expect(await decisionTime()).toBeNull()
  await change(first!, 'rejected', 'pending', 90)
  const hasty = await change(first!, 'pending', 'approved', 89)
  await change(first!, 'approved', 'pending', 88.9, hasty)
  expect(await decisionTime()).toBeNull()

  // It has waited since it was sent back, not since it came.
  const asked = await change(first!, 'pending', 'needs_changes', 87)
  expect(await decisionTime()).toEqual({ decisions: 20, medianHours: 19 })

  // An owner who takes a change back decides nothing, and what staff had decided on it stays a decision.
  await change(first!, 'needs_changes', 'approved', 86, asked)
  const sent = await change(first!, 'approved', 'pending', 85)
  await change(first!, 'pending', 'approved', 84, sent)
  expect(await decisionTime()).toEqual({ decisions: 20, medianHours: 19 })
})
