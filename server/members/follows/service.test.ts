import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'

import { undoSeconds } from '#contract/projects/staff/verification.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject, aRelease } from '../../../test/makers.ts'
import { sendMails } from '../../../test/send-mails.ts'
import { type Jobs, type QueuedMail, sealer, startJobs } from '../../platform/jobs/jobs.ts'
import { announceListings } from './service.ts'

const app = await startApp()
const { db } = app
const admin = await anAdmin(app)
const jobs = await startJobs(app, app.dependencies.secret, () => {})
afterAll(() => jobs.stop())
const { open } = sealer(app.dependencies.secret)

async function anOwner(followers: number) {
  const owner = await aMember(app, { name: 'Meera Nair' })
  await owner.api.accounts.updateProfile({ body: { preferences: { publicProfile: true } } })
  const fans = []
  for (let n = 0; n < followers; n++) {
    const fan = await aMember(app)
    await fan.api.follows.follow({ params: { id: owner.id } })
    fans.push(fan)
  }
  return { owner, fans }
}
/** Lets the time pass in which a decision can be taken back. */
const letPass = () =>
  sql`update first_listings set listed_at = listed_at - ${undoSeconds} * interval '1 second'`.execute(db)
/** Announces with the real queue, two followers in one transaction. */
const announce = async (enqueue: Jobs['enqueue'] = jobs.enqueue) => {
  await letPass()
  await announceListings({ ...app.dependencies, jobs: { ...jobs, enqueue } }, 2)
}
const mailsAbout = async (projectId: string) => {
  const { rows } = await sql<{ data: { sealed: string } }>`
    select data from jobs.job where name = 'mail'`.execute(db)
  const mails = rows.map(({ data }) => open(data) as QueuedMail)
  return mails.filter(({ kind, text }) => kind === 'new listing' && text.includes(projectId))
}
const recipients = async (projectId: string) =>
  (await mailsAbout(projectId)).map(({ memberId }) => memberId!).toSorted()
const setActive = (api: typeof app.api, id: string, isActive: boolean) =>
  api.projects.update({ params: { id }, body: { isActive } })

test('the followers of an owner hear of each project once, when the public can first see it', async () => {
  const { owner, fans } = await anOwner(5)
  const project = await aProject(owner)
  await aRelease(owner, project._id)
  await announce()
  expect(await recipients(project._id)).toEqual([])
  const approve = () =>
    admin.api.projects.update({ params: { id: project._id }, body: { verificationStatus: 'approved' } })
  await approve()
  await announce()
  const all = fans.map(({ id }) => id).toSorted()
  expect(await recipients(project._id)).toEqual(all)
  const [mail] = await mailsAbout(project._id)
  expect(mail).toMatchObject({ subject: `Meera Nair listed ${project.title}`, preference: 'newListings' })
  await setActive(owner.api, project._id, false)
  await setActive(owner.api, project._id, true)
  await owner.api.projects.update({ params: { id: project._id }, body: { title: 'Another title' } })
  await approve()
  await announce()
  expect(await recipients(project._id)).toEqual(all)
})

test('killed at any follower, or done by several at once, it mails each one once', async () => {
  const { owner, fans } = await anOwner(5)
  const project = await aPublishedProject(app, { owner, admin })
  let left = 3
  const failing: Jobs['enqueue'] = async (connection, kind, data) => {
    if (left-- === 0) throw new Error('killed')
    await jobs.enqueue(connection, kind, data)
  }
  await expect(announce(failing)).rejects.toThrow('killed')
  expect(await recipients(project._id)).toHaveLength(2)
  await Promise.all([announce(), announce(), announce()])
  expect(await recipients(project._id)).toEqual(fans.map(({ id }) => id).toSorted())
})

test('a project that is taken out before anybody was told is news when it comes back', async () => {
  const { owner, fans } = await anOwner(1)
  const project = await aPublishedProject(app, { owner, admin })
  await setActive(owner.api, project._id, false)
  await announce()
  expect(await recipients(project._id)).toEqual([])
  await setActive(owner.api, project._id, true)
  await announce()
  expect(await recipients(project._id)).toEqual(fans.map(({ id }) => id))
})

test('who switches mails of new listings off before the mail goes out gets none', async () => {
  const { owner, fans } = await anOwner(2)
  await aPublishedProject(app, { owner, admin })
  await letPass()
  await announceListings(app.dependencies)
  const [quiet, other] = fans
  await quiet!.api.accounts.updateProfile({ body: { preferences: { newListings: false } } })
  const sent = (await sendMails(app)).filter(({ subject }) => subject.startsWith('Meera Nair listed'))
  expect(sent.map(({ to }) => to)).toEqual([other!.email])
})
