import { expect, type Page, test } from '@playwright/test'

import { projectWith } from './catalogue.ts'
import {
  cutTexts,
  doubleText,
  expectFits,
  expectSaid,
  hiddenFocus,
  listen,
  setTextSize,
} from './eyes-and-hands.ts'
import { hydrated } from './hydrated.ts'
import { enterCode, signInAsStaff, signInByCalls, signUpByCalls } from './people.ts'
import { expectNoFindings } from './sound.ts'

const narrow = { width: 320, height: 256 }
const member = 'ananya@students.readymade.example'
const newcomer = (name: string) => ({
  name,
  email: `${crypto.randomUUID()}@e2e.example`,
  phone: '9876543210',
})

test('every page of the site has no findings, and fits at 400 % zoom and with text of twice its size', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const listing = await projectWith(page, ({ images }) => images.length > 1)
  const buyer = await signInByCalls(page, 'rohit@students.readymade.example', '/profile')
  const order = await firstId(page, '/api/orders', 'orders', buyer.headers)
  for (const address of [`/orders/${order}`, '/profile?tab=orders']) await expectReadable(page, address)
  const owner = await signInByCalls(page, member, '/profile')
  const own = await firstId(page, '/api/projects/me', 'projects', owner.headers)
  for (const address of [
    '/',
    '/projects',
    '/projects?search=hospital+zzblorp',
    '/projects?search=zzblorp+wqxj',
    listing,
    `${listing}/ask`,
    `${listing}/report`,
    `/checkout?project=${listing.split('/').at(-1)}`,
    '/categories',
    '/about',
    '/contact',
    '/support/terms',
    '/cart',
    '/wishlist',
    '/verify',
    '/verify/AAAAA-AAAAA-AAAAA-AAAAA',
    '/projects/01890000-0000-7000-8000-000000000000',
    ...['profile', 'projects', 'referrals', 'settings'].map((tab) => `/profile?tab=${tab}`),
    ...['refunds', 'earnings', 'payouts', 'coupons', `projects/${own}`, `projects/${own}/preview`].map(
      (name) => `/owner/${name}`,
    ),
  ])
    await expectReadable(page, address)
  await page.evaluate(() => localStorage.clear())
  for (const address of ['/', '/signin', '/signin/link', '/signup', '/admin/login'])
    await expectReadable(page, address)
})

test('what a message and a payment lead to has no findings, and fits as well', async ({ page }) => {
  test.setTimeout(300_000)
  const { headers } = await signUpByCalls(page, newcomer('Meera Das'))
  const post = async (call: string, data: object) =>
    (await (await page.request.post(call, { headers, data })).json()) as Record<string, never>
  const { statusPage } = (await post('/api/contact', {
    name: 'Meera Das',
    email: newcomer('').email,
    subject: 'General Inquiry',
    message: 'Do you have a project about bus routes?',
  })) as unknown as { statusPage: string }
  const listing = await projectWith(page, ({ price }) => price > 0)
  const { payment } = (await post('/api/orders/checkout', {
    items: [{ projectId: listing.split('/').at(-1), kind: 'source' }],
    state: 'Kerala',
    idempotencyKey: crypto.randomUUID(),
  })) as unknown as { payment: { _id: string; gateway: { payUrl: string } } }
  for (const address of [
    statusPage,
    `/orders/payments/${payment._id}`,
    `${payment.gateway.payUrl}?payment=${payment._id}`,
  ])
    await expectReadable(page, address)
})

test('every page of staff has no findings, and fits at 400 % zoom and with text of twice its size', async ({
  page,
}) => {
  test.setTimeout(600_000)
  await signInAsStaff(page)
  const addressesIn = (place: string) =>
    page.locator(place).evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  await page.waitForSelector('#admin-sidebar nav a')
  const lists = await addressesIn('#admin-sidebar nav a')
  expect(lists.length).toBeGreaterThan(15)
  for (const list of [...lists, '/admin/notices']) {
    await expectReadable(page, list)
    const first = (await addressesIn(`main a[href^="${list}/"]`)).find((to) => !to.includes('#'))
    if (first) await expectReadable(page, first)
  }
})

test('nothing that has the focus is covered, also where bars stay in view', async ({ page }) => {
  test.setTimeout(300_000)
  const listing = await projectWith(page, ({ images }) => images.length > 1)
  for (const address of ['/projects', listing])
    for (const size of [narrow, { width: 390, height: 700 }]) {
      await page.setViewportSize(size)
      await page.goto(address)
      await hydrated(page)
      await page.locator('main h1').evaluate((heading) => {
        heading.tabIndex = -1
        heading.focus()
      })
      await expectFocusSeen(page, 25)
    }
  await signUpByCalls(page, newcomer('Usha Rao'), { open: '/profile?tab=projects' })
  for (const size of [narrow, { width: 390, height: 700 }]) {
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Add New Project' }).click()
    await expect(page.getByRole('dialog').getByLabel('Title')).toBeVisible()
    await expectFocusSeen(page, 20)
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAsStaff(page)
  await page.goto('/admin/projects')
  await page.getByRole('checkbox').nth(1).check()
  await expect(page.getByRole('region', { name: 'Bulk actions' })).toBeVisible()
  await expectFocusSeen(page, 25)
  // Backwards, what stays in view at the top is in the way.
  await expectFocusSeen(page, 15, 'Shift+Tab')
})

test('in forced colours one sees what is chosen, where a button ends, and how a switch stands', async ({
  page,
}) => {
  await signInByCalls(page, member, '/profile')
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(page.getByRole('tab').first()).toBeVisible()
  await expectOneChosen(page, '[role=tab]')
  await expectOneChosen(page, 'footer .theme-switch > label')
  const edge = await page
    .locator('.button:not(.button-link)')
    .first()
    .evaluate((button) => getComputedStyle(button).borderTopWidth)
  expect(edge).toBe('1px')
  await page.goto('/profile?tab=settings')
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

test('an error is said once, with its field, and says what to do', async ({ page }) => {
  await listen(page)
  await page.goto('/signin')
  await hydrated(page)
  const email = page.getByLabel('Email')
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(/email/i)
  const somebody = newcomer('Farah Ali')
  await signUpByCalls(page, somebody, { open: '/about' })
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
  await enterCode(page, somebody.email)
  await expect(page).not.toHaveURL(/signin/)

  await page.goto('/profile?tab=projects')
  await page.getByRole('button', { name: 'Add New Project' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('Mess Menu Planner')
  await form.getByRole('button', { name: 'Continue to Files' }).click()
  await expect(form.getByLabel('Description')).toBeFocused()
  await expect(form.getByLabel('Description')).toHaveAccessibleDescription(/Description is required/)
  for (const name of ['Category', 'Price']) await expect(form.getByText(`${name} is required`)).toBeVisible()
})

/** Returns the id of the first entry of a list that a call answers. */
async function firstId(page: Page, call: string, list: string, headers: Record<string, string>) {
  const reply = await page.request.get(call, { headers })
  return ((await reply.json()) as Record<string, { _id: string }[]>)[list]![0]!._id
}

/**
 * Opens a page and expects that it fits a window of 320 px without accessibility findings, and that text of twice its
 * size, alone or with what is laid out by it, is not cut in others.
 */
async function expectReadable(page: Page, address: string) {
  await page.setViewportSize(narrow)
  await page.goto(address)
  await hydrated(page)
  await expect(page.locator('main h1').first(), address).toBeVisible()
  await expect(page.locator('main .skeleton'), address).toHaveCount(0)
  await expectFits(page, address)
  await expectNoFindings(page)
  const expectWhole = async (width: number, what: string) => {
    await page.setViewportSize({ width, height: 800 })
    await expectFits(page, `${address}, ${what}, ${width} px`)
    expect.soft(await cutTexts(page), `${address}, ${what}, ${width} px`).toEqual([])
  }
  await setTextSize(page, 200)
  await expectWhole(390, 'text size 200 %')
  await setTextSize(page, 100)
  await doubleText(page)
  for (const width of [1280, 390]) await expectWhole(width, 'text of twice its size')
}

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
