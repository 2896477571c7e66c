import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { expectSaid, hiddenFocus, listen } from './layout-and-speech.ts'
import { isLong } from './long.ts'
import { signIn, signInAsStaff, signUp, newcomer } from './people.ts'

/** The smallest window, where bars cover the most; a phone is looked at in the long run. */
const sizes = [{ width: 320, height: 256 }, ...(isLong ? [{ width: 390, height: 700 }] : [])]
const member = 'ananya@students.readymade.example'

test('nothing that has the focus is covered, also where bars stay in view', async ({ page }) => {
  test.setTimeout(300_000)
  const listing = await projectWith(page, ({ images }) => images.length > 1)
  for (const address of ['/projects', listing])
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.goto(address)
      await hydrated(page)
      await page.locator('main h1').evaluate((heading) => {
        heading.tabIndex = -1
        heading.focus()
      })
      await expectFocusSeen(page, 25)
    }
  await signUp(page, newcomer('Usha Rao'), { open: '/profile?tab=projects' })
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Add New Project' }).click()
    await expect(page.getByRole('dialog').getByLabel('Title')).toBeVisible()
    await expectFocusSeen(page, 20)
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAsStaff(page, '/admin/projects')
  await page.getByRole('checkbox').nth(1).check()
  await expect(page.getByRole('region', { name: 'Bulk actions' })).toBeVisible()
  await expectFocusSeen(page, 25)
  // Backwards, what stays in view at the top is in the way.
  await expectFocusSeen(page, 15, 'Shift+Tab')
})

test('in forced colours one sees what is chosen, where a button ends, and how a switch stands', async ({
  page,
}) => {
  await signIn(page, member, '/profile')
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.getByRole('tab').first()).toBeVisible()
  await expectOneChosen(page, '[role=tab]')
  await expectOneChosen(page, 'footer .theme-switch > label')
  const edge = await page
    .locator('.button:not(.button-link)')
    .first()
    .evaluate((button) => getComputedStyle(button).borderTopWidth)
  expect(edge).toBe('1px')
  await page.getByRole('tab', { name: 'Settings' }).click()
  const knob = page
    .getByRole('switch')
    .first()
    .evaluate((box) => getComputedStyle(box, '::before').display)
  expect(await knob).toBe('none')
  await page.goto('/owner/earnings')
  await expect(page.getByRole('navigation', { name: 'Period' })).toBeVisible()
  await expectOneChosen(page, 'nav[aria-label=Period] a')
  await page.goto('/projects?page=2')
  await expectOneChosen(page, 'nav[aria-label=Pages] a[aria-label^=Page]')
})

test('who follows a link stands at the heading of the next page, and Back leads to the link', async ({
  page,
}) => {
  await page.goto('/about')
  await hydrated(page)
  const heading = page.locator('main h1')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click()
  await expect(page).toHaveURL('/projects')
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle(/projects with source code/)
  const next = page.getByRole('link', { name: 'Next page' })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await expect(heading).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('main :focus')).toHaveCount(1)
  await page.goBack()
  await expect(page).toHaveURL('/projects')
  await expect(page.locator('a:focus')).toHaveAttribute('href', /page=2/)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.getByRole('radio', { name: /^AI\/ML/ }).check()
  await expect(page).toHaveURL(/category/)
  await expect(page.getByRole('radio', { name: /^AI\/ML/ })).toBeFocused()
  // The chip is gone when it was pressed.
  await page.getByRole('link', { name: 'Remove filter AI/ML' }).press('Enter')
  await expect(page).toHaveURL('/projects')
  await expect(heading).toBeFocused()
  // A field keeps the focus when what is typed leads away from the second page.
  await page.goto('/projects?page=2')
  await hydrated(page)
  const search = page.getByLabel('Search projects')
  await search.fill('hospital')
  await expect(page).toHaveURL(/search=hospital/)
  await expect(search).toBeFocused()
})

test.describe(() => {
  test.use({ own: true })

  test('counts, notices and positions are said once, in a region that was there before', async ({ page }) => {
    await listen(page)
    await page.goto('/projects')
    await hydrated(page)
    const heading = page.getByRole('heading', { level: 1 })
    const countOfAll = (await heading.textContent())!
    await page.getByRole('radio', { name: /^AI\/ML/ }).check()
    await expect(heading).not.toHaveText(countOfAll)
    const count = (await heading.textContent())!
    await expectSaid(page, [count, 'in AI/ML'])
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click()
    await expectSaid(page, [/^Added .* to cart!/])

    // The heading has the focus and says the count; what else has changed is said.
    await page.goto('/projects')
    await hydrated(page)
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(heading).toBeFocused()
    await expectSaid(page, ['in all categories, page 2'])

    await page.goto(await projectWith(page, ({ images }) => images.length > 2))
    await hydrated(page)
    await page.getByRole('button', { name: 'Next picture' }).click()
    await expectSaid(page, [/^2 of \d$/])
    await page.getByRole('button', { name: 'Larger view' }).click()
    const larger = page.getByRole('dialog')
    await expectSaid(page, [/^2 of \d$/])
    await larger.getByRole('button', { name: 'Next picture' }).click()
    await expectSaid(page, [/^3 of \d$/])

    await page.goto('/cart')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Remove/ })
      .press('Enter')
    await expectSaid(page, ['Nothing is in your cart now.'])
    await expect(heading).toBeFocused()
  })
})

test.describe(() => {
  test.use({ own: true })

  test('an error is said once, with its field, and says what to do', async ({ page }) => {
    await listen(page)
    await page.goto('/signin')
    await hydrated(page)
    const email = page.getByLabel('Email')
    await page.getByRole('button', { name: 'Send Code' }).click()
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription(/email/i)
    const somebody = newcomer('Farah Ali')
    await signUp(page, somebody)
    await page.evaluate(() => localStorage.clear())
    await page.goto('/signin')
    await hydrated(page)
    await email.fill(somebody.email)
    await page.getByRole('button', { name: 'Send Code' }).click()
    const code = page.getByLabel('6-digit code')
    await expect(code).toBeFocused()
    await code.pressSequentially('000000')
    const wrong = 'OTP verification failed. That code is not right. Try again, or ask for a new one.'
    await expectSaid(page, [wrong])
    await expect(code).toHaveAccessibleDescription(new RegExp(wrong))
  })
})

/** Presses a key many times and expects that what has the focus is seen each time. */
async function expectFocusSeen(page: Page, steps: number, key = 'Tab') {
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press(key)
    // A browser scrolls there in its next frame.
    await expect
      .poll(() => hiddenFocus(page), {
        message: `${page.url()}, ${page.viewportSize()!.height} px high`,
        timeout: 3000,
      })
      .toBe('')
  }
}

/** Expects that exactly one of these elements has another ground than the others. */
async function expectOneChosen(page: Page, place: string) {
  const grounds = await page
    .locator(place)
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
  const counts = Object.values(Object.groupBy(grounds, (colour) => colour)).map((same) => same!.length)
  expect(counts, place).toHaveLength(2)
  expect(counts, place).toContain(1)
}
