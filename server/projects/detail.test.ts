import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject, aRelease } from '../../test/makers.ts'
import { checkoutBy, source } from '../../test/orders.ts'
import { updatePublication } from '../catalogue/publish-queries.ts'

const app = await startApp()
const owner = await aMember(app, { name: 'Asha Rao' })
const admin = await anAdmin(app)
const of = ({ _id }: { _id: string }) => ({ params: { id: _id } })
const allowed = async (api: typeof app.api, project: { _id: string }) =>
  (await api.projects.get(of(project))).project.allowed

test('each caller learns what they may do: owner, staff, buyer, member, anyone', async () => {
  const project = await aPublishedProject(app, { owner, admin, price: 0 })
  const buyer = await aMember(app)
  expect(await allowed(buyer.api, project)).toEqual(['buy'])
  await checkoutBy(buyer, source({ id: project._id }))
  expect(await allowed(owner.api, project)).toEqual([
    'edit',
    'upload',
    'delete',
    'archive',
    'duplicate',
    'download',
  ])
  expect(await allowed(admin.api, project)).toEqual(['verify', 'download'])
  expect(await allowed(buyer.api, project)).toEqual(['download'])
  expect(await allowed((await aMember(app)).api, project)).toEqual(['buy'])
  expect(await allowed(app.api, project)).toEqual(['buy'])
})

test('without files nobody is offered a download', async () => {
  const project = await aProject(owner)
  expect(await allowed(owner.api, project)).toEqual(['edit', 'upload', 'delete', 'archive', 'duplicate'])
  expect(await allowed(admin.api, project)).toEqual(['verify'])
})

test('an upload fills in what is known of the files', async () => {
  const project = await aProject(owner)
  const files = { 'README.md': 'x'.repeat(1024), 'src/a.py': 'y'.repeat(1536) }
  expect(await aRelease(owner, project._id, files)).toMatchObject({
    hasFiles: true,
    fileCount: 2,
    totalFileSize: 2560,
    fileSize: '2.5 KB',
    releaseNumber: 1,
    githubRepo: expect.stringMatching(/^hospital-management-system-/),
    verificationStatus: 'pending',
    projectOwner: { _id: owner.id, name: 'Asha Rao' },
  })
  expect(await aRelease(owner, project._id, { 'a.py': 'z'.repeat(1_572_864) })).toMatchObject({
    releaseNumber: 2,
    fileCount: 1,
    fileSize: '1.5 MB',
  })
})

test('a new release of a published project sends it back to review; approved again it is listed again', async () => {
  const project = await aPublishedProject(app, { owner, admin })
  await aRelease(owner, project._id, { 'main.py': 'print(2)' })
  await expect(app.api.projects.get(of(project))).rejects.toMatchObject({ code: 'not_found' })
  const { verificationHistory } = await owner.api.projects.verificationHistory(of(project))
  expect(verificationHistory[0]).toMatchObject({ status: 'pending', previousStatus: 'approved' })
  await admin.api.projects.update({ ...of(project), body: { verificationStatus: 'approved' } })
  expect((await app.api.projects.get(of(project))).project).toMatchObject({ releaseNumber: 2, fileCount: 1 })
})

test('a project whose files its owner removed is not listed, and cannot be approved until there are new ones', async () => {
  const project = await aPublishedProject(app, { owner, admin })
  await owner.api.releases.removeFiles(of(project))
  await expect(app.api.projects.get(of(project))).rejects.toMatchObject({ code: 'not_found' })
  expect((await owner.api.projects.get(of(project))).project).toMatchObject({
    hasFiles: false,
    fileSize: null,
    githubRepo: null,
  })
  const approve = async () => {
    await admin.api.projects.update({
      ...of(project),
      body: { verificationStatus: 'rejected', verificationNotes: 'Not as described.' },
    })
    await admin.api.projects.update({ ...of(project), body: { verificationStatus: 'approved' } })
  }
  await expect(approve()).rejects.toMatchObject({ code: 'conflict' })
  await aRelease(owner, project._id)
  await approve()
  expect((await app.api.projects.get(of(project))).project.hasFiles).toBe(true)
})

test('approved and active is not enough: without an approved release a project is not published', async () => {
  const project = await aPublishedProject(app, { owner, admin })
  const isPublished = async () => {
    await updatePublication(app.db, project._id)
    return app.api.projects.get(of(project)).then(
      () => true,
      () => false,
    )
  }
  const releases = (status: string) =>
    app.db.updateTable('releases').set({ status }).where('projectId', '=', project._id).execute()
  expect(await isPublished()).toBe(true)
  for (const status of ['pending', 'rejected', 'withdrawn']) {
    await releases(status)
    expect(await isPublished()).toBe(false)
  }
  await releases('approved')
  expect(await isPublished()).toBe(true)
  await app.db.updateTable('projects').set({ releaseId: null }).where('id', '=', project._id).execute()
  expect(await isPublished()).toBe(false)
})

test('a list shows the first 300 characters of a description, the project itself all of it', async () => {
  const description = 'Long. '.repeat(100).trim()
  const project = await aPublishedProject(app, { owner, admin, description, category: 'Desktop App' })
  const { projects } = await app.api.projects.list({ query: { category: 'Desktop App' } })
  expect(projects[0]!.description).toBe(description.slice(0, 300))
  expect((await app.api.projects.get(of(project))).project.description).toBe(description)
})
