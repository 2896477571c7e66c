import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import { undoSeconds } from '#contract/projects/staff/verification.ts'

import {
  address,
  clock,
  field,
  press,
  startJourneys,
  timePasses,
  user,
  visit,
} from '../../../test/in-process.tsx'
import { aMember, anAdmin, aProject, aRelease, keepDecisionsOpen } from '../../../test/makers.ts'
import { labelled } from '../../../test/testing-library.ts'

const app = await startJourneys()
await keepDecisionsOpen(app)
const admin = await anAdmin(app)

const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const approve = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' })
/** Waits until a decision can be made: not in the first moment, for the second click of a double click. */
const ready = async () => {
  await expect.poll(() => approve().disabled).toBe(false)
}
const statusOf = async (id: string) =>
  (await admin.api.projects.get({ params: { id } })).project.verificationStatus
const mailed = (email: string, words: string) =>
  app.mails.filter(({ to, text }) => to === email && text.includes(words)).length
const runJobs = async () => {
  for (let round = 0; round < 3; round++) await app.jobs.run()
}

test('after a decision the next project opens, Undo brings the one before back, and nobody is mailed; Skip does not come straight back', async () => {
  const owner = await aMember(app, { name: 'Ravi Rao' })
  const ids = []
  for (const title of ['One', 'Two', 'Three']) ids.push(await aWaiting(owner, title))
  vi.useFakeTimers(clock)
  await visit(`/admin/projects/${ids[0]}?part=clean`, { as: admin })
  await press('Claim')
  await screen.findByText(/^You are looking at this until/)
  screen.getByText('Under review')
  await ready()
  // A double click decides on this one alone.
  await user.dblClick(approve())
  await screen.findByText('Approved and listed: “One”.')
  await expect.poll(heading).toBe('Two')
  expect(await statusOf(ids[0]!)).toBe('approved')
  await press('Undo')
  await screen.findByText('Taken back. Nobody was told.')
  await expect.poll(heading).toBe('One')
  expect(await statusOf(ids[0]!)).toBe('under_review')
  await user.click(screen.getByRole('tab', { name: 'History' }))
  await screen.findByText('The decision before was taken back.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()

  await press('README too short')
  await ready()
  await press('Request Changes')
  await expect.poll(heading).toBe('Two')
  screen.getByRole('button', { name: 'Undo' })
  expect(mailed(owner.email, 'One')).toBe(0)
  await timePasses(undoSeconds * 1000 + 500)
  await expect.poll(() => screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await runJobs()
  expect(mailed(owner.email, 'sent back for changes')).toBe(1)
  expect(mailed(owner.email, 'is approved')).toBe(0)

  // Back leads to the decided one, which stays decided.
  history.back()
  await expect.poll(heading).toBe('One')
  await screen.findAllByText('Needs changes')
  expect(await statusOf(ids[0]!)).toBe('needs_changes')

  await visit(`/admin/projects/${ids[1]}?part=clean`)
  await press(/^Skip/)
  await expect.poll(heading).toBe('Three')
})

test('a session that ends keeps what was written about a project, and what another has decided meanwhile is not decided again', async () => {
  const owner = await aMember(app, { name: 'Zara Khan' })
  const id = await aWaiting(owner, 'Phone desk')
  const notes = () => field('Notes for the owner')
  await visit(`/admin/projects/${id}`, { as: admin })
  await ready()
  await press('Reject')
  await screen.findByText('Tell the owner in the notes what to change or why.')
  await expect.poll(() => document.activeElement === notes()).toBe(true)
  await user.type(notes(), 'It shows another shop.')
  localStorage.setItem('adminToken', 'ended')
  await press('Reject')
  await screen.findByLabelText(labelled('Password'))
  expect(address()).toBe('/admin/login')
  await user.type(field('Email'), admin.admin.email)
  await user.type(field('Password'), 'readymade-demo')
  await press('Sign In')
  await expect.poll(address).toBe('/admin/dashboard')
  await visit(`/admin/projects/${id}`)
  await screen.findByLabelText(labelled('Notes for the owner'))
  await expect.poll(() => notes().value).toBe('It shows another shop.')

  // In another tab somebody else decides meanwhile.
  const body = { verificationStatus: 'needs_changes', verificationNotes: 'A README, please.' } as const
  await admin.api.projects.update({ params: { id }, body })
  await ready()
  await press('Reject')
  await screen.findByText('This project has changed since you opened it.', { exact: false })
  expect(await statusOf(id)).toBe('needs_changes')
})

test('what changed since the approval stands old beside new, and is decided there', async () => {
  const owner = await aMember(app, { name: 'Dev Malhotra' })
  const id = await aWaiting(owner, 'Bus pass')
  await admin.api.projects.update({ params: { id }, body: { verificationStatus: 'approved' } })
  await owner.api.projects.ownerUpdate({ params: { id }, body: { title: 'Bus pass portal', price: 799 } })
  await visit('/admin/verification?part=text', { as: admin })
  await user.click(await screen.findByRole('link', { name: 'Bus pass portal' }))
  await user.click(await screen.findByRole('tab', { name: /^Changes/ }))
  const changes = await screen.findByRole('region', { name: 'Changes' })
  expect(changes.querySelector('del')!.textContent).toBe('Bus pass')
  expect(changes.querySelector('ins')!.textContent).toBe('Bus pass portal')
  expect(changes.textContent).toContain('₹799')
  expect(changes.textContent).not.toContain('description')
  await ready()
  await press('Approve')
  await screen.findByText('Approved and listed: “Bus pass portal”.')
})

test('of what was sent back staff see what they asked for and only what differs', async () => {
  const owner = await aMember(app, { name: 'Ira Bose' })
  const id = await aWaiting(owner, 'Fee desk')
  const body = { verificationStatus: 'needs_changes', verificationNotes: 'Another title, please.' } as const
  await admin.api.projects.update({ params: { id }, body })
  await owner.api.projects.update({
    params: { id },
    body: { title: 'Fee desk for schools', verificationStatus: 'pending' },
  })
  await visit(`/admin/projects/${id}?tab=changes`, { as: admin })
  const asked = await screen.findByRole('region', { name: 'What was asked for' })
  expect(asked.textContent).toContain('Another title, please.')
  const changes = screen.getByRole('region', { name: 'Changes' })
  expect(changes.textContent).toContain('since it was sent back on')
  expect([...changes.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['title'])
})

/** Uploads a project of an owner, which waits for staff. */
async function aWaiting(owner: Awaited<ReturnType<typeof aMember>>, title: string) {
  const { _id } = await aProject(owner, { title })
  await aRelease(owner, _id)
  return _id
}
