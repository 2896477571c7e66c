import pg from 'pg'
import { expect, test, vi } from 'vitest'

import type { Api } from '#contract/client.ts'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject } from '../../test/makers.ts'
import { buyAndPay, collectWebhooks, source } from '../../test/orders.ts'
import { approve, upload } from '../../test/uploads.ts'
import { findingJobs, releaseJobs, sampleJobs } from '../projects/jobs.ts'

const app = await startApp()
await app.jobs.work([
  ...releaseJobs(app.dependencies),
  ...sampleJobs(app.dependencies),
  ...findingJobs(app.dependencies),
])
collectWebhooks(app)
const owner = await aMember(app, { name: 'Asha Rao' })
const admin = await anAdmin(app)
const files = {
  'README.md': '# Shop\n\nRun `python app.py` to start it.\n',
  'app.py': 'print("hello")\n',
  'lib/a/b/store.py': 'class Store:\n    pass\n',
}
const setPublic = (publicProfile: boolean) =>
  owner.api.accounts.updateProfile({ body: { preferences: { publicProfile } } })
const pageOf = async (api: Api, id: string) => {
  const { success: _, ...page } = await api.projectPage.get({ params: { id } })
  return page
}

async function aListed(category: 'Desktop App' | 'SaaS', samples: string[] = []) {
  const { _id } = await aProject(owner, { category })
  await upload(owner, _id, files)
  await app.jobs.run()
  for (const path of samples) await owner.api.samples.add({ params: { id: _id }, body: { path } })
  await app.jobs.run()
  await approve(admin, _id)
  return _id
}

/** Creates a listed project with everything that its page can show, and other projects. */
async function aFullProject() {
  const id = await aListed('Desktop App', ['app.py'])
  const buyer = await aMember(app, { name: 'Ravi Shah' })
  await buyAndPay(app, buyer, source({ id }))
  await buyer.api.reviews.write({ params: { id }, body: { rating: 4, text: 'Runs well.' } })
  await buyer.api.questions.ask({ params: { id }, body: { text: 'Does it run on Windows?' } })
  await setPublic(true)
  for (const one of ['Desktop App', 'Desktop App', 'Desktop App', 'Desktop App', 'SaaS'] as const)
    await aListed(one)
  return { id, buyer }
}
const { id, buyer } = await aFullProject()

test('the page says what the calls about each part of it say, to everybody as they may see it', async () => {
  const of = { params: { id } }
  for (const api of [app.api, owner.api, admin.api, buyer.api]) {
    const { success: _c, ...contents } = await api.releases.contents(of)
    const { success: _r, ...opinions } = await api.reviews.list(of)
    const { projects: related } = await api.projects.related(of)
    expect(await pageOf(api, id)).toEqual({
      project: (await api.projects.get(of)).project,
      contents,
      opinions,
      questions: (await api.questions.list(of)).questions,
      facts: (await api.findings.facts(of)).facts,
      run: (await api.runs.get(of)).run,
      samples: (await api.samples.list(of)).samples,
      related,
      others: expect.any(Array),
    })
  }
  const page = await pageOf(app.api, id)
  for (const part of [page.contents.folders, page.opinions.reviews, page.questions, page.samples])
    expect(part).not.toEqual([])
  expect(page.facts).not.toBeNull()
})

test('other projects of the owner are shown while their profile is public: neither the project itself nor those that are related', async () => {
  const { project, related, others } = await pageOf(app.api, id)
  expect(related).toHaveLength(3)
  expect(others).toHaveLength(2)
  const ids = [project, ...related, ...others].map(({ _id }) => _id)
  expect(new Set(ids).size).toBe(ids.length)
  await setPublic(false)
  expect((await pageOf(app.api, id)).others).toEqual([])
  await setPublic(true)
})

test('a project that is not listed has a page for its owner and staff alone', async () => {
  const { _id } = await aProject(owner)
  for (const api of [owner.api, admin.api])
    expect(await pageOf(api, _id)).toMatchObject({ project: { _id }, facts: null, samples: [] })
  for (const api of [app.api, buyer.api])
    await expect(pageOf(api, _id)).rejects.toMatchObject({ code: 'not_found', message: 'Project not found' })
})

test('a visitor’s page asks the database eleven times', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await pageOf(app.api, id)
  const asked = query.mock.calls.length
  query.mockRestore()
  expect(asked).toBeLessThanOrEqual(11)
})
