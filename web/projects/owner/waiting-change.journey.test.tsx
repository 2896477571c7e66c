import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import type { VerificationStatus } from '#contract/projects/verification.ts'

import {
  clock,
  failed,
  failing,
  field,
  main,
  press,
  reload,
  startJourneys,
  user,
  visit,
} from '../../../test/in-process.tsx'
import { aMember, anAdmin, aProject, aRelease, keepDecisionsOpen } from '../../../test/makers.ts'
import { addPictures, drawn } from '../../../test/pictures.ts'
import { labelled } from '../../../test/testing-library.ts'
import { approve } from '../../../test/uploads.ts'

const app = await startJourneys()
await keepDecisionsOpen(app)
const admin = await anAdmin(app)
const owner = await aMember(app)

const of = (id: string) => ({ params: { id } })
const banner = () => screen.getByRole('region', { name: 'Verification Status' })
const onlyInBanner = (words: string | RegExp) => within(banner()).findByText(words)
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(labelled(label))
const titleOnSale = async (id: string) =>
  (await app.api.projects.get(of(id)).catch(() => undefined))?.project.title

/** Presses the radio of a setting and Save, as a super admin does. */
async function set(label: 'The project is off sale' | 'The approved edition stays on sale') {
  await visit('/admin/settings?section=verification', { as: admin })
  await user.click(screen.getByRole('radio', { name: new RegExp(`^${label}`) }))
  await press('Save')
  await screen.findByText('Verification is saved.')
}

async function aListing(title: string) {
  const { _id: id } = await aProject(owner, { title })
  await aRelease(owner, id)
  await approve(admin, id)
  return id
}

/** Opens the owner's page and mends the title there. */
async function mend(id: string, title: string) {
  await visit(`/owner/projects/${id}`, { as: owner })
  await user.click(await screen.findByRole('button', { name: 'Edit Description' }))
  await user.clear(input('Title'))
  await user.type(input('Title'), title)
}

async function save() {
  await press('Save Changes')
  await screen.findByText('Project updated successfully! Project requires re-verification by an admin.')
}

/** Decides on the review page, with what is ticked there; returns when the decision is told. */
async function decide(button: string, told: RegExp) {
  await expect
    .poll(() => screen.getByRole<HTMLButtonElement>('button', { name: button }).disabled)
    .toBe(false)
  await press(button)
  await screen.findByText(told)
}
const tick = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /^Take it off sale too/ })
const statusOf = async (id: string): Promise<VerificationStatus> =>
  (await owner.api.projects.get(of(id))).project.verificationStatus

test('a comma that is mended with the setting on leaves the sale as it is, and the page says what waits', async () => {
  await set('The approved edition stays on sale')
  const id = await aListing('Library fines desk')
  await mend(id, 'Library, fines, desk')
  screen.getByText(/^Saving sends the project back to review. Edition 1 stays on sale until/)
  await save()
  await onlyInBanner(/^On sale: edition 1, since /)
  await onlyInBanner('Buyers go on buying this edition until our staff approve your change.')
  await onlyInBanner('Waiting since today: title')
  expect(banner().querySelector('del')!.textContent).toBe('Library fines desk')
  expect(banner().querySelector('ins')!.textContent).toBe('Library, fines, desk')
  expect(await titleOnSale(id)).toBe('Library fines desk')
  const reply = { success: true, decisionTime: { decisions: 24, medianHours: 19 } }
  const untold = failing('content.decisionTime', reply)
  await reload()
  await screen.findByText('Half of our 24 decisions in the last 30 days came within 19 hours.')
  untold()

  await visit('/profile?tab=projects')
  const row = (await screen.findByRole('heading', { name: 'Library, fines, desk' })).closest('li')!
  within(row).getByText('On sale')
  within(row).getByText('Change: pending')
  expect(within(row).getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/projects/${id}`)
  await visit(`/owner/projects/${id}/preview`)
  await screen.findByText(
    /^Buyers see this once our staff have approved your change. Until then they see edition 1/,
  )

  await visit('/support/documentation')
  expect(main().textContent).toContain('what they approved before stays on sale')
})

test('with the setting off the project leaves the lists until staff have looked, and the page says so', async () => {
  await set('The project is off sale')
  const id = await aListing('Canteen token desk')
  await mend(id, 'Canteen, token, desk')
  screen.getByText(/^Saving sends the project back to review. It is not listed until/)
  await save()
  await onlyInBanner(/^Off sale: edition 1, of /)
  await onlyInBanner('It is off the lists until our staff approve your change, or you take it back.')
  await onlyInBanner('An admin must re-verify this project before it is published again.')
  expect(await titleOnSale(id)).toBeUndefined()
  await visit(`/projects/${id}`)
  await screen.findByText('Its owner has changed it; our staff are checking it again.')
  screen.getByRole('heading', { level: 1, name: 'Project Not Found' })
  expect(main().textContent).not.toContain('Canteen, token')
  await visit('/support/documentation')
  expect(main().textContent).toContain('the project is off the lists')
})

test('Take Back asks first, brings the approved edition back to the lists, and keeps what is being typed', async () => {
  await set('The project is off sale')
  const id = await aListing('Mess bill splitter')
  await mend(id, 'Mess, bill, splitter')
  await save()
  await addPictures(owner, id, await drawn(40, 30, 'teal').png().toBuffer())
  await reload()
  await onlyInBanner('Waiting since today: title, 1 picture added')
  await user.click(screen.getByRole('button', { name: 'Edit Features & Requirements' }))
  await user.type(input('Key features'), 'Half typed')
  const takeBack = async () => {
    await press('Take Back')
    const dialog = await screen.findByRole('dialog', { name: 'Take your change back?' })
    expect(dialog.textContent).toContain('Edition 1 holds again, and is listed again.')
    expect(dialog.textContent).toContain('This is gone: title, 1 picture added.')
    await user.click(within(dialog).getByRole('button', { name: 'Take Back' }))
  }
  const repair = failing('projects.takeBack', 'cut')
  await takeBack()
  await failed('Failed to save project')
  expect(await statusOf(id)).toBe('pending')
  repair()
  await takeBack()
  await screen.findByText('Taken back. Edition 1 holds again.')
  await onlyInBanner(/^On sale: edition 1, since /)
  screen.getByRole('heading', { level: 1, name: 'Mess bill splitter' })
  expect(screen.queryByRole('button', { name: 'Take Back' })).toBeNull()
  expect(input('Key features').value).toBe('Half typed')
  expect(await titleOnSale(id)).toBe('Mess bill splitter')
  // Saved now, it is a change of its own.
  await save()
  await onlyInBanner('Waiting since today: features')
})

test('staff see the edition on sale beside the change; approved it is on sale, undone the one before is', async () => {
  await set('The approved edition stays on sale')
  const id = await aListing('Bus pass desk')
  await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Bus, pass, desk' } })
  vi.useFakeTimers(clock)
  await visit(`/admin/projects/edit/${id}`, { as: admin })
  await screen.findByText(/^On sale: edition 1, since /)
  screen.getByText('Here stands the change that waits: title.')
  await visit(`/admin/projects/${id}?tab=changes`)
  await screen.findByText(/^On sale: edition 1, since /)
  expect(screen.getByRole('region', { name: 'Changes' }).querySelector('del')!.textContent).toBe(
    'Bus pass desk',
  )
  await decide('Approve', /^Approved and listed/)
  expect(await titleOnSale(id)).toBe('Bus, pass, desk')
  await press('Undo')
  await screen.findByText('Taken back. Nobody was told.')
  expect(await titleOnSale(id)).toBe('Bus pass desk')
  await visit(`/owner/projects/${id}`, { as: owner })
  await onlyInBanner(/^On sale: edition 1, since /)
  await onlyInBanner('Waiting since today: title')
})

test('a rejection sends the change back and leaves the sale; with the tick it ends that too', async () => {
  await set('The approved edition stays on sale')
  const id = await aListing('Hostel room desk')
  const fresh = await aProject(owner, { title: 'Never listed' })
  await aRelease(owner, fresh._id)
  await visit(`/admin/projects/${fresh._id}`, { as: admin })
  await screen.findByLabelText(labelled('Notes for the owner'))
  expect(tick(), 'of a project that was never on sale').toBeNull()

  await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Hostel, room, desk' } })
  await visit(`/admin/projects/${id}`)
  await screen.findByLabelText(labelled('Notes for the owner'))
  expect(tick()!.checked).toBe(false)
  await user.type(field('Notes for the owner'), 'No commas, please.')
  await decide('Reject', /^Rejected with your notes: /)
  expect([await statusOf(id), await titleOnSale(id)]).toEqual(['rejected', 'Hostel room desk'])
  await visit(`/owner/projects/${id}`, { as: owner })
  await onlyInBanner('Your change is rejected')
  await onlyInBanner(/^On sale: edition 1, since /)
  screen.getByRole('button', { name: 'Take Back' })

  await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Hostel; room; desk' } })
  await visit(`/admin/projects/${id}?tab=changes`, { as: admin })
  await screen.findByRole('region', { name: 'Beside edition 1' })
  await user.click(tick()!)
  await user.type(field('Notes for the owner'), 'Nor semicolons.')
  await decide('Request Changes', /^Sent back with your notes, and taken off sale: /)
  expect([await statusOf(id), await titleOnSale(id)]).toEqual(['needs_changes', undefined])
  await visit(`/owner/projects/${id}`, { as: owner })
  await onlyInBanner('It is off the lists until our staff approve your change.')
  expect(screen.queryByRole('button', { name: 'Take Back' })).toBeNull()
})
