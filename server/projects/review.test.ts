import { beforeAll, expect, test } from 'vitest'

import { ownerLicence } from '#contract/accounts/agreements.ts'
import type { Pages } from '#contract/page.ts'
import { type OwnerChange, sendsToReview } from '#contract/projects/verification.ts'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aRelease } from '../../test/makers.ts'
import { drawn } from '../../test/pictures.ts'
import { publicPagesExcept } from '../../test/public-pages.ts'
import { docx, formOf as reportForm } from '../../test/reports.ts'
import { approve } from '../../test/uploads.ts'
import { registerPages } from '../pages.ts'
import { followPageChanges } from '../platform/page-cache.ts'

/** Renders as a page the API's answer about the same address. */
const render: Pages['renderPage'] = async (request, send) => {
  const { pathname, search } = new URL(request.url)
  const answer = await send({ method: 'GET', url: `/api${pathname}${search}` })
  const headers: [string, string][] = [['content-type', 'text/html']]
  return { status: answer.status, headers, body: Buffer.from(await answer.text()) }
}

const app = await startApp()
registerPages(app.app, render, { publicUrl: 'http://x.in', mode: 'live' }, publicPagesExcept())
await followPageChanges(app.app.pageCache, app.listener, 10)
const owner = await aMember(app)
const admin = await anAdmin(app)
let picture: Buffer
beforeAll(async () => {
  picture = await drawn(64, 40).png().toBuffer()
})

const of = (id: string) => ({ params: { id } })
const put = (body: Parameters<typeof owner.api.projects.update>[0]['body']) => (id: string) =>
  owner.api.projects.update({ ...of(id), body })
const pictures = (count: number) => {
  const form = new FormData()
  for (let n = 0; n < count; n++) form.append('images', new Blob([picture as BlobPart]), `${n}.png`)
  return form
}
const changeReport =
  (...form: Parameters<typeof reportForm>) =>
  (id: string) =>
    owner.api.releases.changeReport({ ...of(id), form: reportForm(...form) })

const filled = {
  title: 'Hospital System',
  description: 'Patients and billing.',
  category: 'Web Development' as const,
  price: 499,
  technologies: ['React'],
  features: ['Bills'],
  requirements: ['Node.js'],
  tags: ['health'],
  difficulty: 'Advanced' as const,
  demoUrl: 'https://demo.example/',
  githubUrl: 'https://code.example/a',
  allowsCustomization: true,
  includesInstallationSupport: true,
  demoSignIns: [{ role: 'admin', user: 'admin', password: 'admin123' }],
  codeQuestions: [{ question: 'Why is this a table of its own?', answer: 'A patient has several bills.' }],
}

/**
 * A published project with every field filled in, and with what a change of some of them needs: two images, a report.
 */
async function aPublished(changed = '') {
  const { _id: id } = await aProject(owner, filled)
  if (/images/.test(changed)) await owner.api.releases.addImages({ ...of(id), form: pictures(2) })
  if (/report|bundle/.test(changed))
    await owner.api.releases.addReport({ ...of(id), form: reportForm(docx(), 99) })
  await aRelease(owner, id, { 'README.md': '# Read me', LICENSE: 'MIT License' })
  await approve(admin, id)
  return id
}
const statusOf = async (id: string) => (await owner.api.projects.get(of(id))).project.verificationStatus
const page = async (url: string) => (await app.app.inject({ url })).body

type Change = (id: string) => Promise<unknown>
const changes: Record<OwnerChange, Change | Record<string, Change>> = {
  title: put({ title: 'Another title' }),
  description: put({ description: 'Other words.' }),
  category: put({ category: 'Database' }),
  features: {
    another: put({ features: ['Bills', 'Buy exams at evil.example'] }),
    none: put({ features: [] }),
  },
  requirements: put({ requirements: ['A phone call'] }),
  demoUrl: { another: put({ demoUrl: 'https://evil.example' }), none: put({ demoUrl: '' }) },
  githubUrl: { another: put({ githubUrl: 'https://evil.example' }), none: put({ githubUrl: null }) },
  licence: put({ licence: 'own' }),
  allowsCustomization: put({ allowsCustomization: false }),
  includesInstallationSupport: put({ includesInstallationSupport: false }),
  demoSignIns: {
    another: put({ demoSignIns: [{ role: 'admin', user: 'admin', password: 'admin124' }] }),
    none: put({ demoSignIns: [] }),
  },
  demoSignInsPublic: put({ demoSignInsPublic: true }),
  allowsSeats: async (id) => {
    const { version } = ownerLicence((await app.api.content.site()).site)
    await put({ allowsSeats: true, ownerLicence: version })(id)
  },
  codeQuestions: {
    another: put({ codeQuestions: [{ question: 'Why PHP?', answer: 'XAMPP has it.' }] }),
    none: put({ codeQuestions: [] }),
  },
  files: {
    another: (id) => aRelease(owner, id, { 'a.js': '1' }),
    none: (id) => owner.api.releases.removeFiles(of(id)),
  },
  images: {
    one: (id) => owner.api.releases.addImages({ ...of(id), form: pictures(1) }),
    fewer: (id) => owner.api.releases.removeImage({ ...of(id), query: { index: 0 } }),
    order: (id) => owner.api.releases.orderImages({ ...of(id), body: { newOrder: [1, 0] } }),
  },
  report: {
    another: changeReport(docx({ 'word/new.xml': '<a/>' })),
    none: (id) => owner.api.releases.removeReport(of(id)),
  },
  price: put({ price: 5 }),
  reportPrice: changeReport(undefined, 5),
  bundlePrice: { another: put({ bundlePrice: 1 }), none: put({ bundlePrice: null }) },
  difficulty: put({ difficulty: 'Beginner' }),
  tags: put({ tags: ['new'] }),
  technologies: put({ technologies: ['Elixir'] }),
  isActive: async (id) => {
    await put({ isActive: false })(id)
    await put({ isActive: true })(id)
  },
}
const cases = (goesBack: boolean) =>
  Object.entries(changes)
    .filter(([name]) => sendsToReview[name as OwnerChange] === goesBack)
    .flatMap(([name, change]) =>
      typeof change === 'function'
        ? [[name, change] as const]
        : Object.entries(change).map(([how, one]) => [`${name} (${how})`, one] as const),
    )

test.each(cases(true))(
  'a change of %s sends the project back to review, and its pages are gone with it',
  async (name, change) => {
    const id = await aPublished(name)
    await expect.poll(() => page(`/projects/${id}`)).toContain('Hospital System')
    expect(await page('/projects')).toContain(id)
    await change(id)
    expect(await statusOf(id)).toBe('pending')
    await expect(app.api.projects.get(of(id))).rejects.toMatchObject({ code: 'not_found' })
    await expect.poll(() => page(`/projects/${id}`)).toContain('Project not found')
    await expect.poll(() => page('/projects')).not.toContain(id)
  },
)

test.each(cases(false))('a change of %s leaves the project verified and listed', async (name, change) => {
  const id = await aPublished(name)
  await change(id)
  expect(await statusOf(id)).toBe('approved')
  expect((await app.api.projects.get(of(id))).project._id).toBe(id)
})

test('the switch of the demo sign-ins changes at once what the page says', async () => {
  const id = await aPublished()
  const signIns = () => page(`/projects/${id}`)
  await expect.poll(signIns).toContain('Hospital System')
  expect(await signIns()).not.toContain('admin123')
  await put({ demoSignInsPublic: true })(id)
  await expect.poll(signIns).toContain('admin123')
  await put({ demoSignInsPublic: false })(id)
  await expect.poll(signIns).not.toContain('admin123')
})

test('the owner’s own route has the same rule', async () => {
  for (const { status, ...body } of [
    { demoUrl: 'https://evil.example', status: 'pending' },
    { features: ['Bills only'], status: 'pending' },
    { requirements: [], status: 'pending' },
    { githubUrl: 'https://code.example/b', status: 'pending' },
    { tags: ['new'], price: 7, status: 'approved' },
  ]) {
    const id = await aPublished()
    const { message } = await owner.api.projects.ownerUpdate({ ...of(id), body })
    expect(await statusOf(id)).toBe(status)
    expect(message?.includes('re-verification')).toBe(status === 'pending')
  }
})

test('the same values again, with spaces around them, ask for nothing', async () => {
  const id = await aPublished('images and report')
  const { category, difficulty, ...texts } = filled
  const same = Object.entries(texts).map(([name, value]) => [name, spaced(value)])
  await put({ ...(Object.fromEntries(same) as typeof texts), category, difficulty })(id)
  expect(await statusOf(id)).toBe('approved')
})
const spaced = (value: unknown): unknown =>
  typeof value === 'string' ? ` ${value} ` : Array.isArray(value) ? value.map(spaced) : value

test('what staff change themselves stays verified', async () => {
  const id = await aPublished('images and report')
  const body = { ...filled, title: 'Mended', features: ['Mended'], requirements: [], githubUrl: null }
  await admin.api.projects.update({ ...of(id), body })
  expect(await statusOf(id)).toBe('approved')
  expect((await app.api.projects.get(of(id))).project).toMatchObject({
    title: 'Mended',
    features: ['Mended'],
  })
})
