import { expectSound, expectSoundIfLong } from './accessibility-findings.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { signInAsStaff, signUp, newcomer } from './people.ts'

test('a member asks, the owner answers, everybody reads it, staff hide it', async ({ page, elsewhere }) => {
  const { headers } = await signUp(page, newcomer('Kavya Menon'))
  const id = await aListedProject(page, headers, { title: 'Library with questions' })
  const asker = await elsewhere()
  const ravi = newcomer('Ravi Menon')
  await signUp(asker, ravi, { open: `/projects/${id}` })
  const section = asker.getByRole('region', { name: 'Questions', exact: true })
  await expect(section).toContainText('Nobody has asked yet')
  await section.getByRole('link', { name: 'Ask a Question' }).click()
  const text = asker.getByLabel('Your question')
  await text.fill('Call me on 98765 43210')
  await asker.getByRole('button', { name: 'Send Question' }).click()
  await expect(asker.getByText('Our staff read your question first')).toBeVisible()
  await section.scrollIntoViewIfNeeded()
  await expect(section.getByRole('list', { name: 'Hidden questions' })).toContainText(
    /Call me on 98765 43210.*Waits for our staff/s,
  )
  await expectSoundIfLong(asker)
  const staff = await elsewhere()
  await signInAsStaff(staff, '/admin/dashboard')
  await staff.getByRole('region', { name: 'To do today' }).getByRole('link', { name: 'held text' }).click()
  const heldText = staff
    .getByRole('listitem', { name: 'Question, Library with questions' })
    .filter({ hasText: ravi.email })
  await expect(heldText).toContainText('Call me on 98765 43210')
  await heldText.getByRole('button', { name: 'Refuse' }).click()
  await expect(heldText).toContainText('Say why')
  await expectSound(staff)
  await heldText.getByLabel('Why it is refused').fill('Leave out your phone number')
  await heldText.getByRole('button', { name: 'Refuse' }).click()
  await expect(staff.getByText('It is refused, and its writer is told why.')).toBeVisible()
  await expect(heldText).toHaveCount(0)

  await section.getByRole('link', { name: 'Ask a Question' }).click()
  await text.fill('Does it run on Windows with XAMPP?')
  await asker.getByRole('button', { name: 'Send Question' }).dblclick()
  await expect(asker).toHaveURL(`/projects/${id}#questions`)
  await expect(section.getByRole('listitem').filter({ hasText: 'Does it run' })).toHaveText(
    /Does it run on Windows with XAMPP\?\s*Ravi M\./,
  )

  // Back does not send the question again.
  await asker.goBack()
  await expect(asker).not.toHaveURL(/ask$/)

  await page.goto(`/owner/projects/${id}#questions`)
  await expect(page.getByText('1 to answer')).toBeVisible()
  await page.getByRole('button', { name: 'Answer: Does it run' }).click()
  await page.getByLabel('Your answer').fill('Yes, with XAMPP 8.')
  await page.getByRole('button', { name: 'Save Answer' }).click()
  await expect(page.getByRole('button', { name: 'Edit Answer: Does it run' })).toBeVisible()

  await asker.goto(`/projects/${id}`)
  await hydrated(asker)
  await expect(section.getByText('Yes, with XAMPP 8.')).toBeVisible()
  await staff.goto(`/admin/projects/${id}?tab=listing`)
  await staff.getByRole('button', { name: 'Hide: Does it run' }).click()
  await staff.getByLabel('Why it is hidden').fill('Not about the project')
  await staff.getByRole('button', { name: 'Hide Question' }).click()
  await expect(staff.getByRole('button', { name: 'Show Again: Does it run' })).toBeVisible()
  await asker.goto(`/projects/${id}`)
  await hydrated(asker)
  await expect(section).toContainText('Nobody has asked yet')
  // The asker and the owner still see the question, with the reason.
  await section.scrollIntoViewIfNeeded()
  await expect(section.getByRole('list', { name: 'Hidden questions' })).toContainText(
    /Does it run on Windows.*Hidden\s*Not about the project/s,
  )
  await page.reload()
  await expect(page.getByRole('region', { name: 'Questions', exact: true })).toContainText(
    'Not about the project',
  )
  await expect(page.getByRole('button', { name: 'Edit Answer: Does it run' })).toBeHidden()
})
