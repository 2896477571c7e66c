import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aRelease, mailsTo } from '../../test/makers.ts'
import { drawn } from '../../test/pictures.ts'
import { docx, formOf } from '../../test/reports.ts'
import { timePasses } from '../../test/time.ts'
import { remindOfUnsentChanges } from './unsent-changes.ts'

const app = await startApp()
const owner = await aMember(app)
const admin = await anAdmin(app)
const of = (id: string) => ({ params: { id } })
const asked = '- Add a README.\n\n2. Fix the demo link.'

/** A project with files that staff sent back. */
async function sentBack() {
  const { _id: id } = await aProject(owner)
  await aRelease(owner, id, { 'index.php': '<?php echo 1;\n' })
  await requestChanges(id)
  return id
}
const requestChanges = (id: string, verificationNotes = asked) =>
  admin.api.projects.update({ ...of(id), body: { verificationStatus: 'needs_changes', verificationNotes } })
const send = (id: string) => owner.api.projects.update({ ...of(id), body: { verificationStatus: 'pending' } })
const stateOf = async (id: string) => {
  const { verificationStatus, hasUnsentChanges } = (await owner.api.projects.get(of(id))).project
  return [verificationStatus, hasUnsentChanges]
}
const seenByStaff = (id: string) => admin.api.verification.project({ ...of(id), query: {} })

const changes: Record<string, (id: string) => Promise<unknown>> = {
  'an edit': async (id) => {
    const { message } = await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'With a README' } })
    expect(message).toBe('Project updated successfully!')
  },
  'an upload': (id) => aRelease(owner, id, { 'README.md': '# Hello\n' }),
  'a picture': async (id) => {
    const form = new FormData()
    form.append('images', new Blob([await drawn(4, 3, 'teal').png().toBuffer()]), 'one.png')
    expect(await owner.api.releases.addImages({ ...of(id), form })).toMatchObject({ sentToReview: false })
  },
  'a report': async (id) => {
    const form = formOf(docx())
    expect(await owner.api.releases.addReport({ ...of(id), form })).toMatchObject({ sentToReview: false })
  },
  'deleted files': (id) => owner.api.releases.removeFiles(of(id)),
}
test.each(Object.entries(changes))(
  '%s alone does not send a project back for checking that needs changes, and its owner reads so',
  async (_, change) => {
    const id = await sentBack()
    expect(await stateOf(id)).toEqual(['needs_changes', false])
    await change(id)
    expect(await stateOf(id)).toEqual(['needs_changes', true])
  },
)

test('its owner sends it back by one call, once, however often it is sent; then it waits for staff', async () => {
  const id = await sentBack()
  await changes['an edit']!(id)
  const sent = await Promise.all([send(id), send(id), send(id)])
  expect(sent.map(({ project }) => project.verificationStatus)).toEqual(['pending', 'pending', 'pending'])
  expect(sent.flatMap(({ message }) => message ?? [])).toEqual([
    'Project updated successfully! Project requires re-verification by an admin.',
  ])
  expect(await stateOf(id)).toEqual(['pending', false])
  const { verificationHistory } = await owner.api.projects.verificationHistory(of(id))
  expect(verificationHistory.map(({ status }) => status)).toEqual(['pending', 'needs_changes'])
  const { queue } = await admin.api.verification.queue()
  expect(queue.map(({ _id }) => _id)).toContain(id)
})

test('what its owner changes in the same call is sent with it', async () => {
  const id = await sentBack()
  const body = { title: 'Ward Desk', verificationStatus: 'pending' } as const
  const { project } = await owner.api.projects.update({ ...of(id), body })
  expect(project).toMatchObject({ title: 'Ward Desk', verificationStatus: 'pending' })
})

test('it cannot be sent without files; nothing else becomes pending by that call, and no stranger makes it', async () => {
  const id = await sentBack()
  await changes['deleted files']!(id)
  await expect(send(id)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Upload its files first. Then send it back for checking.',
  })
  const both = owner.api.projects.update({
    ...of(id),
    body: { title: 'Half', verificationStatus: 'pending' },
  })
  await expect(both).rejects.toMatchObject({ code: 'conflict' })
  expect((await owner.api.projects.get(of(id))).project.title, 'nothing of a refused call').not.toBe('Half')
  const rejected = await sentBack()
  await admin.api.projects.update({
    ...of(rejected),
    body: { verificationStatus: 'rejected', verificationNotes: 'No.' },
  })
  await send(rejected)
  expect(await stateOf(rejected)).toEqual(['rejected', false])
  const other = await aMember(app)
  const call = other.api.projects.update({ ...of(id), body: { verificationStatus: 'pending' } })
  await expect(call).rejects.toMatchObject({ status: 404 })
})

test('what has changed since its owner saw it is not sent', async () => {
  const id = await sentBack()
  const basedOn = (await owner.api.projects.get(of(id))).project.updatedAt
  await changes['an edit']!(id)
  const call = owner.api.projects.update({ ...of(id), body: { verificationStatus: 'pending', basedOn } })
  await expect(call).rejects.toMatchObject({ code: 'conflict' })
  expect(await stateOf(id)).toEqual(['needs_changes', true])
})

test('staff see what was asked for, and what differs from what was sent back: texts, report, pictures and files', async () => {
  const id = await sentBack()
  expect(await seenByStaff(id)).toMatchObject({
    since: { status: 'needs_changes', release: 1, notes: asked },
    changes: [],
  })
  for (const what of ['an edit', 'an upload', 'a picture', 'a report']) await changes[what]!(id)
  await send(id)
  const { since, changes: seen } = await seenByStaff(id)
  expect(since).toMatchObject({ status: 'needs_changes', release: 1, notes: asked })
  expect(seen.map(({ what }) => what)).toEqual(['title', 'report price', 'report', 'pictures'])
  const { changes: files } = await admin.api.downloads.changes({
    params: { id, number: 2 },
    query: { from: since!.release! },
  })
  expect(files.files.map(({ path }) => path).toSorted()).toEqual(['README.md', 'index.php'])
})

test('what is sent a second time is compared with what was sent back last', async () => {
  const id = await sentBack()
  await changes['an edit']!(id)
  await send(id)
  await requestChanges(id, 'Fix the demo link too.')
  expect(await seenByStaff(id)).toMatchObject({ since: { notes: 'Fix the demo link too.' }, changes: [] })
})

test('who changed it and did not send it is reminded by one mail a day later, and who sent it by none', async () => {
  const [forgotten, sent, untouched, empty] = [
    await sentBack(),
    await sentBack(),
    await sentBack(),
    await sentBack(),
  ]
  for (const id of [forgotten, sent]) await changes['an edit']!(id)
  await changes['deleted files']!(empty)
  await send(sent)
  const reminders = () => mailsTo(app, owner.email).filter(({ subject }) => subject.includes('not sent yet'))
  await remindOfUnsentChanges(app.dependencies)
  expect(reminders()).toEqual([])
  for (const id of [forgotten, sent, untouched, empty])
    await timePasses(app.db, '25 hours', 'projects', { id })
  await Promise.all([remindOfUnsentChanges(app.dependencies), remindOfUnsentChanges(app.dependencies)])
  await changes['an upload']!(forgotten)
  await remindOfUnsentChanges(app.dependencies)
  expect(reminders().map(({ subject }) => subject)).toEqual(['Your changes are not sent yet: With a README'])
  expect(reminders()[0]!.text).toContain(`/owner/projects/${forgotten}`)
  await send(forgotten)
  await requestChanges(forgotten)
  await owner.api.projects.ownerUpdate({ ...of(forgotten), body: { title: 'Once more' } })
  await timePasses(app.db, '25 hours', 'projects', { id: forgotten })
  await remindOfUnsentChanges(app.dependencies)
  expect(reminders(), 'sent back a second time').toHaveLength(2)
})
