import { answerBy } from '#contract/answer-times.ts'
import { namedDay } from '#contract/format.ts'

import { expect, test } from './journey.ts'
import { mailTo } from './mails.ts'

test('a category opens its featured projects, and closes them again', async ({ page }) => {
  await page.goto('/categories')
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'AI/ML' }) })
  const opened = page.getByRole('region', { name: 'Featured projects in AI/ML' })
  await card.getByRole('link', { name: 'Featured projects in AI/ML' }).click()
  await expect(opened.getByRole('article').first()).toBeVisible()
  await expect(page).toHaveURL('/categories?category=AI%2FML')
  await opened.getByRole('link', { name: 'View All Projects' }).click()
  await expect(page).toHaveURL('/projects?category=AI%2FML')
  await page.goBack()
  await card.getByRole('link', { name: 'Featured projects in AI/ML' }).click()
  await expect(opened).toHaveCount(0)
})

test('category cards, the table and the stats are made from the catalogue', async ({ page }) => {
  const { categories } = (await (await page.request.get('/api/categories')).json()) as {
    categories: { name: string; count: number; technologies: string[]; features: string[] }[]
  }
  await page.goto('/categories')
  const total = categories.reduce((sum, { count }) => sum + count, 0)
  await expect(page.getByRole('definition').first()).toHaveText(total.toLocaleString('en-IN'))
  for (const { name, count, technologies } of categories.filter(({ count }) => count > 0)) {
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await expect(card).toContainText(count === 1 ? '1 project' : `${count} projects`)
    const words = card.getByRole('list', { name: 'Technologies' }).getByRole('listitem')
    await expect(words).not.toHaveCount(0)
    const shown = await words.allTextContents()
    const others = Number(/^\+(\d+)$/.exec(shown.at(-1)!)?.[1] ?? 0)
    expect(others > 0 ? shown.length - 1 + others : shown.length).toBe(technologies.length)
    expect(await card.getByRole('list').first().getByRole('listitem').count()).toBeLessThanOrEqual(4)
    await expect(page.getByRole('table').getByRole('row').filter({ hasText: name })).toHaveCount(1)
  }
  for (const name of ['Contact Us', 'Browse Projects'])
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()
})

test('the about page has every section, and the team three tabs', async ({ page }) => {
  await page.goto('/about')
  const main = page.getByRole('main')
  for (const label of [/projects listed/, /students/])
    await expect(main.getByRole('term').filter({ hasText: label }).locator('..')).toHaveText(/[0-9]/)
  await expect(main.getByText('country served')).toHaveCount(0)
  const steps = main.getByRole('region', { name: 'How a project gets its label' }).getByRole('listitem')
  await expect(steps).toHaveCount(5)
  for (const name of ['Our mission', 'Our vision', 'What we stand for', 'What we do', 'Technologies', 'Team'])
    await expect(main.getByRole('heading', { name, exact: true })).toBeVisible()
  for (const layer of ['Frontend', 'Backend', 'Database', 'DevOps', 'Cloud'])
    await expect(main.getByRole('term').filter({ hasText: layer })).toBeVisible()
  const tab = (name: string) => main.getByRole('tab', { name })
  const names = main.getByRole('tabpanel').getByRole('heading')
  const leaders = await names.allInnerTexts()
  await tab('Developers').click()
  await expect(tab('Developers')).toHaveAttribute('aria-selected', 'true')
  expect(await names.allInnerTexts()).not.toEqual(leaders)
  await page.keyboard.press('ArrowRight')
  await expect(tab('Advisors')).toBeFocused()
  await expect(tab('Advisors')).toHaveAttribute('aria-selected', 'true')
  await expect(main.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')
  await expect(main.getByRole('link', { name: 'Browse Projects' })).toHaveAttribute('href', '/projects')
})

test('without scripts the whole team is there', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto('/about')
  for (const name of ['Developers', 'Advisors'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
})

test('a message is checked, sent and thanked for', async ({ page }) => {
  await page.goto('/contact')
  const send = page.getByRole('button', { name: 'Send Message' })
  await send.click()
  for (const text of ['Name is required', 'Email is required', 'Message is required'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Subject').getByRole('option')).toHaveText([
    'Choose a subject',
    'General Inquiry',
    'Project Question',
    'Custom Development',
    'Technical Support',
    'Partnership',
    'Other',
  ])
  await page.getByLabel('Name').fill('Sneha Patil')
  await page.getByLabel('Email').fill('sneha@e2e')
  await page.getByLabel('Subject').selectOption('Project Question')
  await page.getByLabel('Message').fill('Does the hospital project run on Windows?')
  await send.click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Does the hospital project run on Windows?')
  await page.getByLabel('Email').fill('sneha@e2e.example')
  let sent = () => {}
  const held = new Promise<void>((resolve) => (sent = resolve))
  await page.route('**/contact.data*', async (route) => {
    await held
    await route.continue()
  })
  await send.click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  sent()
  await expect(page.getByRole('heading', { name: 'Message Sent Successfully!' })).toBeFocused()
  await expect(page.getByLabel('Message')).toHaveCount(0)
  const by = namedDay(answerBy('message', new Date()))
  await expect(page.getByText(`We reply within 24 hours, weekends not counted: by ${by}`)).toBeVisible()
  await expect.poll(() => mailTo('sneha@e2e.example')).toContain('We have your message')
  await page.getByRole('link', { name: 'Send Another Message' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('the contact page has info, hours and frequent questions', async ({ page }) => {
  await page.goto('/contact')
  const main = page.getByRole('main')
  for (const name of ['Contact info', 'Business hours'])
    await expect(main.getByRole('region', { name })).toBeVisible()
  for (const [days, time] of [
    ['Mon-Fri', /9.*6/],
    ['Saturday', /10.*4/],
    ['Sunday', 'Closed'],
  ] as const)
    await expect(main.getByRole('term').filter({ hasText: days }).locator('..')).toContainText(time)
  const faq = main.getByRole('region', { name: 'Frequently asked questions' })
  await faq.getByText('Can I get my money back?').click()
  await expect(faq.getByText(/7.day/).first()).toBeVisible()
  await faq.getByText('What support comes with a project?').click()
  await expect(faq.getByText(/30 days/).first()).toBeVisible()
})
