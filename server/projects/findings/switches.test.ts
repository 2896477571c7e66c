import { beforeAll, expect, test } from 'vitest'

import type { RuleName } from '#contract/projects/findings.ts'

import { startApp } from '../../../test/app.ts'
import { aColleague, aMember, anAdmin, aProject, aRelease } from '../../../test/makers.ts'
import { approve } from '../../../test/uploads.ts'
import { findingJobs } from '../jobs.ts'

const app = await startApp()
const owner = await aMember(app)
const boss = await anAdmin(app)
const clerk = await aColleague(app, boss)
beforeAll(() => app.jobs.work(findingJobs(app.dependencies)))

const of = (id: string) => ({ params: { id } })
async function aChecked() {
  const { _id: id } = await aProject(owner)
  await aRelease(owner, id, {
    'README.md': '# Shop',
    'index.php': `<?php $c = mysqli_connect('db.college.in', 'shop', 'Ganesh@1998', 'shop'); mysql_query('select 1');`,
  })
  await app.jobs.run()
  return id
}
const set = (rule: RuleName, shown: boolean, required: boolean, { api } = boss) =>
  api.findings.setRule({ params: { rule }, body: { shown, required } })
const findingsOf = async (id: string, { api }: Pick<typeof boss, 'api'> = owner) =>
  (await api.findings.get(of(id))).findings.findings
const names = async (id: string, by?: Pick<typeof boss, 'api'>) =>
  (await findingsOf(id, by)).map(({ rule }) => rule)
const blocking = async (id: string) =>
  (await findingsOf(id)).filter(({ isBlocking }) => isBlocking).map(({ rule }) => rule)
const waitsForOwner = async (id: string) =>
  (await clerk.api.projects.list({ query: { limit: 100 } })).waitingForOwner!.includes(id)
const queued = async (id: string) =>
  (await clerk.api.verification.queue({ query: {} })).queue.find(({ _id }) => _id === id)!
const historyOf = async (id: string, { api }: Pick<typeof boss, 'api'>) =>
  (await api.projects.verificationHistory(of(id))).verificationHistory[0]!

test('a super admin alone switches a rule; what is required is shown', async () => {
  await expect(set('removed-php', false, false, clerk)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(set('removed-php', false, true)).rejects.toMatchObject({ status: 400 })
  expect((await clerk.api.findings.rules()).rules).toContainEqual(
    expect.objectContaining({ rule: 'removed-php', kind: 'running', shown: true, required: false }),
  )
})

test('a switch acts on releases that are checked after it, in the findings, the lists and the decision', async () => {
  const early = await aChecked()
  await set('removed-php', false, false)
  await set('database-password', true, false)
  const later = await aChecked()
  await set('removed-php', true, true)
  await set('database-password', true, true)
  const last = await aChecked()

  expect(await names(early)).toContain('removed-php')
  expect(await names(later)).not.toContain('removed-php')
  expect(await names(later, clerk)).toContain('removed-php')
  expect(await blocking(early)).toEqual(['database-password'])
  expect(await blocking(later)).toEqual([])
  expect((await blocking(last)).toSorted()).toEqual(['database-password', 'removed-php'])
  expect([await waitsForOwner(early), await waitsForOwner(later), await waitsForOwner(last)]).toEqual([
    true,
    false,
    true,
  ])
  expect((await queued(early)).blocking).toBe(1)
  expect(await queued(later)).toMatchObject({ blocking: 0 })
  expect((await queued(last)).blocking).toBe(2)
  expect((await queued(last)).warnings).toBe((await queued(early)).warnings - 1)
  await set('removed-php', true, false)

  for (const id of [early, last]) await expect(approve(clerk, id)).rejects.toMatchObject({ code: 'conflict' })
  expect(await approve(clerk, later)).toMatchObject({ verificationStatus: 'approved' })
})

test('nobody gets an approval without a written reason by switching a rule off for a moment', async () => {
  const id = await aChecked()
  await set('database-password', true, false)
  await expect(approve(boss, id)).rejects.toMatchObject({
    code: 'conflict',
    details: {
      fields: { verificationOverride: expect.stringContaining('To approve it all the same, write why.') },
    },
  })
  await set('database-password', true, true)
})

test('an approval stores which rules were off when its files were checked; staff see it in the history, owners do not', async () => {
  await set('database-password', true, false)
  await set('readme-quality', false, false)
  const id = await aChecked()
  await set('database-password', true, true)
  await set('readme-quality', true, false)
  await approve(clerk, id)
  expect(await historyOf(id, clerk)).toMatchObject({
    status: 'approved',
    rulesOff: ['database-password', 'readme-quality'],
  })
  expect(await historyOf(id, owner)).not.toHaveProperty('rulesOff')
  const { entries } = await boss.api.audit.list({ query: { about: id } })
  expect(entries[0]).toMatchObject({ after: { rulesOff: ['database-password', 'readme-quality'] } })

  const other = await aChecked()
  await approve(clerk, other, 'The database is gone.')
  expect(await historyOf(other, clerk)).not.toHaveProperty('rulesOff')
})
