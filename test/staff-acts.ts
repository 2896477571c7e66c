import { expect } from 'vitest'

import type { TestApp } from './app.ts'
import { anAdmin } from './makers.ts'

/** Does with the things of a member what staff do, with a note of theirs, and checks that the audit log has rows of it. */
export async function actAsStaff(
  app: TestApp,
  of: {
    note: string
    sold: string
    unsold: string
    coupon: string
    complaint: string
    member: { id: string }
  },
) {
  const { api } = await anAdmin(app)
  const [sold, unsold] = [{ params: { id: of.sold } }, { params: { id: of.unsold } }]
  await api.staffMembers.get({ params: { id: of.member.id } })
  for (const isAgent of [true, false])
    await api.staffMembers.setAgent({ params: { id: of.member.id }, body: { isAgent } })
  const other = {
    title: 'Another title',
    description: 'Another text',
    technologies: ['React'],
    tags: ['other'],
  }
  const lists = { features: ['Other'], requirements: ['Other'], demoUrl: '', githubUrl: '' }
  await api.verification.claim(unsold)
  await api.projects.update({ ...unsold, body: { ...other, ...lists } })
  await api.projects.update({
    ...unsold,
    body: { verificationStatus: 'needs_changes', verificationNotes: of.note },
  })
  await api.downloads.archive({ ...sold, query: {} })
  const { questions } = await app.api.questions.list(sold)
  for (const reason of ['It is an advert', null])
    await api.moderation.hideQuestion({
      params: { id: of.sold, question: questions[0]!._id },
      body: { reason },
    })
  await api.complaints.block({ params: { id: of.complaint }, body: { reason: 'It is looked at.' } })
  await api.coupons.setOnAsStaff({ params: { id: of.coupon }, body: { isOn: false } })
  const recall = { reason: 'It sends passwords.', instructions: 'Delete it.', refund: false }
  await api.recalls.recall({ params: { id: of.sold, number: '1' }, body: recall })
  await api.projects.remove(unsold)
  const rows = await app.db.selectFrom('staffActions').select('action').distinct().execute()
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(actsWithTexts))
}

/** The acts whose rows have a title, a text or a code of a member, or what staff wrote about it. */
const actsWithTexts = [
  'edit project',
  'verify project',
  'claim project',
  'download source',
  'block listing',
  'switch coupon off',
  'recall release',
  'hide question',
  'show question',
  'decline refund',
  'decline payout',
  'delete project',
]
