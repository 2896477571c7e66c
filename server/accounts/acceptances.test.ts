import { expect, test } from 'vitest'

import { type agreements, presentVersion, signUpSentence } from '#contract/agreements.ts'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, anEmail, aProject, codeMailedTo } from '../../test/makers.ts'
import { chunkOf } from '../../test/uploads.ts'

const app = await startApp()
const { api, db } = app
const acceptedBy = (memberId: string) =>
  db.selectFrom('acceptances').selectAll().where('memberId', '=', memberId).orderBy('acceptedAt').execute()

async function signUp(accepted?: (typeof agreements.sign_up)[number]) {
  const email = anEmail()
  const { sessionToken } = await api.accounts.sendOtp({ body: { email } })
  const userData = { name: 'Asha Rao', phone: '9876543210', ...(accepted && { acceptedTerms: accepted }) }
  const { user } = await api.accounts.verifyOtp({
    body: { email, sessionToken, otp: codeMailedTo(app, email), userData },
  })
  return user._id
}

test('what stood above the button of the sign-up is kept with its version and time; a call without it signs up too', async () => {
  const version = presentVersion('sign_up')
  const id = await signUp(version)
  const [kept, ...more] = await acceptedBy(id)
  expect(more).toEqual([])
  expect(kept).toMatchObject({ agreement: 'sign_up', version, projectId: null })
  expect(Date.now() - kept!.acceptedAt.getTime()).toBeLessThan(60_000)
  expect(kept!.words).toContain(signUpSentence)
  expect(kept!.words).toContain('Phone: ')
  expect(await acceptedBy(await signUp())).toEqual([])
  await expect(signUp('1999-01-01' as typeof version)).rejects.toMatchObject({ code: 'invalid_input' })
})

test('the owner’s licence is kept for each project: at creation, with files, or once at the next save', async () => {
  const owner = await aMember(app)
  const version = presentVersion('owner_licence')
  const needs = async (id: string) =>
    (await owner.api.projects.get({ params: { id } })).project.needsOwnerLicence
  const ofProject = async (id: string) =>
    (await acceptedBy(owner.id)).filter(({ projectId }) => projectId === id)

  const { _id: made } = await aProject(owner, { ownerLicence: version })
  expect(await needs(made)).toBe(false)
  const [kept] = await ofProject(made)
  expect(kept!.words).toMatch(/non-exclusive right, worldwide and unlimited in time.*you receive 80%/)
  expect(kept!.words).toContain('live in India')

  const { _id: older } = await aProject(owner)
  expect(await needs(older)).toBe(true)
  await owner.api.projects.ownerUpdate({ params: { id: older }, body: { difficulty: 'Advanced' } })
  expect(await needs(older), 'a call without it saves and is asked again').toBe(true)
  for (let times = 0; times < 2; times++)
    await owner.api.projects.ownerUpdate({ params: { id: older }, body: { ownerLicence: version } })
  expect(await ofProject(older)).toHaveLength(1)
  expect(await needs(older)).toBe(false)

  const { _id: sent } = await aProject(owner)
  await owner.api.releases.upload({ form: chunkOf(sent, { 'README.md': '# Shop' }) })
  await owner.api.projects.update({
    params: { id: sent },
    body: { hasFiles: true, fileCount: 1, totalFileSize: 6, ownerLicence: version },
  })
  expect(await ofProject(sent)).toMatchObject([{ agreement: 'owner_licence', version }])
  const { _id: copy } = await owner.api.projects.duplicate({ params: { id: made } })
  expect(await needs(copy), 'a copy is another work').toBe(true)
})

test('staff accept nothing for an owner, and nobody for a stranger', async () => {
  const [owner, stranger, admin] = [await aMember(app), await aMember(app), await anAdmin(app)]
  const ownerLicence = presentVersion('owner_licence')
  const { _id: id } = await admin.api.staffListings.create({
    body: {
      title: 'A',
      description: 'B',
      category: 'SaaS',
      price: 1,
      ownerEmail: owner.email,
      ownerLicence,
    },
  })
  await admin.api.projects.update({ params: { id }, body: { ownerLicence, title: 'Another' } })
  await expect(
    stranger.api.projects.ownerUpdate({ params: { id }, body: { ownerLicence } }),
  ).rejects.toMatchObject({ status: 404 })
  expect(await db.selectFrom('acceptances').selectAll().where('projectId', '=', id).execute()).toEqual([])
})
