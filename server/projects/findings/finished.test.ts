import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, aRelease, releasesOf } from '../../../test/makers.ts'
import { timePasses } from '../../../test/time.ts'
import { approve } from '../../../test/uploads.ts'
import { findingJobs } from '../jobs.ts'
import { checkVersion } from './check/check.ts'
import { upsertCheck } from './queries.ts'

const app = await startApp()
type Member = Awaited<ReturnType<typeof aMember>>
let owner: Member
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  owner = await aMember(app)
  admin = await anAdmin(app)
  await app.jobs.work(findingJobs(app.dependencies))
})

const of = (id: string) => ({ params: { id } })
const findingsOf = async (id: string) => (await owner.api.findings.get(of(id))).findings

async function aChecked() {
  const { _id: id } = await aProject(owner)
  await aRelease(owner, id, { 'README.md': `# Checked ${id}` })
  await app.jobs.run()
  return id
}

async function aFailed() {
  const id = await aChecked()
  const { id: releaseId } = (await releasesOf(app.db, id))[0]!
  await upsertCheck(app.db, { releaseId, version: checkVersion, checked: undefined })
  return id
}
const approveAnyhow = (id: string) =>
  admin.api.projects.update({
    ...of(id),
    body: { verificationStatus: 'approved', verificationOverride: 'I have read the files myself.' },
  })

test('no project is approved before its files are checked', async () => {
  const { _id: id } = await aProject(owner)
  await aRelease(owner, id, { 'README.md': `# Early ${id}` })
  await expect(approve(admin, id)).rejects.toMatchObject({
    status: 409,
    message: 'The files are still being checked. This takes about a minute; approve it after that.',
  })
  await expect(approveAnyhow(id)).rejects.toMatchObject({ status: 409 })
  await app.jobs.run()
  expect(await approve(admin, id)).toMatchObject({ verificationStatus: 'approved' })
})

test('when the files could not be checked, staff approve only knowing it', async () => {
  const id = await aFailed()
  expect(await findingsOf(id)).toMatchObject({ state: 'failed', findings: [], isBlocked: false })
  expect((await findingsOf(id)).summary).toContain('could not be checked')
  await expect(approve(admin, id)).rejects.toMatchObject({ status: 409 })
  expect((await approveAnyhow(id)).project).toMatchObject({ verificationStatus: 'approved' })
})

test('a check of which nothing was heard for half an hour counts as failed', async () => {
  const { _id: id } = await aProject(owner)
  await aRelease(owner, id, { 'README.md': `# Late ${id}` })
  await timePasses(app.db, '31 minutes', 'releases', { projectId: id })
  expect(await findingsOf(id)).toMatchObject({ state: 'failed' })
  await app.jobs.run()
  expect(await findingsOf(id)).toMatchObject({ state: 'checked' })
})

test('owner and staff ask for another check of what could not be checked, and nobody of anything else', async () => {
  for (const by of [owner, admin]) {
    const id = await aFailed()
    const { findings } = await by.api.findings.recheck(of(id))
    expect(findings.state).toBe('waiting')
    await expect(approveAnyhow(id)).rejects.toMatchObject({ status: 409 })
    await app.jobs.run()
    const { state, checkedAt } = await findingsOf(id)
    expect(state).toBe('checked')
    await by.api.findings.recheck(of(id))
    expect(await findingsOf(id)).toMatchObject({ state: 'checked', checkedAt })
  }
  const stranger = await aMember(app)
  await expect(stranger.api.findings.recheck(of(await aFailed()))).rejects.toMatchObject({ status: 404 })
})

test('a check of a release that is deleted, before it or meanwhile, ends quietly', async () => {
  const { storage } = app.dependencies
  const get = storage.get
  for (const isMeanwhile of [false, true])
    for (const isLost of [false, true]) {
      const { _id: id } = await aProject(owner)
      await aRelease(owner, id, { 'README.md': `# Deleted ${id}` })
      const remove = async () => {
        await app.db.updateTable('projects').set({ releaseId: null }).where('id', '=', id).execute()
        await app.db.deleteFrom('releases').where('projectId', '=', id).execute()
      }
      storage.get = async (key) => {
        await remove()
        if (isLost) throw new Error('It was deleted')
        return get(key)
      }
      if (!isMeanwhile) await remove()
      await expect(app.jobs.run()).resolves.toBeUndefined()
      storage.get = get
      expect(await findingsOf(id)).toMatchObject({ state: 'none' })
    }
})

test('files that are lost leave that they could not be checked, and are checked once they are back', async () => {
  const { _id: id } = await aProject(owner)
  await aRelease(owner, id, { 'README.md': `# Lost ${id}` })
  const { storage } = app.dependencies
  const get = storage.get
  storage.get = () => Promise.reject(new Error('The store is away'))
  const asked = app.jobs.asked.splice(0).filter(({ kind }) => kind === 'check-release')
  app.jobs.asked.push(...asked)
  await expect(app.jobs.run()).rejects.toThrow('The store is away')
  expect((await findingsOf(id)).state).toBe('failed')
  storage.get = get
  app.jobs.asked.push(...asked)
  await app.jobs.run()
  expect((await findingsOf(id)).state).toBe('checked')
})
