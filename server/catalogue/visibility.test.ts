import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import type { ProblemError } from '#contract/kit/problem.ts'
import type { Project, ProjectCard } from '#contract/projects/project.ts'
import { sorts } from '#contract/projects/sorts.ts'

import { startApp } from '../../test/app.ts'
import { repetitions } from '../../test/long.ts'
import { aMember, anAdmin, aProject, aPublishedProject, aRelease } from '../../test/makers.ts'

const app = await startApp()
const owner = await aMember(app)
const stranger = await aMember(app)
const admin = await anAdmin(app)
const alike = {
  category: 'AI/ML' as const,
  technologies: ['Python'],
  tags: ['vision'],
  difficulty: 'Advanced',
}
const publish = (title: string) => aPublishedProject(app, { ...alike, owner, admin, title })
const of = ({ _id }: { _id: string }) => ({ params: { id: _id } })
const isNotFound = (problem: ProblemError) =>
  problem.code === 'not_found' && problem.message === 'Project not found'

let shown: ProjectCard
let hidden: Record<string, ProjectCard>

beforeAll(async () => {
  shown = await publish('Shown Vision')
  const neverApproved = await aProject(owner, { ...alike, title: 'Created Vision' })
  const withRelease = await aProject(owner, { ...alike, title: 'Uploaded Vision' })
  await aRelease(owner, withRelease._id)
  hidden = { 'without files': neverApproved, 'waiting for its first verification': withRelease }
  for (const verificationStatus of ['pending', 'under_review', 'needs_changes', 'rejected'] as const) {
    const project = await publish(`${verificationStatus} Vision`)
    await admin.api.projects.update({
      ...of(project),
      body: { verificationStatus, verificationNotes: 'Not as described.' },
    })
    hidden[verificationStatus] = project
  }
  const inactive = await publish('Inactive Vision')
  await owner.api.projects.ownerUpdate({ ...of(inactive), body: { isActive: false } })
  const edited = await publish('Edited Vision')
  await owner.api.projects.ownerUpdate({ ...of(edited), body: { title: 'Changed Vision' } })
  const deleted = await publish('Deleted Vision')
  await owner.api.projects.remove(of(deleted))
  hidden = { ...hidden, inactive, edited, deleted }
})

test('only the published project is listed, with any combination of parameters', async () => {
  const some = <T>(value: T) => fc.constantFrom(undefined, value)
  const queries = fc.record({
    sort: fc.constantFrom(...sorts),
    search: fc.constantFrom('', 'vision', 'Vis', '"vision"', 'patients', 'vison'),
    category: some('AI/ML'),
    technology: some('python'),
    difficulty: some('advanced'),
    minPrice: some(0),
    maxPrice: some(100_000.5),
    status: fc.constantFrom('', 'pending', 'rejected'),
    limit: fc.constant(100),
  })
  await fc.assert(
    fc.asyncProperty(queries, fc.constantFrom(app, stranger, owner), async (query, { api }) => {
      const { projects, pagination, facets } = await api.projects.list({ query })
      expect([projects.map(({ _id }) => _id), pagination.total]).toEqual([[shown._id], 1])
      for (const counted of Object.values(facets!))
        for (const { count } of counted) expect(count).toBeLessThanOrEqual(1)
    }),
    { numRuns: repetitions(400, 80) },
  )
})

test('suggestions name nothing but the published project', async () => {
  for (const search of [
    'vis',
    'vision',
    'Created',
    'pending',
    'vison',
    'Changed Vision',
    'python',
    'pythn',
  ]) {
    for (const { api } of [app, owner]) {
      const { titles, technologies } = await api.catalogue.suggestions({ query: { search } })
      for (const { _id } of titles) expect(_id).toBe(shown._id)
      for (const technology of technologies) expect(technology).toEqual({ name: 'Python', count: 1 })
    }
  }
})

test('featured, categories and technologies know only the published project', async () => {
  expect((await app.api.catalogue.featured()).projects.map(({ _id }) => _id)).toEqual([shown._id])
  expect((await app.api.catalogue.technologies()).technologies).toEqual([{ name: 'Python', count: 1 }])
  const { categories } = await app.api.catalogue.categories()
  expect(categories.filter(({ count }) => count > 0)).toMatchObject([
    { name: 'AI/ML', count: 1, minPrice: 499 },
  ])
})

test('an unpublished project is related to nothing, for nobody', async () => {
  expect((await app.api.projects.related(of(shown))).projects).toEqual([])
  const other = await publish('Other Vision')
  expect((await app.api.projects.related(of(shown))).projects.map(({ _id }) => _id)).toEqual([other._id])
  await owner.api.projects.remove(of(other))
  expect((await app.api.projects.related(of(shown))).projects).toEqual([])
})

test('related shows at most 3 others of the same category', async () => {
  const inOther = { ...alike, owner, admin, category: 'SaaS' as const }
  const first = await aPublishedProject(app, inOther)
  for (let index = 0; index < 4; index++) await aPublishedProject(app, inOther)
  const { projects } = await app.api.projects.related(of(first))
  expect(projects).toHaveLength(3)
  expect(projects.every(({ _id, category }) => _id !== first._id && category === 'SaaS')).toBe(true)
})

describe('one project by its id', () => {
  test('a published one is for everybody', async () => {
    for (const { api } of [app, stranger, owner, admin]) {
      expect((await api.projects.get(of(shown))).project._id).toBe(shown._id)
    }
  })

  test('an unpublished one answers 404 to strangers, signed in or not, but not to its owner and staff', async () => {
    const { deleted: _, ...stillThere } = hidden
    for (const project of Object.values(stillThere)) {
      for (const { api } of [app, stranger]) {
        for (const call of [api.projects.get, api.projects.related, api.reviews.list]) {
          await expect(call(of(project))).rejects.toSatisfy(isNotFound)
        }
      }
      for (const { api } of [owner, admin])
        expect((await api.projects.get(of(project))).project._id).toBe(project._id)
    }
  })

  test('a deleted and an unknown one answer 404 to everybody, on every call', async () => {
    for (const id of [hidden['deleted']!._id, stranger.id]) {
      for (const { api } of [owner, admin, stranger]) {
        const { get, update, remove, verificationHistory } = api.projects
        const calls = [
          get,
          api.projects.related,
          remove,
          verificationHistory,
          (call: { params: { id: string } }) => update({ ...call, body: {} }),
        ]
        for (const call of calls) await expect(call({ params: { id } })).rejects.toSatisfy(isNotFound)
      }
    }
  })

  test('an invalid id answers 400, never a project', async () => {
    for (const id of ['1', 'null', '__proto__', '%00', '..%2f', `${shown._id}0`, `{${shown._id}}`]) {
      expect((await app.send({ method: 'GET', url: `/api/projects/${id}` })).status).toBe(400)
    }
  })
})

test('the active switch never touches the verification, and back on it lists the project again', async () => {
  const project = hidden['inactive']!
  const seen = async () => (await owner.api.projects.get(of(project))).project
  expect(await seen()).toMatchObject({ isActive: false, verificationStatus: 'approved' })
  await owner.api.projects.ownerUpdate({ ...of(project), body: { isActive: true } })
  expect((await app.api.projects.get(of(project))).project).toMatchObject({
    isActive: true,
    verificationStatus: 'approved',
  })
  await admin.api.projects.update({
    ...of(project),
    body: { verificationStatus: 'rejected', verificationNotes: 'Not as described.' },
  })
  expect(await seen()).toMatchObject({ isActive: true, verificationStatus: 'rejected' })
  await owner.api.projects.ownerUpdate({ ...of(project), body: { isActive: false } })
  await owner.api.projects.ownerUpdate({ ...of(project), body: { isActive: true } })
  expect(await seen()).toMatchObject({ isActive: true, verificationStatus: 'rejected' })
})

test("staff find every project but the deleted one; an owner's own list has the same", async () => {
  const { projects } = await admin.api.projects.list({ query: { search: 'vision', limit: 100 } })
  const { deleted, ...rest } = hidden
  const ids = projects.map(({ _id }) => _id)
  expect(ids).toEqual(expect.arrayContaining([shown, ...Object.values(rest)].map(({ _id }) => _id)))
  expect(ids).not.toContain(deleted!._id)
  const mine = await owner.api.projects.mine({ query: { limit: 100 } })
  expect(mine.projects.map(({ _id }) => _id)).toEqual(expect.arrayContaining(ids))
  expect((await stranger.api.projects.mine({ query: {} })).pagination.total).toBe(0)
})

test("an owner's own list says of each project whether it has files, how many and how large, like the record", async () => {
  const { projects } = await owner.api.projects.mine({ query: { limit: 100 } })
  const records = await Promise.all(
    projects.map(async ({ _id }) => (await owner.api.projects.get(of({ _id }))).project),
  )
  const files = ({ _id, hasFiles, fileCount, totalFileSize }: Project) => ({
    _id,
    hasFiles,
    fileCount,
    totalFileSize,
  })
  expect(projects).toMatchObject(records.map(files))
  expect(new Set(records.map(({ hasFiles }) => hasFiles))).toEqual(new Set([true, false]))
})
