import { expectSound, expectSoundIfLong } from './accessibility-findings.ts'
import { expect, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { mailTo } from './mails.ts'
import { signInAsStaff, signUp, newcomer } from './people.ts'

test('a visitor sends a copyright notice without an account, staff block the project, and its owner reads how to answer', async ({
  page: owner,
  elsewhere,
}) => {
  const now = Date.now()
  const person = newcomer('Kavya Owner')
  const { headers } = await signUp(owner, person)
  const title = `Library that is a copy ${now}`
  const id = await aListedProject(owner, headers, { title })
  const visitor = await elsewhere()
  await visitor.goto(`/projects/${id}`)
  await visitor.getByRole('link', { name: 'Report this project' }).click()
  await expect(visitor.getByText('within 7 days, and within 36 hours')).toBeVisible()
  await expect(visitor.getByLabel('Your address')).toBeHidden()
  await visitor.getByLabel('It is copied from somebody else').check()
  await visitor.getByLabel('What did you find?').fill('Every file is that of my project of May.')
  await visitor.getByRole('button', { name: 'Send Report' }).click()
  await expect(visitor.getByText('Name is required')).toBeVisible()
  await expectSound(visitor)
  const email = `writer.${now}@e2e.example`
  await visitor.getByLabel('Name').fill('Meera Writer')
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByLabel('It is mine').check()
  await visitor.getByLabel('What is the original').fill('Library Desk, published in May at example.org')
  await visitor.getByLabel('Your address').fill('MG Road 1, Bengaluru 560001')
  await visitor.getByRole('button', { name: 'Send Report' }).dblclick()
  await expect(visitor.getByRole('heading', { name: /^Complaint RP-\d{6}$/ })).toBeVisible()
  await expect(visitor.getByText('Our staff have it')).toBeVisible()
  await expectSoundIfLong(visitor)
  const state = visitor.url()
  await expect.poll(() => mailTo(email, 'We have your complaint')).toContain('/status/RP-')
  await visitor.goto(state.replace(/key=.*/, 'key=0'))
  await expect(visitor.getByRole('heading', { name: 'Not found' })).toBeVisible()

  const staff = await elsewhere()
  await signInAsStaff(staff, '/admin/complaints')
  await staff.getByRole('link', { name: title }).click()
  await expect(staff.getByText('MG Road 1, Bengaluru 560001')).toBeVisible()
  const block = staff.getByRole('region', { name: 'Block now' })
  await block.getByLabel('Reason').fill('It looks like a copy.')
  await block.getByRole('button', { name: 'Block Now' }).dblclick()
  await expect(staff.getByText(/^Off the lists until/)).toBeVisible()
  await expect(block).toBeHidden()
  await expectSoundIfLong(staff)

  await visitor.goto(state)
  await expect(visitor.getByText(/or our decision/)).toBeVisible()
  expect((await visitor.goto(`/projects/${id}`))!.status(), 'it comes back').toBe(404)
  await owner.goto(`/owner/projects/${id}#complaints`)
  const complaints = owner.getByRole('region', { name: 'Complaints' })
  await expect(complaints.getByText(/^Off the lists until/)).toBeVisible()
  await expect(complaints).not.toContainText('Meera')
})
