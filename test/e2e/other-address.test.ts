import { expect, type Page, test } from './journey.ts'

test('a message is sent at another name of this machine', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: at(baseURL!, '127.0.0.1') })
  const page = await context.newPage()
  await sendMessage(page)
  await expect(page.getByRole('heading', { name: 'Message Sent Successfully!' })).toBeVisible()
  await context.close()
})

test('at an address that is not ours a form says where the page is', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: at(baseURL!, 'shop.example') })
  const page = await context.newPage()
  await sendMessage(page)
  await expect(page.getByText(`This form is taken at ${baseURL} only.`)).toBeVisible()
  const there = page.getByRole('link', { name: 'Open the Page There' })
  await expect(there).toHaveAttribute('href', `${baseURL}/contact`)
  await expect(page.getByLabel('Message')).toHaveValue(text)
  await context.close()
})

// The browser is told that this name is of this machine.
const at = (url: string, hostname: string) => Object.assign(new URL(url), { hostname }).href
const text = 'Does the hospital project run on Windows?'

async function sendMessage(page: Page) {
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Sneha Patil')
  await page.getByLabel('Email').fill('sneha@e2e.example')
  await page.getByLabel('Subject').selectOption('Project Question')
  await page.getByLabel('Message').fill(text)
  await page.getByRole('button', { name: 'Send Message' }).click()
}
