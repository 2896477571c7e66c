import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { findingJobs, similarityJobs } from '#server/projects/jobs.ts'

import {
  address,
  failing,
  field,
  main,
  press,
  reload,
  startJourneys,
  user,
  visit,
} from '../../../test/in-process.tsx'
import { aMember, anAdmin, aProject, aRelease } from '../../../test/makers.ts'
import { aListing } from '../../../test/orders.ts'
import { generateProjects } from '../../../test/similarity/corpus.ts'

const app = await startJourneys()
const owner = await aMember(app, { name: 'Meera Iyer' })
const staff = await anAdmin(app)

const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) })
const bulk = () => screen.queryByRole('region', { name: 'Bulk actions' })

test('staff select projects on a sorted list, from page to page, and switch them off', async () => {
  // A page has twenty.
  for (let n = 3; n <= 21; n++) await aListing(app.db, owner.id, 100_000 + n, { title: `Kiosk ${n}` })
  await aProject(owner, { title: 'Kiosk one', price: 120 })
  await aProject(owner, { title: 'Kiosk two', price: 50 })
  await visit('/admin/projects?search=Kiosk', { as: staff })
  await user.click(within(await row('Kiosk one')).getByRole('checkbox'))
  await user.click(screen.getByRole('link', { name: /^Price/ }))
  await expect
    .poll(() => screen.getByRole('columnheader', { name: /^Price/ }).getAttribute('aria-sort'))
    .toBe('ascending')
  await user.click(screen.getByRole('link', { name: 'Next page' }))
  const back = await screen.findByRole('link', { name: 'Previous page' })
  expect(bulk()!.textContent).toContain('1 selected')
  await user.click(back)
  await row('Kiosk one')
  await user.click(within(bulk()!).getByRole('button', { name: 'Deactivate' }))
  await screen.findByText('1 project deactivated.')
  await expect
    .poll(async () => (await row('Kiosk one')).textContent)
    .toMatch(/Pending.*Inactive|Inactive.*Pending/s)
  await expect.poll(bulk).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await expect.poll(() => bulk()?.textContent).toContain('20 selected')
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await expect.poll(bulk).toBeNull()
})

test('an edit by staff says what is missing, outlives the end of their session, and is saved', async () => {
  const { _id } = await aProject(owner, { title: 'Tickets', price: 120 })
  const edit = `/admin/projects/edit/${_id}`
  await visit('/admin/projects?search=Tickets', { as: staff })
  await user.click(within(await row('Tickets')).getByRole('link', { name: /^Edit/ }))
  await expect.poll(address).toBe(edit)
  const type = async (label: string, text: string) => {
    await user.clear(field(label))
    await user.type(field(label), text)
  }
  await screen.findByLabelText(/^Title/)
  await type('Title', 'Tickets edited')
  await type('Price', '-1')
  await press('Save Changes')
  await expect.poll(() => field('Price').getAttribute('aria-invalid')).toBe('true')
  await type('Price', '99.50')
  await user.selectOptions(field('Verification'), 'Rejected')
  await press('Save Changes')
  await screen.findByText('Tell the owner in the notes what to change or why.')
  await type('Notes', 'It does not start.')
  localStorage.setItem('adminToken', 'ended')
  await press('Save Changes')
  await expect.poll(address).toBe('/admin/login')

  await visit(edit, { as: staff })
  await screen.findByDisplayValue('Tickets edited')
  expect(field('Notes').value).toBe('It does not start.')
  await press('Save Changes')
  await screen.findByText('“Tickets edited” is saved.')
  const { project } = await staff.api.projects.get({ params: { id: _id } })
  expect(project).toMatchObject({ price: 99.5, verificationStatus: 'rejected' })
})

test('a review whose history fails is not called absent, and a project that is not there leads back', async () => {
  const { _id } = await aProject(owner)
  failing('projects.verificationHistory')
  await visit(`/admin/projects/${_id}`, { as: staff })
  await expect.poll(() => within(main()).queryByRole('button', { name: 'Try Again' })).not.toBeNull()
  expect(screen.queryByRole('heading', { name: 'Project not found' })).toBeNull()
  await visit('/admin/projects/edit/01890000-0000-7000-8000-000000000000')
  await screen.findByRole('heading', { name: 'Project not found' })
  await user.click(screen.getByRole('link', { name: 'Back to Projects' }))
  await expect.poll(address).toBe('/admin/projects')
})

test('staff create a project for a member whom they name by email, and delete it after a question', async () => {
  await visit('/admin/projects', { as: staff })
  await user.click(await screen.findByRole('link', { name: 'Add New Project' }))
  await user.type(await screen.findByLabelText(/^Owner’s email/), 'nobody@nowhere.example')
  await user.type(field('Title'), 'Canteen')
  await user.type(field('Description'), 'Sells meals.')
  await user.selectOptions(field('Category'), 'SaaS')
  await user.type(field('Price'), '50')
  await press('Create Project')
  await screen.findByText('No member signs in with this email')
  await user.clear(field('Owner’s email'))
  await user.type(field('Owner’s email'), owner.email)
  await press('Create Project')
  await screen.findByRole('heading', { name: 'Canteen' })
  await visit('/admin/projects?search=Canteen')
  await user.click(within(await row('Canteen')).getByRole('button', { name: /^Delete/ }))
  const question = await screen.findByRole('dialog', {
    name: 'Are you sure you want to delete this project?',
  })
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await expect.poll(() => screen.queryByRole('row', { name: /Canteen/ })).toBeNull()
})

test('staff read with whose project a new one shares code, or that it shares none, and what cannot be compared', async () => {
  await app.jobs.work([...similarityJobs(app.dependencies), ...findingJobs(app.dependencies)])
  const uploaded = async (title: string, files: { path: string; text: string }[]) => {
    const { _id } = await aProject(owner, { title })
    await aRelease(owner, _id, Object.fromEntries(files.map(({ path, text }) => [path, text])))
    return _id
  }
  const [original, copy] = generateProjects({ projects: 2, copies: 1, seed: 5 })
  await uploaded('Orchard one', original!.files)
  const two = await uploaded('Orchard two', copy!.files)
  const alone = await uploaded('Orchard alone', [{ path: 'a.js', text: 'console.log(1)\n' }])
  for (let round = 0; round < 3; round++) await app.jobs.run()
  const similar = () => screen.getByRole('region', { name: 'Similar listings' }).textContent
  await visit(`/admin/projects/${alone}`, { as: staff })
  await expect.poll(similar).toContain('None found')
  await visit(`/admin/projects/${two}`)
  await expect.poll(similar).toMatch(/1 to look at.*Orchard one.*same owner.*\d+ shared passages/s)
  await visit(`/admin/projects/${two}/similarity/01890000-0000-7000-8000-000000000000`)
  await screen.findByRole('heading', { name: 'These projects could not be compared' })
})

test('staff switch what is looked for in files: what is required is shown, and what is not shown is not required', async () => {
  const switches = () =>
    ['shown', 'required'].map((name) =>
      screen.getByRole<HTMLInputElement>('switch', { name: `Large files: ${name}` }),
    )
  const states = () => switches().map(({ checked, disabled }) => (disabled ? 'pending' : checked))
  const press = async (which: number, then: boolean[]) => {
    await user.click(switches()[which]!)
    await expect.poll(states).toEqual(then)
    await reload()
    expect(states()).toEqual(then)
  }
  await visit('/admin/findings', { as: staff })
  expect(states()).toEqual([true, false])
  await press(1, [true, true])
  await press(0, [false, false])
  await press(1, [true, true])
})
