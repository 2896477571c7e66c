import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { unknownId } from '../../../test/calls.ts'
import { aMember, anAdmin, aProject, aPublishedProject, actionsOn, isListed } from '../../../test/makers.ts'

const app = await startApp()
const owner = await aMember(app)
const admin = await anAdmin(app)
const bulk = (projectIds: string[], action: 'activate' | 'deactivate' | 'delete') =>
  admin.api.staffProjects.bulkUpdate({ body: { projectIds, action, data: {} } })
const stored = async (id: string) => {
  const { isActive, verificationStatus } = (await admin.api.projects.get({ params: { id } })).project
  return { isActive, verificationStatus }
}

test('many projects are switched off and on at once, each told by itself, unknown ids named', async () => {
  const [one, two] = [
    await aPublishedProject(app, { owner, admin }),
    await aPublishedProject(app, { owner, admin }),
  ]
  const ids = [one._id, two._id, unknownId, 'no id at all', one._id]
  expect(await bulk(ids, 'deactivate')).toEqual({
    success: true,
    updated: 2,
    unknown: [unknownId, 'no id at all'],
    results: [
      { _id: one._id, success: true },
      { _id: two._id, success: true },
      { _id: unknownId, success: false, message: 'Project not found' },
      { _id: 'no id at all', success: false, message: 'Project not found' },
    ],
  })
  expect([await isListed(app, one._id), await isListed(app, two._id)]).toEqual([false, false])
  expect(await stored(one._id)).toEqual({ isActive: false, verificationStatus: 'approved' })
  expect((await bulk([one._id, two._id], 'activate')).updated).toBe(2)
  expect([await isListed(app, one._id), await isListed(app, two._id)]).toEqual([true, true])
})

test('a rejected project that is activated in bulk stays rejected and hidden', async () => {
  const { _id } = await aPublishedProject(app, { owner, admin })
  await admin.api.projects.update({
    params: { id: _id },
    body: { verificationStatus: 'rejected', verificationNotes: 'It does not run.' },
  })
  await bulk([_id], 'deactivate')
  expect(await stored(_id)).toEqual({ isActive: false, verificationStatus: 'rejected' })
  await bulk([_id], 'activate')
  expect(await stored(_id)).toEqual({ isActive: true, verificationStatus: 'rejected' })
  expect(await isListed(app, _id)).toBe(false)
})

test('no bulk action changes what staff decided, whatever the status', async () => {
  for (const verificationStatus of ['pending', 'under_review', 'needs_changes', 'rejected'] as const) {
    const { _id } = await aProject(owner)
    if (verificationStatus !== 'pending')
      await admin.api.projects.update({
        params: { id: _id },
        body: { verificationStatus, verificationNotes: 'A reason.' },
      })
    for (const action of ['deactivate', 'activate'] as const) {
      await bulk([_id], action)
      expect(await stored(_id)).toEqual({ isActive: action === 'activate', verificationStatus })
      expect(await isListed(app, _id)).toBe(false)
    }
  }
})

test('what is deleted in bulk is gone, and cannot be switched on again', async () => {
  const { _id } = await aPublishedProject(app, { owner, admin })
  expect((await bulk([_id], 'delete')).results).toEqual([{ _id, success: true }])
  expect(await isListed(app, _id)).toBe(false)
  expect(await bulk([_id], 'activate')).toMatchObject({ updated: 0, unknown: [_id] })
})

test('a bulk action is in the audit log once for each project it changed', async () => {
  const { _id } = await aProject(owner)
  await bulk([_id], 'deactivate')
  await bulk([_id], 'deactivate')
  await bulk([_id], 'delete')
  expect(await actionsOn(admin, _id)).toEqual([
    { staffId: admin.id, action: 'edit project', before: { isActive: true }, after: { isActive: false } },
    {
      staffId: admin.id,
      action: 'delete project',
      before: { title: 'Hospital Management System' },
      after: null,
    },
  ])
})

test('nothing selected is said so', async () => {
  await expect(bulk([], 'activate')).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'Please select projects first',
  })
})

test('members cannot act on many projects', async () => {
  const { _id } = await aProject(owner)
  const body = { projectIds: [_id], action: 'delete' as const }
  await expect(owner.api.staffProjects.bulkUpdate({ body })).rejects.toMatchObject({ status: 403 })
})
