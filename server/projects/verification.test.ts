import { expect, test } from 'vitest'

import {
  notesMissing,
  verificationTransitions,
  type VerificationStatus,
  verificationStatuses,
} from '#contract/projects/verification.ts'

import { startApp } from '../../test/app.ts'
import { isLong } from '../../test/long.ts'
import {
  aMember,
  anAdmin,
  aProject,
  aPublishedProject,
  aRelease,
  mailsTo,
  actionsOn,
  releasesOf,
  isListed,
} from '../../test/makers.ts'
import { aBuyer, checkoutBy, source, changePrice } from '../../test/orders.ts'
import { drawn } from '../../test/pictures.ts'
import { docx, formOf } from '../../test/reports.ts'

const app = await startApp()
const owner = await aMember(app)
const admin = await anAdmin(app)
const of = ({ _id }: { _id: string }) => ({ params: { id: _id } })
const history = async (project: { _id: string }) =>
  (await owner.api.projects.verificationHistory(of(project))).verificationHistory
const decide = (
  project: { _id: string },
  verificationStatus?: VerificationStatus,
  verificationNotes?: string,
) =>
  admin.api.projects.update({
    ...of(project),
    body: {
      ...(verificationStatus && { verificationStatus }),
      ...(verificationNotes !== undefined && { verificationNotes }),
    },
  })
const anImageOf = async (id: string) => {
  const pixel = await drawn(4, 3, 'teal').png().toBuffer()
  const form = new FormData()
  form.append('images', new Blob([pixel]), 'one.png')
  return owner.api.releases.addImages({ params: { id }, form })
}

async function uploaded() {
  const project = await aProject(owner)
  await aRelease(owner, project._id)
  const releaseStatus = async () => (await releasesOf(app.db, project._id))[0]!.status
  return { ...project, releaseStatus }
}

test('approving lists the project and its release, and tells the owner', async () => {
  const project = await uploaded()
  const { project: after } = await decide(project, 'approved', 'Runs well.')
  expect(after).toMatchObject({ verificationStatus: 'approved', verificationNotes: 'Runs well.' })
  expect(Date.now() - Date.parse(after.verifiedAt!)).toBeLessThan(60_000)
  expect([await isListed(app, project._id), await project.releaseStatus()]).toEqual([true, 'approved'])
  const mail = mailsTo(app, owner.email).at(-1)!
  expect(mail.subject).toBe(`Your project is approved: ${project.title}`)
  expect(mail.text).toContain('Runs well.')
  expect(mail.text).toContain(`/owner/projects/${project._id}`)
  expect(mail).toMatchObject({ preference: 'notifications', unsubscribeUrl: expect.any(String) })
})

test('every decision is remembered with who, when, why and what was before, newest first', async () => {
  const project = await uploaded()
  await decide(project, 'under_review', 'Looking at it.')
  await decide(project, 'needs_changes', 'Add a README.')
  await owner.api.projects.update({ ...of(project), body: { verificationStatus: 'pending' } })
  await decide(project, 'approved')
  const entries = await history(project)
  expect(
    entries.map(({ status, previousStatus, notes, verifiedBy }) => [
      previousStatus,
      status,
      notes,
      verifiedBy,
    ]),
  ).toEqual([
    ['pending', 'approved', null, expect.any(String)],
    ['needs_changes', 'pending', null, 'Asha Rao'],
    ['under_review', 'needs_changes', 'Add a README.', expect.any(String)],
    ['pending', 'under_review', 'Looking at it.', expect.any(String)],
  ])
  const times = entries.map(({ verifiedAt }) => Date.parse(verifiedAt))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  expect((await admin.api.projects.verificationHistory(of(project))).verificationHistory).toEqual(entries)
})

test('each decision and edit by staff is in the audit log with before and after', async () => {
  const project = await uploaded()
  await admin.api.projects.update({
    ...of(project),
    body: { price: 5, isFeatured: true, verificationStatus: 'approved' },
  })
  await admin.api.projects.remove(of(project))
  expect(await actionsOn(admin, project._id)).toEqual([
    {
      staffId: admin.id,
      action: 'edit project',
      before: { pricePaise: 49_900, isFeatured: false },
      after: { pricePaise: 500, isFeatured: true },
    },
    {
      staffId: admin.id,
      action: 'verify project',
      before: { verificationStatus: 'pending', verificationNotes: null },
      after: { verificationStatus: 'approved', verificationNotes: null },
    },
    { staffId: admin.id, action: 'delete project', before: { title: project.title }, after: null },
  ])
})

test('rejecting unlists the project and leaves a sold release as it was', async () => {
  const waiting = await uploaded()
  await decide(waiting, 'rejected', 'It does not start.')
  expect([await isListed(app, waiting._id), await waiting.releaseStatus()]).toEqual([false, 'rejected'])
  const sold = await uploaded()
  await decide(sold, 'approved')
  await decide(sold, 'rejected', 'It does not start.')
  expect([await isListed(app, sold._id), await sold.releaseStatus()]).toEqual([false, 'approved'])
})

test('a project without files cannot be approved', async () => {
  const project = await aProject(owner)
  await expect(decide(project, 'approved')).rejects.toMatchObject({
    code: 'conflict',
    message:
      'This project has no files yet, so there is nothing to approve. Ask its owner to upload them first.',
  })
  expect(await history(project)).toEqual([])
})

test('a decision that is no approval is refused without notes, whatever is edited with it, and nothing changes', async () => {
  for (const to of ['under_review', 'needs_changes', 'rejected'] as const) {
    const project = await uploaded()
    const mailed = app.mails.length
    for (const notes of [undefined, '', ' \n\t '])
      await expect(
        admin.api.projects.update({
          ...of(project),
          body: {
            title: 'Another title',
            verificationStatus: to,
            ...(notes !== undefined && { verificationNotes: notes }),
          },
        }),
      ).rejects.toMatchObject({
        code: 'invalid_input',
        message: notesMissing,
        details: { fields: { verificationNotes: notesMissing } },
      })
    const { project: after } = await admin.api.projects.get(of(project))
    expect(after).toMatchObject({ title: project.title, verificationStatus: 'pending' })
    expect(await history(project)).toEqual([])
    expect(app.mails.length).toBe(mailed)
  }
})

test.each(verificationStatuses)(
  'staff move a project from %s where the table says so, and nowhere else',
  async (from) => {
    let project: Awaited<ReturnType<typeof uploaded>> | undefined
    for (const to of verificationStatuses) {
      if (!project) {
        project = await uploaded()
        if (from !== 'pending') await decide(project, from, 'A reason.')
      }
      const mailed = app.mails.length
      const allowed = verificationTransitions[from][to]?.includes('staff') ?? false
      const outcome = await decide(project, to, to === from ? undefined : 'A reason.').then(
        ({ project: { verificationStatus } }) => verificationStatus,
        ({ code }: { code: string }) => code,
      )
      expect(outcome, to).toBe(allowed || to === from ? to : 'conflict')
      expect(app.mails.length - mailed, to).toBe(allowed ? 1 : 0)
      expect(await isListed(app, project._id), to).toBe((allowed ? to : from) === 'approved')
      if (allowed) project = undefined
    }
  },
)

test('an admin form sent back unchanged decides nothing; other notes on a decision already made are refused', async () => {
  const project = await uploaded()
  await decide(project, 'approved', 'Good.')
  await decide(project, 'approved', 'Good.')
  await decide(project, 'approved')
  await decide(project, undefined, 'Good.')
  expect(await history(project)).toHaveLength(1)
  await expect(decide(project, 'approved', 'I say so too.')).rejects.toMatchObject({
    code: 'conflict',
    message: 'This project is approved already. Reload the page to see the decision.',
  })
  await expect(decide(project, undefined, 'Only notes.')).rejects.toMatchObject({ code: 'conflict' })
})

test('of admins deciding at once each meets the outcome of the one before: one chain of steps, no mail for nothing', async () => {
  for (let round = 0; round < (isLong ? 8 : 2); round++) {
    const project = await uploaded()
    const mailed = app.mails.length
    const choices = ['approved', 'rejected', 'needs_changes', 'approved', 'under_review', 'rejected'] as const
    const outcomes = await Promise.allSettled(
      choices.map((status, index) => decide(project, status, `Reason ${index}`)),
    )
    const steps = (await history(project)).toReversed()
    expect(steps).toHaveLength(outcomes.filter(({ status }) => status === 'fulfilled').length)
    expect(app.mails.length - mailed).toBe(steps.length)
    let before: VerificationStatus = 'pending'
    for (const { previousStatus, status } of steps) {
      expect(previousStatus).toBe(before)
      expect(verificationTransitions[previousStatus][status]).toContain('staff')
      before = status
    }
    const { project: after } = await owner.api.projects.get(of(project))
    expect([after.verificationStatus, await isListed(app, project._id)]).toEqual([
      before,
      before === 'approved',
    ])
  }
})

test('of two admins approving at once one decides, and the owner hears of it once', async () => {
  const project = await uploaded()
  const mailed = app.mails.length
  await Promise.all([decide(project, 'approved'), decide(project, 'approved')])
  expect(await history(project)).toHaveLength(1)
  expect(app.mails.length - mailed).toBe(1)
})

test.each<[string, (id: string) => Promise<unknown>]>([
  ['files', (id) => aRelease(owner, id, { 'virus.js': 'rm -rf' })],
  ['files taken away', (id) => owner.api.releases.removeFiles({ params: { id } })],
  ['title', (id) => owner.api.projects.ownerUpdate({ params: { id }, body: { title: 'Other' } })],
  ['images', (id) => anImageOf(id)],
  ['report', (id) => owner.api.releases.addReport({ params: { id }, form: formOf(docx(), 10) })],
])('what staff have not seen is not approved: %s changed since', async (_name, change) => {
  const project = await uploaded()
  const { updatedAt: basedOn } = (await admin.api.projects.get(of(project))).project
  await change(project._id)
  const approval = { verificationStatus: 'approved', basedOn } as const
  await expect(admin.api.projects.update({ ...of(project), body: approval })).rejects.toMatchObject({
    status: 409,
    message: 'This project has changed since you opened it. Please look at it again before you decide.',
  })
  expect(await history(project)).toEqual([])
  expect(await isListed(app, project._id)).toBe(false)
})

test('what staff have seen is approved, whatever was sold, rated or downloaded since', async () => {
  const project = await uploaded()
  await changePrice(owner, project._id, 0)
  const seen = async () => (await admin.api.projects.get(of(project))).project.updatedAt
  const decideOn = async (basedOn: string, verificationStatus: VerificationStatus) =>
    (
      await admin.api.projects.update({
        ...of(project),
        body: { verificationStatus, verificationNotes: 'Seen.', basedOn },
      })
    ).project
  const approved = await decideOn(await seen(), 'approved')
  const buyer = await aBuyer(app)
  await checkoutBy(buyer, source({ id: project._id }))
  await buyer.api.downloads.archive({ params: { id: project._id }, query: {} })
  await buyer.api.reviews.write({ params: { id: project._id }, body: { rating: 5, text: 'Good' } })
  expect(await decideOn(approved.updatedAt, 'rejected')).toMatchObject({ verificationStatus: 'rejected' })
})

test('staff edit any field without asking for verification again', async () => {
  const project = await aPublishedProject(app, { owner, admin })
  const body = {
    title: 'Better title',
    description: 'Better text',
    category: 'SaaS' as const,
    demoUrl: 'https://demo.example',
  }
  const { project: after } = await admin.api.projects.update({
    ...of(project),
    body: { ...body, isFeatured: true },
  })
  expect(after).toMatchObject({ ...body, isFeatured: true, verificationStatus: 'approved' })
  const { projects } = await app.api.projects.list({ query: { category: 'SaaS' } })
  expect(projects).toMatchObject([{ _id: project._id, title: 'Better title', isFeatured: true }])
})

test('the notes of staff are for the owner and staff only', async () => {
  const project = await uploaded()
  await decide(project, 'approved', 'Between us.')
  const notes = async (api: typeof app.api) => (await api.projects.get(of(project))).project.verificationNotes
  expect([await notes(owner.api), await notes(admin.api), await notes(app.api)]).toEqual([
    'Between us.',
    'Between us.',
    null,
  ])
})
