import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import {
  address,
  failed,
  failing,
  main,
  press,
  reload,
  startJourneys,
  user,
  visit,
} from '../../../test/in-process.tsx'
import { aMember, anAdmin, aProject, aRelease } from '../../../test/makers.ts'
import { labelled } from '../../../test/testing-library.ts'

const app = await startJourneys()

const title = 'Hostel Room Booking'
const said = (words: string | RegExp) => screen.findByText(words)
const region = (name: string) => screen.getByRole('region', { name })
const input = (place: HTMLElement, label: string) =>
  within(place).getByLabelText<HTMLInputElement>(labelled(label))

test('an owner edits a project and sees it as a buyer', async () => {
  const id = await anOwner()
  screen.getByText('An admin must verify this project before it is published.')

  // The section that an address names is open, the others show what they hold.
  const features = () => region('Features & Requirements')
  const isFolded = () => within(features()).getByText('Room search').closest('[hidden]') !== null
  within(features()).getByText('1 feature, 0 requirements')
  expect(isFolded()).toBe(true)
  await user.click(within(region('What to do')).getByRole('link', { name: /^Name the requirements/ }))
  await expect.poll(isFolded).toBe(false)
  const edit = () => user.click(within(features()).getByRole('button', { name: /^Edit/ }))
  await edit()
  await user.clear(input(features(), 'Key features'))
  await user.type(input(features(), 'Key features'), 'Nothing of this')
  await user.click(within(features()).getByRole('button', { name: 'Cancel' }))
  within(features()).getByText('Room search')
  await edit()
  expect(input(features(), 'Key features').value).toBe('Room search')
  expect(within(features()).queryByText(/back to review/)).toBeNull()
  await user.type(input(features(), 'Requirements'), 'PHP 8.2{Enter}MySQL 8')
  await reload()
  await opened()
  const requirements = () => input(features(), 'Requirements').value
  expect(requirements()).toBe('PHP 8.2\nMySQL 8')
  // Without a connection the input stays on the screen, and the next attempt saves it.
  const mend = failing('projects.ownerUpdate', 'cut')
  await press('Save Changes')
  await within(features()).findByText('Failed to save project')
  expect(requirements()).toBe('PHP 8.2\nMySQL 8')
  mend()
  await press('Save Changes')
  await said('Project updated successfully!')
  await within(features()).findByText('MySQL 8')

  await user.click(screen.getAllByRole('link', { name: 'See It as a Buyer' })[0]!)
  await expect.poll(address).toBe(`/owner/projects/${id}/preview`)
  await screen.findByText('Until then only you do.', { exact: false })
  screen.getByRole('heading', { level: 1, name: title })
  within(main()).getByText('MySQL 8')
})

test('an owner copies, archives, brings back and deletes', async () => {
  await anOwner()
  await unfold('Listing')
  await press('Duplicate')
  await screen.findByRole('heading', { level: 1, name: `${title} (copy)` })
  screen.getByText('Project files not found')
  const copy = address()
  await unfold('Listing')
  await press('Archive')
  await answer('Archive')
  await screen.findByText('It is on no list and cannot be bought.', { exact: false })
  await visit('/profile?tab=projects')
  const archived = within(await screen.findByRole('region', { name: 'Archived' }))
  await user.click(archived.getByRole('button', { name: /^Bring Back/ }))
  await expect.poll(() => screen.queryByRole('region', { name: 'Archived' })).toBeNull()
  const edits = screen.getAllByRole('link', { name: 'Edit' })
  await user.click(edits.find((link) => link.getAttribute('href') === copy)!)
  await screen.findByRole('heading', { level: 1, name: `${title} (copy)` })
  const listing = within(await unfold('Listing'))
  expect(screen.queryByRole('button', { name: 'Delete Project' }), 'without files').toBeNull()
  await user.click(listing.getByRole('button', { name: 'Delete Everything' }))
  await answer('Delete', 'Are you sure you want to delete this project?')
  await said('The project is deleted.')
  await expect.poll(address).toBe('/profile?tab=projects')
})

test('Delete Project takes the files off, or everything as the second choice; what failed is said with the status', async () => {
  const id = await anOwner()
  const status = () => region('Verification Status').textContent
  expect(status()).toContain('Waiting for verification')
  const remove = async (choice: string) => {
    await press('Delete Project')
    await answer(choice, 'Are you sure you want to delete this project?')
  }
  for (const [how, words] of [
    [502, 'Delete failed: 502'],
    ['cut', 'Failed to delete project files'],
  ] as const) {
    const mend = failing('releases.removeFiles', how)
    await remove('Delete Files')
    await failed(words)
    mend()
  }
  await remove('Delete Files')
  await said('The project files are deleted.')
  await said('Project files not found')
  screen.getByRole('button', { name: 'Upload Project' })
  for (const name of ['Download Project', 'Delete Project'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(status()).toContain('Our staff look at it once its files are uploaded.')

  await aRelease(owner, id)
  await reload()
  await opened()
  await remove('Delete Everything')
  await said('The project is deleted.')
  await expect.poll(address).toBe('/profile?tab=projects')
})

test('what staff ask for is a list to tick off, changes wait until the owner sends them back, and a reload loses nothing', async () => {
  const id = await anOwner()
  const admin = await anAdmin(app)
  const verificationNotes = 'Name what to install.\n\nFix the demo link.'
  const body = { verificationStatus: 'needs_changes', verificationNotes } as const
  await admin.api.projects.update({ params: { id }, body })
  await reload()
  const banner = () => within(region('Verification Status'))
  await said('Changes are needed')
  const tick = () => banner().getByRole<HTMLInputElement>('checkbox', { name: 'Name what to install.' })
  banner().getByRole('checkbox', { name: 'Fix the demo link.' })
  await user.click(tick())
  await user.click(within(region('Features & Requirements')).getByRole('button', { name: /^Edit/ }))
  expect(within(region('Features & Requirements')).queryByText(/back to review/)).toBeNull()
  await user.type(input(region('Features & Requirements'), 'Requirements'), 'PHP 8.2')
  await press('Save Changes')
  await said('Project updated successfully!')
  await said('Changed, but not sent back yet')
  await reload()
  await said('Changed, but not sent back yet')
  await expect.poll(() => tick().checked).toBe(true)
  const mend = failing('projects.update', 'cut')
  await press('Send Back for Checking')
  await failed('Failed to save project')
  mend()
  await press('Send Back for Checking')
  await said('Sent back. Our staff look at it again.')
  await said('Waiting for verification')
  expect(screen.queryByRole('button', { name: 'Send Back for Checking' })).toBeNull()
  expect((await owner.api.projects.get({ params: { id } })).project.verificationStatus).toBe('pending')
})

let owner: Awaited<ReturnType<typeof aMember>>
/** Signs an owner in with a project, on its page. */
test('what the picked files need and the upload will not bring is said before it is sent', async () => {
  const owner = await aMember(app)
  const { _id } = await aProject(owner, { title })
  await visit(`/owner/projects/${_id}`, { as: owner })
  const files = [
    new File(['# Hostel\n\n    npm ci'], 'README.md'),
    new File(['<p>Rooms'], 'index.html'),
    new File(['{}'], 'package-lock.json'),
  ]
  const handles = files.map((file) => ({ kind: 'file', name: file.name, getFile: async () => file }))
  const folder = {
    kind: 'directory',
    name: 'hostel',
    values: async function* () {
      yield* handles
    },
  }
  vi.stubGlobal('showDirectoryPicker', async () => folder)
  await press('Upload Project')
  const dialog = await screen.findByRole('dialog', { name: 'Project files' })
  await user.click(within(dialog).getByRole('button', { name: 'Choose Folder' }))
  await within(dialog).findByText(
    "'README.md' says “npm ci”, which needs package-lock.json, and lock files are never uploaded. Write “npm install”.",
  )
  within(dialog).getByRole('button', { name: 'Upload 2 Files' })
  vi.unstubAllGlobals()
})

async function anOwner() {
  owner = await aMember(app)
  const { _id } = await aProject(owner, { title, features: ['Room search'] })
  await aRelease(owner, _id)
  await visit(`/owner/projects/${_id}`, { as: owner })
  await opened()
  return _id
}

const opened = () => screen.findByRole('heading', { level: 1, name: title })

/** Opens a section that is folded to its heading, and returns it. */
async function unfold(name: string) {
  const section = await screen.findByRole('region', { name })
  await user.click(within(section).getByRole('button', { name }))
  return section
}

/** Answers the question that is asked. */
async function answer(choice: string, question?: string) {
  const dialog = await screen.findByRole('dialog', question ? { name: question } : {})
  await user.click(within(dialog).getByRole('button', { name: choice }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
}
