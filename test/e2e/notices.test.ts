import { notices } from '#contract/accounts/notices.ts'

import { expect, test } from './journey.ts'
import { signInAsStaff } from './people.ts'

test('a mail to all members is sent once, after a question, and kept while one thinks about it', async ({
  page,
}) => {
  await signInAsStaff(page)
  // Nobody is mailed, because other journeys read their newest mail.
  const sent: unknown[] = []
  await page.route('**/api/admin/notices', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent.push(route.request().postDataJSON())
    const notice = { _id: '1', kind: 'other', subject: 'Exam week', text: 'Closed.', createdBy: 'Admin' }
    const rest = { createdAt: new Date().toISOString(), sent: 0, state: 'sending', endedAt: null }
    return route.fulfill({ json: { success: true, notice: { ...notice, ...rest } } })
  })
  await page.goto('/admin/notices')
  const main = page.getByRole('main')
  const send = main.getByRole('button', { name: /^Mail [\d,]+ Members$/ })
  await send.click()
  await expect(main.getByText('Write a subject')).toBeVisible()
  await main.getByLabel('Subject').fill('Exam week')
  await main.getByLabel('Text').fill('We answer on Monday.')
  await main.getByLabel('Subject').press('Enter')
  const question = page.getByRole('dialog')
  await expect(question.getByRole('heading', { name: /^Mail [\d,]+ members\?$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(main.getByLabel('Subject')).toHaveValue('Exam week')
  expect(sent).toEqual([])
  await send.click()
  await question.getByRole('button', { name: /^Mail/ }).click()
  await expect(page.getByText('The mails are on their way.').first()).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(notices.create.body.safeParse(sent[0])).toMatchObject({ success: true })
  await expect(main.getByLabel('Subject')).toHaveValue('')
})
