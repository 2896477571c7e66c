import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { isLong } from '../../test/long.ts'
import {
  aMember,
  anAdmin,
  aProject,
  aPublishedProject,
  aRelease,
  projectRow,
  isListed,
} from '../../test/makers.ts'
import { sampled } from '../../test/sampled.ts'

const app = await startApp()
const owner = await aMember(app)
const stranger = await aMember(app)
const admin = await anAdmin(app)
const of = ({ _id }: { _id: string }) => ({ params: { id: _id } })
const published = () => aPublishedProject(app, { owner, admin })
const row = ({ _id }: { _id: string }) => projectRow(app.db, _id)

/** Sends a raw body; answers the status and the parsed body. */
async function sent(method: string, path: string, body: unknown, token?: string) {
  const answer = await app.send({ method, url: `/api${path}`, body: JSON.stringify(body) }, token)
  return {
    status: answer.status,
    ...(JSON.parse(await answer.text()) as { message?: string; fields?: Record<string, string> }),
  }
}

const forbidden = {
  _id: stranger.id,
  id: stranger.id,
  owner: stranger.id,
  ownerId: stranger.id,
  owner_id: stranger.id,
  projectOwner: { _id: stranger.id, name: 'Me' },
  verificationStatus: 'approved',
  verification_status: 'approved',
  status: 'approved',
  verificationNotes: 'Fine',
  verifiedAt: '2026-01-01T00:00:00Z',
  isFeatured: true,
  is_featured: true,
  featured: true,
  rating: 5,
  ratingSum: 500,
  ratingCount: 100,
  reviews: 100,
  salesCount: 999,
  sales_count: 999,
  downloadCount: 999,
  downloads: 999,
  hasReport: true,
  reportPrice: 1,
  reportKey: 'x',
  releaseId: stranger.id,
  release_id: stranger.id,
  releaseNumber: 7,
  githubRepo: 'stolen',
  repository: 'stolen',
  images: [{ url: 'https://evil.example/x.png' }],
  cdnBaseUrl: 'https://evil.example',
  fileSize: '1 GB',
  pricePaise: 1,
  price_paise: 1,
  deletedAt: '2026-01-01T00:00:00Z',
  createdAt: '2020-01-01T00:00:00Z',
  allowed: ['verify'],
}
const poisoned: object[] = [
  '{"__proto__":{"isFeatured":true}}',
  '{"constructor":{"prototype":{"isFeatured":true}}}',
].map((text) => JSON.parse(text) as object)

test('none of the fields that are not the owner’s to set is set, one by one and together, on three routes', async () => {
  const project = await aProject(owner)
  const { title, description, category, price } = project
  const before = await row(project)
  const { id: _, repository: __, createdAt: ___, updatedAt: ____, ...fresh } = before
  const routes = {
    put: (body: object) => sent('PUT', `/projects/${project._id}`, body, owner.token),
    patch: (body: object) => sent('PATCH', `/projects/${project._id}/owner-update`, body, owner.token),
    create: async (body: object) => {
      const given = { title, description, category, price, ...body }
      const answer = await sent('POST', '/projects', given, owner.token)
      if (poisoned.includes(body)) expect(answer.status).toBe(400)
      else expect(await row(answer as unknown as { _id: string })).toMatchObject(fresh)
    },
  }
  const together = [forbidden, ...poisoned]
  const oneByOne = Object.entries(forbidden).map(([name, value]) => ({ [name]: value }))
  const bodies = [...together, ...oneByOne]
  const routesFor = sampled(bodies, {
    classOf: (body) => (together.includes(body) ? JSON.stringify(body) : 'one'),
    values: Object.values(routes),
    few: 1,
  })
  for (const body of bodies) {
    for (const send of routesFor(body)) await send(body)
    expect(await row(project)).toEqual(before)
  }
  expect(await isListed(app, project._id)).toBe(false)
})

test('hasFiles without an upload is refused, and nothing else of that body happens', async () => {
  const project = await aProject(owner)
  for (const claim of [
    { fileCount: 3, totalFileSize: 10 },
    { fileCount: 0, totalFileSize: 0 },
    {},
    { fileCount: -1, totalFileSize: 1 },
  ]) {
    const answer = await sent(
      'PUT',
      `/projects/${project._id}`,
      { title: 'New', hasFiles: true, ...claim },
      owner.token,
    )
    expect([answer.status >= 400, answer.status < 500]).toEqual([true, true])
  }
  expect((await owner.api.projects.get(of(project))).project).toMatchObject({
    title: project.title,
    hasFiles: false,
  })
})

const again = 'Project updated successfully! Project requires re-verification by an admin.'

test.each([
  { title: 'Another title' },
  { description: 'Another text' },
  { demoUrl: 'https://other.example' },
  { category: 'Database' as const },
  { price: 5, title: 'Both' },
])(
  'an edit of what was verified, %j, sends a published project back to review and unlists it',
  async (body) => {
    const project = await published()
    const { message, project: after } = await owner.api.projects.ownerUpdate({ ...of(project), body })
    expect(message).toBe(again)
    expect(after).toMatchObject({ ...body, verificationStatus: 'pending', verifiedAt: null })
    expect(await isListed(app, project._id)).toBe(false)
    const { verificationHistory } = await owner.api.projects.verificationHistory(of(project))
    expect(verificationHistory[0]).toMatchObject({
      status: 'pending',
      previousStatus: 'approved',
      verifiedBy: 'Asha Rao',
    })
    const once = await owner.api.projects.ownerUpdate({ ...of(project), body: { title: 'While pending' } })
    expect(once.message).toBe('Project updated successfully!')
    expect((await owner.api.projects.verificationHistory(of(project))).verificationHistory).toHaveLength(2)
  },
)

test.each([
  { price: 1234.5 },
  { difficulty: 'beginner' },
  { tags: ['new'] },
  { technologies: ['Elixir'] },
  { isActive: true },
  {},
])('an edit of what was not verified, %j, leaves a published project listed', async (body) => {
  const project = await published()
  const { project: after } = await owner.api.projects.update({ ...of(project), body })
  expect(after.verificationStatus).toBe('approved')
  expect(await isListed(app, project._id)).toBe(true)
  const { message } = await owner.api.projects.ownerUpdate({ ...of(project), body: {} })
  expect(message).toBe('Project updated successfully!')
})

test('the catalogue shows the new price and technologies at once', async () => {
  const project = await published()
  await owner.api.projects.ownerUpdate({ ...of(project), body: { price: 77.77, technologies: ['Elixir'] } })
  const { projects } = await app.api.projects.list({
    query: { technology: 'elixir', minPrice: 77.77, maxPrice: 77.77 },
  })
  expect(projects).toMatchObject([{ _id: project._id, price: 77.77, technologies: ['Elixir'] }])
})

test('sending a whole form back without changing what was verified does not ask for verification again', async () => {
  const project = await published()
  const { title, description, demoUrl, technologies, tags, isActive, price, difficulty, category } = project
  const body = {
    title: ` ${title} `,
    description,
    demoUrl,
    technologies,
    tags,
    isActive,
    price,
    difficulty,
    category,
  }
  expect((await owner.api.projects.ownerUpdate({ ...of(project), body })).message).toBe(
    'Project updated successfully!',
  )
  await owner.api.projects.update({ ...of(project), body })
  expect(await isListed(app, project._id)).toBe(true)
})

test('a stranger’s edit, deletion and history answer 404 and change nothing; one without a token 401', async () => {
  const project = await published()
  const before = await row(project)
  for (const [method, path] of [
    ['PUT', ''],
    ['PATCH', '/owner-update'],
    ['DELETE', ''],
    ['GET', '/verification-history'],
  ] as const) {
    const call = {
      method,
      url: `/api/projects/${project._id}${path}`,
      ...(method.startsWith('P') && { body: '{"price":1}' }),
    }
    const refusalOf = async (token?: string) => {
      const answer = await app.send(call, token)
      return [answer.status, (JSON.parse(await answer.text()) as { message: string }).message]
    }
    expect(await refusalOf(stranger.token)).toEqual([404, 'Project not found'])
    expect(await refusalOf()).toEqual([401, 'Authentication required'])
  }
  expect(await row(project)).toEqual(before)
})

test('an edit made on an older version is refused, and changes nothing; without a version it is taken', async () => {
  const project = await published()
  const { updatedAt: basedOn } = (await owner.api.projects.get(of(project))).project
  await owner.api.projects.ownerUpdate({
    ...of(project),
    body: { description: 'Written for an hour.', basedOn },
  })
  const older = owner.api.projects.ownerUpdate({ ...of(project), body: { title: 'A better title', basedOn } })
  await expect(older).rejects.toMatchObject({ status: 409, code: 'conflict' })
  const now = (await owner.api.projects.get(of(project))).project
  expect(now).toMatchObject({ title: project.title, description: 'Written for an hour.' })
  const { project: after } = await owner.api.projects.ownerUpdate({
    ...of(project),
    body: { title: 'A better title' },
  })
  expect(after).toMatchObject({ title: 'A better title', description: 'Written for an hour.' })
})

test('line breaks are one character however a browser sends them: what is saved unchanged changes nothing', async () => {
  const project = await published()
  const approved = { verificationStatus: 'approved' as const }
  for (const description of [
    'One.\r\n\r\nTwo.\rThree.',
    'One.\n\nTwo.\nThree.',
    'One.\r\n\r\nTwo.\r\nThree.\r\n',
  ]) {
    const { project: after } = await owner.api.projects.ownerUpdate({ ...of(project), body: { description } })
    expect(after.description).toBe('One.\n\nTwo.\nThree.')
    if (after.verificationStatus === 'pending')
      await admin.api.projects.update({ ...of(project), body: approved })
  }
  const { verificationHistory } = await owner.api.projects.verificationHistory(of(project))
  expect(verificationHistory.filter(({ status }) => status === 'pending')).toHaveLength(1)
})

test('a deleted project leaves the catalogue and the owner’s list, its row stays for its buyers', async () => {
  const project = await published()
  await owner.api.projects.remove(of(project))
  expect(await isListed(app, project._id)).toBe(false)
  expect((await row(project)).deletedAt).not.toBeNull()
  await expect(owner.api.projects.remove(of(project))).rejects.toMatchObject({ code: 'not_found' })
})

test('edits by owner and staff at once lose neither, and the listing agrees with the project', async () => {
  for (let round = 0; round < (isLong ? 10 : 3); round++) {
    const project = await aProject(owner)
    await aRelease(owner, project._id)
    const outcomes = await Promise.allSettled([
      admin.api.projects.update({ ...of(project), body: { verificationStatus: 'approved' } }),
      owner.api.projects.ownerUpdate({ ...of(project), body: { title: `Round ${round}` } }),
      owner.api.projects.ownerUpdate({ ...of(project), body: { isActive: false } }),
      admin.api.projects.update({ ...of(project), body: { isFeatured: true } }),
      owner.api.projects.ownerUpdate({ ...of(project), body: { isActive: true } }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'))
    const after = await row(project)
    expect(after).toMatchObject({ title: `Round ${round}`, isFeatured: true })
    expect(await isListed(app, project._id)).toBe(after.isActive && after.verificationStatus === 'approved')
  }
})

test('what help an owner promises is theirs to switch, when the project is made and on its page, and takes nothing off sale', async () => {
  const none = { allowsCustomization: false, includesInstallationSupport: false }
  const made = await aProject(owner, none)
  expect(made).toMatchObject(none)
  const project = await published()
  expect(project).toMatchObject({ allowsCustomization: true, includesInstallationSupport: true })
  const { project: edited, message } = await owner.api.projects.ownerUpdate({ ...of(project), body: none })
  expect(edited).toMatchObject({ ...none, verificationStatus: 'approved' })
  expect(message).toBe('Project updated successfully!')
  const { project: put } = await owner.api.projects.update({
    ...of(project),
    body: { allowsCustomization: true },
  })
  expect(put).toMatchObject({ allowsCustomization: true, includesInstallationSupport: false })
  const { project: byStaff } = await admin.api.projects.update({
    ...of(project),
    body: { includesInstallationSupport: true },
  })
  expect(byStaff).toMatchObject({ allowsCustomization: true, includesInstallationSupport: true })
  expect(await isListed(app, project._id)).toBe(true)
})

test.each(['technologies', 'tags'] as const)(
  '%s, which nobody reviews, have no contact detail',
  async (field) => {
    const refused = {
      status: 400,
      details: { fields: { [field]: expect.stringContaining('“codecheap . shop” reads like a link') } },
    }
    const entries = ['Node.js', 'ASP.NET', 'codecheap . shop']
    await expect(aProject(owner, { [field]: entries })).rejects.toMatchObject(refused)
    const project = await published()
    await expect(
      owner.api.projects.ownerUpdate({ ...of(project), body: { [field]: entries } }),
    ).rejects.toMatchObject(refused)
    await owner.api.projects.ownerUpdate({ ...of(project), body: { [field]: entries.slice(0, 2) } })
    expect(await isListed(app, project._id)).toBe(true)
  },
)
