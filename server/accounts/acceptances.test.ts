import { afterEach, expect, test } from 'vitest'

import {
  type agreements,
  ownerLicence,
  presentVersion,
  signUpSentence,
} from '#contract/accounts/agreements.ts'
import { settingsDefaults as defaults } from '#contract/staff/settings.ts'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, anEmail, aProject, codeMailedTo } from '../../test/makers.ts'
import { chunkOf } from '../../test/uploads.ts'
import { writeSettings } from '../staff/settings/service.ts'

const app = await startApp()
const { api, db } = app
const acceptedBy = (memberId: string) =>
  db.selectFrom('acceptances').selectAll().where('memberId', '=', memberId).orderBy('acceptedAt').execute()
const licencesOf = (projectId: string) =>
  db.selectFrom('acceptances').selectAll().where('projectId', '=', projectId).orderBy('acceptedAt').execute()

/** The licence that a page shows that is opened now. */
const shownNow = async () => ownerLicence((await api.content.site()).site)

type Owner = Awaited<ReturnType<typeof aMember>>
const needsLicence = async (owner: Owner, id: string) =>
  (await owner.api.projects.get({ params: { id } })).project.needsOwnerLicence
const save = (owner: Owner, id: string, body: { ownerLicence?: string; title?: string }) =>
  owner.api.projects.ownerUpdate({ params: { id }, body })

const setFee = (feeRate: number) => writeSettings(db, 'fees', { ...defaults.fees, feeRate })
const setSeller = (sellsAs: typeof defaults.tax.sellsAs) =>
  writeSettings(db, 'tax', { ...defaults.tax, sellsAs })
afterEach(async () => {
  await setFee(defaults.fees.feeRate)
  await setSeller(defaults.tax.sellsAs)
})

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
  const { version, words } = await shownNow()
  const needs = (id: string) => needsLicence(owner, id)

  const { _id: made } = await aProject(owner, { ownerLicence: version })
  expect(await needs(made)).toBe(false)
  const [kept] = await licencesOf(made)
  expect(kept).toMatchObject({ version, words, memberId: owner.id })
  expect(kept!.words).toMatch(/non-exclusive right, worldwide and without end.*for 80% of each price/)
  expect(kept!.words).toContain('live in India')

  const { _id: older } = await aProject(owner)
  expect(await needs(older)).toBe(true)
  await save(owner, older, { title: 'Another' })
  expect(await needs(older), 'a call without it saves and is asked again').toBe(true)
  for (let times = 0; times < 2; times++) await save(owner, older, { ownerLicence: version })
  expect(await licencesOf(older)).toHaveLength(1)
  expect(await needs(older)).toBe(false)

  const { _id: sent } = await aProject(owner)
  await owner.api.releases.upload({ form: chunkOf(sent, { 'README.md': '# Shop' }) })
  await owner.api.projects.update({
    params: { id: sent },
    body: { hasFiles: true, fileCount: 1, totalFileSize: 6, ownerLicence: version },
  })
  expect(await licencesOf(sent)).toMatchObject([{ agreement: 'owner_licence', version }])
  const { _id: copy } = await owner.api.projects.duplicate({ params: { id: made } })
  expect(await needs(copy), 'a copy is another work').toBe(true)
})

const refused = {
  code: 'invalid_input',
  message: 'The licence has changed. Reload the page to read it.',
}

test('nobody accepts a licence that they were not shown: one that changed meanwhile is refused, and nothing is saved', async () => {
  const owner = await aMember(app)
  const { version: shown } = await shownNow()
  const { _id: id, title } = await aProject(owner)
  await owner.api.releases.upload({ form: chunkOf(id, { 'README.md': '# Shop' }) })
  const finalise = (version: string) =>
    owner.api.projects.update({
      params: { id },
      body: { hasFiles: true, fileCount: 1, totalFileSize: 6, ownerLicence: version },
    })
  const idempotencyKey = 'made once 1'

  await setFee(3000)
  await expect(save(owner, id, { ownerLicence: shown, title: 'Another' })).rejects.toMatchObject(refused)
  await expect(finalise(shown)).rejects.toMatchObject(refused)
  await expect(aProject(owner, { ownerLicence: shown, idempotencyKey })).rejects.toMatchObject(refused)
  await expect(save(owner, id, { ownerLicence: 'anything' })).rejects.toMatchObject(refused)
  expect((await owner.api.projects.mine({ query: {} })).projects).toMatchObject([
    { _id: id, title, hasFiles: false },
  ])
  expect(await acceptedBy(owner.id)).toEqual([])

  const { version } = await shownNow()
  expect((await finalise(version)).project, 'the files are still there').toMatchObject({ hasFiles: true })
  const { _id: made } = await aProject(owner, { ownerLicence: version, idempotencyKey })
  const accepted = await acceptedBy(owner.id)
  expect(accepted).toHaveLength(2)
  for (const { words } of accepted) expect(words).toContain('for 70% of each price')

  await setFee(2500)
  const again = { ownerLicence: (await shownNow()).version, idempotencyKey }
  expect((await aProject(owner, again))._id, 'the answer of the creation was lost').toBe(made)
  expect(await acceptedBy(owner.id)).toHaveLength(2)
})

test('another share or another seller is accepted anew, once, at the next save, also when an earlier one comes back', async () => {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner, { ownerLicence: (await shownNow()).version })
  const changes = [() => setFee(1525), () => setSeller('marketplace'), () => setFee(defaults.fees.feeRate)]
  for (const change of [...changes, () => setSeller('own_name'), () => setFee(1525)]) {
    await change()
    expect(await needsLicence(owner, id)).toBe(true)
    await save(owner, id, { ownerLicence: (await shownNow()).version })
    expect(await needsLicence(owner, id)).toBe(false)
  }
  const kept = (await licencesOf(id)).map(({ words }) => [
    /for ([\d.]+)% of each price/.exec(words)![1],
    words.includes('in your name'),
  ])
  expect(kept).toEqual([
    ['80', false],
    ['84.75', false],
    ['84.75', true],
    ['80', true],
    ['80', false],
    ['84.75', false],
  ])
})

test('staff accept nothing for an owner, and nobody for a stranger', async () => {
  const [owner, stranger, admin] = [await aMember(app), await aMember(app), await anAdmin(app)]
  const { version } = await shownNow()
  const { _id: id } = await admin.api.staffProjects.create({
    body: {
      title: 'A',
      description: 'B',
      category: 'SaaS',
      price: 1,
      ownerEmail: owner.email,
      ownerLicence: version,
    },
  })
  await admin.api.projects.update({ params: { id }, body: { ownerLicence: version, title: 'Another' } })
  await expect(save(stranger, id, { ownerLicence: version })).rejects.toMatchObject({ status: 404 })
  expect(await licencesOf(id)).toEqual([])
})
