import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { unknownId } from '../../../test/calls.ts'
import { aMember, anAdmin, aProject, aPublishedProject, actionsOn } from '../../../test/makers.ts'

const app = await startApp()
const owner = await aMember(app)
const admin = await anAdmin(app)
type Asker = Awaited<ReturnType<typeof aMember>>

const of = ({ _id }: { _id: string }) => ({ params: { id: _id } })
const at = (project: { _id: string }, question: { _id: string }) => ({
  params: { id: project._id, question: question._id },
})
const aListing = () => aPublishedProject(app, { owner, admin })
const asked = async (who: Asker, project: { _id: string }, text = 'Does it run on Windows?') =>
  (await who.api.questions.ask({ ...of(project), body: { text } })).question
const shown = async (project: { _id: string }, api = app.api) =>
  (await api.questions.list(of(project))).questions
const mailsAbout = (project: { _id: string }, kind: string) =>
  app.mails.filter((mail) => mail.kind === kind && mail.text.includes(project._id))

test('a question and its answer are read by everybody, the asker by first name and initial; each is mailed once', async () => {
  const [project, asker] = [await aListing(), await aMember(app, { name: 'Ravi Kumar Shah' })]
  const question = await asked(asker, project, ' Does it run on Windows?\r\nI have XAMPP. ')
  expect(await shown(project)).toMatchObject([
    { name: 'Ravi S.', text: 'Does it run on Windows?\nI have XAMPP.', answer: null },
  ])
  expect(mailsAbout(project, 'question')).toMatchObject([{ to: owner.email, preference: 'notifications' }])
  for (const text of ['Yes.', 'Yes, with XAMPP 8.'])
    await owner.api.questions.answer({ ...at(project, question), body: { text } })
  expect(await shown(project)).toMatchObject([{ answer: { text: 'Yes, with XAMPP 8.' } }])
  expect(mailsAbout(project, 'answer')).toMatchObject([{ to: asker.email }])
  expect(mailsAbout(project, 'answer')[0]!.text).toContain('The owner answered: “Yes.”')
})

test('only a member asks, never about their own project; only the owner answers', async () => {
  const [project, asker] = [await aListing(), await aMember(app)]
  const body = { text: 'Is the database included?' }
  await expect(app.api.questions.ask({ ...of(project), body })).rejects.toMatchObject({ status: 401 })
  for (const { api } of [admin, owner])
    await expect(api.questions.ask({ ...of(project), body })).rejects.toMatchObject({ status: 403 })
  const question = await asked(asker, project)
  for (const { api } of [asker, await aMember(app)])
    await expect(api.questions.answer({ ...at(project, question), body })).rejects.toMatchObject({
      status: 404,
    })
  expect(await shown(project)).toMatchObject([{ answer: null }])
})

test('a question belongs to its project: the owner of another cannot answer it under their own', async () => {
  const [project, own] = [await aListing(), await aListing()]
  const question = await asked(await aMember(app), project)
  for (const wrong of [question, { _id: unknownId }])
    await expect(
      owner.api.questions.answer({ ...at(own, wrong), body: { text: 'Yes' } }),
    ).rejects.toMatchObject({ status: 404, message: 'Question not found' })
})

test('nobody asks about a project that is not public, and its questions are not read', async () => {
  const [hidden, asker] = [await aProject(owner), await aMember(app)]
  await expect(asked(asker, hidden)).rejects.toMatchObject({ status: 404 })
  await expect(shown(hidden)).rejects.toMatchObject({ status: 404 })
  expect(await shown(hidden, owner.api)).toEqual([])
})

test('what staff hide is off the page with its answer, cannot be answered, and comes back; each step is in the audit log', async () => {
  const [project, asker, stranger] = [await aListing(), await aMember(app), await aMember(app)]
  const question = await asked(asker, project)
  await asked(stranger, project, 'Is there a report?')
  const hide = (reason: string | null) =>
    admin.api.moderation.hideQuestion({ ...at(project, question), body: { reason } })
  await hide('Not about the project')
  for (const api of [app.api, stranger.api])
    expect(await shown(project, api)).toMatchObject([{ text: 'Is there a report?', hiddenReason: null }])
  for (const { api } of [admin, owner, asker])
    expect(await shown(project, api), 'who asked and the owner read why').toMatchObject([
      { text: 'Is there a report?', hiddenReason: null },
      { _id: question._id, hiddenReason: 'Not about the project' },
    ])
  const answer = { ...at(project, question), body: { text: 'Yes' } }
  await expect(owner.api.questions.answer(answer)).rejects.toMatchObject({ status: 404 })
  await expect(
    owner.api.moderation.hideQuestion({ ...at(project, question), body: { reason: null } }),
  ).rejects.toMatchObject({ status: 403 })
  await hide(null)
  expect(await shown(project)).toHaveLength(2)
  const { id: staffId } = admin
  expect(await actionsOn(admin, question._id)).toEqual([
    {
      staffId,
      action: 'hide question',
      before: { hiddenReason: null },
      after: { hiddenReason: 'Not about the project' },
    },
    {
      staffId,
      action: 'show question',
      before: { hiddenReason: 'Not about the project' },
      after: { hiddenReason: null },
    },
  ])
})

test('who asked and the owner are mailed once that a question was taken off the page, and why', async () => {
  const [project, asker] = [await aListing(), await aMember(app)]
  const question = await asked(asker, project)
  for (const reason of ['An advert', 'An advert for a shop', null])
    await admin.api.moderation.hideQuestion({ ...at(project, question), body: { reason } })
  const told = mailsAbout(project, 'question-hidden')
  expect(told.map(({ to }) => to).toSorted()).toEqual([asker.email, owner.email].toSorted())
  for (const { text, preference } of told) {
    expect(text).toContain('Why: An advert')
    expect(text).toContain(question.text)
    expect(preference).toBe('notifications')
  }
})

test('a question that staff took off the page is not asked again word for word, and leaves room for others', async () => {
  const [project, asker] = [await aListing(), await aMember(app)]
  for (const text of ['One?', 'Two?', 'Three?']) {
    const question = await asked(asker, project, text)
    await admin.api.moderation.hideQuestion({ ...at(project, question), body: { reason: 'An advert' } })
  }
  await expect(asked(asker, project, 'One?')).rejects.toMatchObject({
    status: 409,
    message: 'Our staff took this question off the page: An advert',
  })
  await asked(asker, project, 'Does it run on Linux?')
})

test('three questions of one member may wait for an answer, also when ten are asked at once', async () => {
  const [project, asker] = [await aListing(), await aMember(app)]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => asked(asker, project, `Question ${index}?`)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      status: 409,
      message: '3 of your questions wait for an answer. Please ask again when the owner has answered.',
    },
  })
  const [newest] = await shown(project)
  await owner.api.questions.answer({ ...at(project, newest!), body: { text: 'Yes' } })
  await asked(asker, project, 'And another?')
})

test('a question sent five times at once stands there once, and is mailed once', async () => {
  const [project, asker] = [await aListing(), await aMember(app)]
  const sent = await Promise.all(Array.from({ length: 5 }, () => asked(asker, project)))
  expect(new Set(sent.map(({ _id }) => _id)).size).toBe(1)
  expect(await shown(project)).toHaveLength(1)
  expect(mailsAbout(project, 'question')).toHaveLength(1)
})

test.each(['', '   ', 'x'.repeat(1001), 'a\u0000'])('a question like %j is refused', async (text) => {
  await expect(asked(await aMember(app), await aListing(), text)).rejects.toMatchObject({ status: 400 })
})

test('numbers and addresses that lead to nobody may be asked about', async () => {
  const text = 'On 2026-08-09 10:11 port 3306, 10000000000 rows, root@localhost: does it work?'
  expect(await asked(await aMember(app), await aListing(), text)).toMatchObject({ text, isHeld: false })
})

test.each([
  'Your payout failed, sign in at https://evil.example/pay',
  'Call me on 98765 43210',
  'write to ravi.kumar@gmail.com',
])(
  'a question like %j is read by who asked it and by staff alone, until they have published it',
  async (text) => {
    const [project, asker] = [await aListing(), await aMember(app)]
    const question = await asked(asker, project, text)
    expect(question).toMatchObject({ text, isHeld: true })
    expect(await asked(asker, project, text), 'sent again').toMatchObject({ _id: question._id })
    for (const api of [app.api, owner.api, (await aMember(app)).api])
      expect(await shown(project, api)).toEqual([])
    for (const { api } of [asker, admin]) expect(await shown(project, api)).toMatchObject([{ isHeld: true }])
    const answer = { ...at(project, question), body: { text: 'Yes' } }
    await expect(owner.api.questions.answer(answer)).rejects.toMatchObject({ status: 404 })
    expect(mailsAbout(project, 'question')).toEqual([])
  },
)

test('a member asks ten questions a day over all projects, also when twenty are asked at once', async () => {
  const asker = await aMember(app)
  const projects = await Promise.all(Array.from({ length: 20 }, () => aListing()))
  const outcomes = await Promise.allSettled(projects.map((project) => asked(asker, project)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  const refused = outcomes.filter((one) => one.status === 'rejected')
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 429 })
  expect(refused[0]!.reason.message).toMatch(
    /^You have asked 10 questions today. Please try again in \d+ hours.$/,
  )
})
