import { beforeAll, expect, test } from 'vitest'

import type { Need } from '#contract/projects/needs.ts'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, releasesOf, runJob } from '../../test/makers.ts'
import { docx, formOf } from '../../test/reports.ts'
import { approve, type Files, upload } from '../../test/uploads.ts'
import { checkVersion } from '../projects/findings/check/check.ts'
import { upsertCheck } from '../projects/findings/queries.ts'
import { findingJobs } from '../projects/jobs.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
let admin: Awaited<ReturnType<typeof anAdmin>>
const ids: Record<'shop' | 'model' | 'game', string> = { shop: '', model: '', game: '' }

const readme = { 'README.md': '# Read this\nIt says how the program is started and what it does. '.repeat(5) }
const php = { 'index.php': '<?php echo 1;\n'.repeat(9) }
const model = { 'ml/predict.py': 'print(1)\n'.repeat(9) }

beforeAll(async () => {
  owner = await aMember(app)
  admin = await anAdmin(app)
  await app.jobs.work(findingJobs(app.dependencies))
  const publish = async (title: string, files: Files, price: number, hasReport = false) => {
    const { _id: id } = await aProject(owner, { title, price })
    await upload(owner, id, { ...readme, ...files })
    if (hasReport) await owner.api.releases.addReport({ params: { id }, form: formOf(docx(), 10) })
    await app.jobs.run()
    await approve(admin, id)
    return id
  }
  ids.shop = await publish('Kirana grain', php, 400, true)
  ids.model = await publish('Grain prices', { ...php, ...model }, 900)
  ids.game = await publish('Snakes', { 'index.html': '<!doctype html><p>Play</p>' }, 0)
})

type Query = Parameters<typeof app.api.projects.list>[0]['query']
async function found(query: Query) {
  const { projects, pagination, facets } = await app.api.projects.list({ query })
  const counts = Object.fromEntries(facets!.needs.map(({ name, count }) => [name, count]))
  return { ids: new Set(projects.map(({ _id }) => _id)), total: pagination.total, counts }
}
const none = { XAMPP: 0, 'Node.js': 0, Python: 0, Java: 0, Android: 0, Browser: 0 }
const neededBy = async (id: string) => (await app.api.projects.get({ params: { id } })).project.needs
const releaseOf = async (id: string) => (await releasesOf(app.db, id))[0]!.id

test('a project says what it needs, by the check of its files, and is found by it', async () => {
  expect([await neededBy(ids.shop), await neededBy(ids.model), await neededBy(ids.game)]).toEqual([
    ['XAMPP'],
    ['XAMPP', 'Python'],
    ['Browser'],
  ] satisfies Need[][])
  expect(await found({ needs: 'XAMPP' })).toMatchObject({ ids: new Set([ids.shop, ids.model]), total: 2 })
  expect((await found({ needs: 'Python' })).ids).toEqual(new Set([ids.model]))
  expect((await found({ needs: 'Java' })).ids).toEqual(new Set())
})

test('beside each need stands how many projects it leaves, with the other filters', async () => {
  const all = { ...none, XAMPP: 2, Python: 1, Browser: 1 }
  for (const query of [{}, { needs: 'Python' }, { needs: '' }] as const)
    expect((await found(query)).counts).toEqual(all)
  for (const query of [{ minPrice: 500 }, { minPrice: 500, needs: 'XAMPP' }] as const)
    expect((await found(query)).counts).toEqual({ ...none, XAMPP: 1, Python: 1 })
  for (const query of [{ report: 'yes' }, { report: 'yes', needs: 'Python' }] as const)
    expect((await found(query)).counts).toEqual({ ...none, XAMPP: 1 })
  for (const query of [{ search: 'grain' }, { search: 'grain', needs: 'XAMPP' }] as const)
    expect((await found(query)).counts).toEqual({ ...none, XAMPP: 2, Python: 1 })
})

test('needs go together with a search, a report and a price', async () => {
  expect((await found({ search: 'grain', needs: 'Python' })).ids).toEqual(new Set([ids.model]))
  expect((await found({ report: 'yes', needs: 'XAMPP' })).ids).toEqual(new Set([ids.shop]))
  expect(await found({ report: 'yes', needs: 'Python' })).toMatchObject({ ids: new Set(), total: 0 })
  expect((await found({ maxPrice: 500, needs: 'XAMPP' })).ids).toEqual(new Set([ids.shop]))
})

test('no search finds a project by the words of its filters', async () => {
  const { match } = await app.api.projects.list({ query: { search: 'needs=browser' } })
  expect(match).not.toBe('all')
})

test('what an earlier version checked gets its needs from what was found, and none of its files is read again', async () => {
  const releaseId = await releaseOf(ids.model)
  await app.db
    .updateTable('releaseChecks')
    .set({ needs: null, version: checkVersion - 1 })
    .where('releaseId', '=', releaseId)
    .execute()
  await app.db
    .updateTable('publishedProjects')
    .set({ needs: [] })
    .where('projectId', '=', ids.model)
    .execute()
  await runJob(app, 'derive-needs')
  expect(await neededBy(ids.model)).toEqual(['XAMPP', 'Python'])
  expect((await found({ needs: 'Python' })).counts).toEqual({ ...none, XAMPP: 2, Python: 1, Browser: 1 })
  const { version } = await app.db
    .selectFrom('releaseChecks')
    .select('version')
    .where('releaseId', '=', releaseId)
    .executeTakeFirstOrThrow()
  expect(version).toBe(checkVersion - 1)
})

test('another check that fails takes nothing away, because the files are the same', async () => {
  await upsertCheck(app.db, {
    releaseId: await releaseOf(ids.game),
    version: checkVersion,
    checked: undefined,
  })
  expect(await neededBy(ids.game)).toEqual(['Browser'])
})

test('a new release is listed by what it needs', async () => {
  await upload(owner, ids.game, { ...readme, ...model })
  await app.jobs.run()
  await approve(admin, ids.game)
  expect(await neededBy(ids.game)).toEqual(['Python'])
  expect((await found({})).counts).toEqual({ ...none, XAMPP: 2, Python: 2 })
})

test('a need that there is not is refused', async () => {
  const query = { needs: 'Cobol' } as unknown as Query
  await expect(app.api.projects.list({ query })).rejects.toMatchObject({ status: 400 })
})
