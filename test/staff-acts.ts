import { expect } from 'vitest'

import { findingJobs } from '#server/projects/jobs.ts'

import type { TestApp } from './app.ts'
import {
  keepDecisionsOpen,
  aColleague,
  type aMember,
  anAdmin,
  aProject,
  aRelease,
  codeMailedTo,
} from './makers.ts'
import { aRunner, anUpload } from './runners.ts'
import { aHeldSample, approve, checkFails } from './uploads.ts'

type Member = Pick<Awaited<ReturnType<typeof aMember>>, 'id' | 'api' | 'email'>

/**
 * Does with the things of a member what staff do, with a note of theirs, and checks that the audit log has rows of it.
 * Returns the member as signed in afterwards.
 */
export async function actAsStaff(
  app: TestApp,
  of: {
    note: string
    sold: string
    unsold: string
    bought: string
    coupon: string
    complaint: string
    /** A sale about which somebody asked for help. */
    order: string
    member: Member
  },
): Promise<Member> {
  const admin = await anAdmin(app)
  const { api } = admin
  const [sold, unsold] = [{ params: { id: of.sold } }, { params: { id: of.unsold } }]
  const self = { params: { id: of.member.id } }
  await api.staffMembers.get(self)
  for (const isAgent of [true, false]) await api.staffMembers.setAgent({ ...self, body: { isAgent } })
  await api.staffProjects.create({
    body: {
      title: of.note,
      description: of.note,
      category: 'SaaS',
      price: 1,
      ownerEmail: of.member.email,
    },
  })
  await readAll(app, of)
  await app.jobs.work(findingJobs(app.dependencies))
  const { id, contentHash } = await aHeldSample(app, of.member, admin)
  await api.samples.pass({ params: { id, number: '1' }, body: { contentHash: contentHash! } })
  await changeAndRefuse(app, of)
  await api.coupons.setOnAsStaff({ params: { id: of.coupon }, body: { isOn: false } })
  await moderate(app, of)
  await api.complaints.block({ params: { id: of.complaint }, body: { reason: 'It is looked at.' } })
  await api.complaints.decide({
    params: { id: of.complaint },
    body: { outcome: 'no_action', reasons: 'It runs.' },
  })
  const recall = { reason: 'It sends passwords.', instructions: 'Delete it.', refund: false }
  const release = { params: { id: of.sold, number: '1' } }
  await api.recalls.recall({ ...release, body: recall })
  const colleague = await aColleague(app, admin)
  await colleague.api.recalls.refund(release)
  await colleague.api.recalls.withdraw(release)
  await api.help.refund({ params: { id: of.order }, body: { note: of.note } })
  await api.projects.remove(unsold)
  await lookThrough(app, of.member)
  await api.staffMembers.deactivate({ ...self, body: { reason: of.note } })
  await api.staffMembers.reactivate(self)
  const rows = await app.db.selectFrom('staffActions').select('action').distinct().execute()
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(actsWithTexts))
  expect(await app.api.projects.get(sold).catch(() => undefined)).toBeUndefined()
  return signedInAgain(app, of.member)
}

type Things = Parameters<typeof actAsStaff>[1]

async function readAll(app: TestApp, { sold, unsold }: Things) {
  const { api } = await anAdmin(app)
  await api.downloads.archive({ params: { id: sold }, query: {} })
  await api.source.file({ params: { id: sold, number: '1' }, query: { path: 'README.md' } })
  await api.downloads.reportLink({ params: { id: unsold } })
}

async function changeAndRefuse(app: TestApp, { unsold, note }: Things) {
  const { api } = await anAdmin(app)
  const of = { params: { id: unsold } }
  const texts = { title: 'Another title', description: 'Another text' }
  const lists = { technologies: ['React'], tags: ['other'], features: ['Other'], requirements: ['Other'] }
  await api.verification.claim(of)
  await api.projects.update({ ...of, body: { ...texts, ...lists, demoUrl: '', githubUrl: '' } })
  await api.projects.update({
    ...of,
    body: { verificationStatus: 'needs_changes', verificationNotes: note },
  })
}

/** Acts on the questions and the review of the member, and on a question that others asked the member. */
async function moderate(app: TestApp, { sold, bought, member, note }: Things) {
  const { api } = await anAdmin(app)
  const { questions } = await app.api.questions.list({ params: { id: sold } })
  for (const reason of ['It is an advert', null])
    await api.moderation.hideQuestion({
      params: { id: sold, question: questions[0]!._id },
      body: { reason },
    })
  const { question } = await member.api.questions.ask({
    params: { id: bought },
    body: { text: 'Is it like www.shop.example?' },
  })
  await api.held.decide({
    params: { kind: 'question', id: question._id },
    body: { decision: 'refuse', reason: note },
  })
  const { reviews } = await api.moderation.reviews({ query: { state: 'all' } })
  const own = { params: { id: reviews.find(({ writer }) => writer.email === member.email)!._id } }
  await api.moderation.decideReview({ ...own, body: { decision: 'hide', reason: note } })
  await api.moderation.decideReview({ ...own, body: { decision: 'keep' } })
}

/** Looks through a project that waits, and takes a decision on it back. */
async function lookThrough(app: TestApp, member: Member) {
  const admin = await anAdmin(app)
  const { verification, findings } = admin.api
  const { _id: id } = await aProject(member, { title: 'Waits' })
  const of = { params: { id } }
  await aRelease(member, id)
  await app.jobs.run()
  await verification.claim(of)
  await verification.unclaim(of)
  await verification.skip(of)
  await keepDecisionsOpen(app)
  await approve(admin, id)
  await verification.undo(of)
  await checkFails(app.db, id)
  await findings.recheck(of)
  await app.jobs.run()
  await runAndDecide(app, member)
}

/** Asks for a run, and hides the record of what is not tried. */
async function runAndDecide(app: TestApp, member: Member) {
  const admin = await anAdmin(app)
  const { api } = admin
  await aRunner(app, admin)
  const { id } = await anUpload(app, { 'Main.java': 'class Main {}' }, member)
  const { runs } = await api.runs.list({ params: { id } })
  await api.runs.ask({ params: { id }, body: {} })
  await api.staffRuns.decide({ params: { id: runs[0]!._id }, body: { decision: 'hide' } })
}

async function signedInAgain(app: TestApp, { id, email }: Member): Promise<Member> {
  const { sessionToken } = await app.api.accounts.sendOtp({ body: { email } })
  const body = { email, sessionToken, otp: codeMailedTo(app, email) }
  const { tokens } = await app.api.accounts.verifyOtp({ body })
  return { id, email, api: app.as(tokens.accessToken) }
}

/**
 * The acts whose rows have a title, a text or a code of a member, or what staff wrote about it. The test of the audit
 * rows, which makes every call of staff, finds those that are missing.
 */
export const actsWithTexts = [
  'create project',
  'edit project',
  'verify project',
  'undo decision',
  'delete project',
  'claim project',
  'give claim back',
  'skip project',
  'check again',
  'run again',
  'decide run',
  'pass sample',
  'read source',
  'download source',
  'download report',
  'recall release',
  'refund recalled release',
  'withdraw refunds of recall',
  'switch coupon off',
  'hide question',
  'show question',
  'refuse question',
  'hide review',
  'keep review',
  'block listing',
  'decide complaint',
  'decline refund',
  'refund order',
  'hold payout',
  'decline payout',
  'deactivate member',
  'reactivate member',
]
