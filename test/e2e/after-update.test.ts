import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'

test.use({ own: true })

/**
 * Opens a page whose scripts that it has not loaded yet are gone, as in a tab from before an update. They are there
 * again when the page is loaded anew, unless the update is `broken`. Returns how often it was.
 */
async function openBeforeUpdate(page: Page, address: string, { broken = false } = {}) {
  await page.unrouteAll()
  await page.goto(address)
  await hydrated(page)
  // Another update than the one before.
  await page.evaluate(() => sessionStorage.clear())
  const gone = new Set<string>()
  let reloads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) reloads++
  })
  await page.route('**/assets/*.js', (route, request) => {
    if (reloads === 0) gone.add(request.url())
    const isGone = reloads === 0 || (broken && gone.has(request.url()))
    return isGone ? route.fulfill({ status: 404, body: 'gone' }) : route.continue()
  })
  return { reloads: () => reloads }
}

const sentence = 'The shop was updated, so this page was loaded anew. What you typed is still here.'

test('in a tab from before an update sign-up, a picture and a link go on after one reload, with what was typed', async ({
  page,
}) => {
  const typed = { Name: 'Meera Iyer', Email: `meera-${Date.now()}@e2e.example`, Phone: '9876543210' }
  const send = page.getByRole('button', { name: 'Send Code' })
  let old = await openBeforeUpdate(page, '/signup')
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text)
  await send.click()
  await expect(page.getByText(sentence)).toBeVisible()
  for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text)
  await send.click()
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  expect(old.reloads()).toBe(1)

  old = await openBeforeUpdate(page, await projectWith(page, ({ images }) => images.length > 1))
  const picture = page
    .getByRole('region', { name: /^Pictures of/ })
    .getByRole('img')
    .first()
  await picture.click()
  await expect(page.getByText(sentence)).toBeVisible()
  await picture.click()
  await expect(page.getByRole('dialog', { name: /^Pictures of/ })).toBeVisible()
  expect(old.reloads()).toBe(1)

  old = await openBeforeUpdate(page, '/contact')
  const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })
  await terms.click()
  await expect.poll(old.reloads).toBe(1)
  await hydrated(page)
  await terms.click()
  await expect(page).toHaveURL('/support/terms')
  await expect(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible()
})

test('when an update is broken, the page is loaded anew once, and then a sentence says to reload', async ({
  page,
}) => {
  const { reloads } = await openBeforeUpdate(page, '/signin', { broken: true })
  const send = page.getByRole('button', { name: 'Send Code' })
  await page.getByLabel('Email').fill('somebody@e2e.example')
  await send.click()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('somebody@e2e.example')
  const missing = page.getByText('A part of this page is missing. Reload the page, then try again.')
  await send.click()
  await expect(missing).toBeVisible()
  expect(reloads()).toBe(1)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('somebody@e2e.example')
})
