import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { signUp, signUpByHand } from './people.ts'
import { expectSoundIfLong } from './sound.ts'
import { store } from './storage.ts'

const gone = '01890000-0000-7000-8000-000000000000'

test('a visitor saves two projects, signs in, and they are the member’s: other tabs follow, another browser has them', async ({
  context,
  page,
  elsewhere,
}) => {
  await page.goto('/projects')
  await hydrated(page)
  const titles = await saveFirst(page, 2)
  const other = await context.newPage()
  await other.goto('/projects')
  await hydrated(other)
  for (const title of titles) await expect(heart(other, title)).toHaveAttribute('aria-pressed', 'true')
  const email = `wishes-${Date.now()}@e2e.example`
  await signUpByHand(page, { name: 'Farah Khan', email, phone: '9876543210' })
  await page.getByRole('link', { name: 'Wishlist' }).click()
  for (const title of titles) await expect(rows(page).filter({ hasText: title })).toBeVisible()

  await page.goto('/profile')
  const section = page.getByRole('region', { name: 'Wishlist' })
  for (const title of titles) await expect(section.getByRole('link', { name: title })).toBeVisible()
  await section.getByRole('link', { name: 'View All' }).click()
  await expect(rows(page)).toHaveCount(2)

  // One tab removes and adds items, and the other follows without a reload.
  await heart(other, titles[0]!).click()
  await expect(rows(page).filter({ hasText: titles[0]! })).toHaveCount(0)
  await heart(other, titles[0]!).click()
  await expect(rows(page).filter({ hasText: titles[0]! })).toBeVisible()
  await page.getByRole('button', { name: `Remove ${titles[1]}` }).click()
  await expect(heart(other, titles[1]!)).toHaveAttribute('aria-pressed', 'false')
  await expect(rows(page)).toHaveCount(1)

  // Another browser of the same member shows the wishlist of the server.
  const tokens = await page.evaluate(() =>
    ['accessToken', 'refreshToken', 'user'].map((name) => [name, localStorage.getItem(name)!] as const),
  )
  const laptop = await elsewhere()
  await store(laptop, Object.fromEntries(tokens))
  await laptop.goto('/projects')
  await hydrated(laptop)
  await expect(heart(laptop, titles[0]!)).toHaveAttribute('aria-pressed', 'true')
  await expect(heart(laptop, titles[1]!)).toHaveAttribute('aria-pressed', 'false')

  // Sign-out deletes the wishlist from the browser.
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(heart(other, titles[0]!)).toHaveAttribute('aria-pressed', 'false')
  expect(await page.evaluate(() => localStorage.getItem('wishlist'))).toBeNull()
})

test.describe(() => {
  test.use({ own: true })

  test('a heart is reached and pressed with the keyboard, is large enough for a thumb, and moves nothing', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/projects')
    await hydrated(page)
    const [title] = await saveFirst(page, 1)
    const box = (await heart(page, title!).boundingBox())!
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          document.title += ` shift ${(entry as { value?: number }).value}`
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/projects')
    await hydrated(page)
    await expect(heart(page, title!)).toHaveAttribute('aria-pressed', 'true')
    expect(await page.title()).not.toContain('shift')
    await heart(page, title!).focus()
    await page.keyboard.press('Enter')
    await expect(heart(page, title!)).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('Space')
    await expect(heart(page, title!)).toHaveAttribute('aria-pressed', 'true')
  })
})

test('on its own page a project is saved too; the empty list says what to do', async ({ page }) => {
  await page.goto('/wishlist')
  await expect(page.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible()
  // An empty page does not go on with what the shop promises.
  const promise = page.getByRole('contentinfo').getByText('every file name, before you pay')
  await expect(promise).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Browse Projects' }).click()
  await expect(promise).toBeVisible()
  const card = page.getByRole('main').getByRole('heading', { level: 3 }).first()
  const title = await card.innerText()
  await card.click()
  await heart(page.getByRole('complementary'), title).click()
  await page.getByRole('link', { name: 'Wishlist' }).click()
  await rows(page).filter({ hasText: title }).getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})

test('what is withdrawn is said to be no longer available, and can be removed', async ({ page }) => {
  const item = { projectId: gone, title: 'Gone Project' }
  await store(page, { wishlist: { items: [item], memberId: null, at: 0 } })
  await page.goto('/wishlist')
  await expect(rows(page).filter({ hasText: 'Gone Project' })).toContainText('No longer available')
  await expectSoundIfLong(page)
  await page.getByRole('button', { name: 'Remove Gone Project' }).click()
  await expect(page.getByText('Your wishlist is empty')).toBeVisible()
})

test('a press that the server does not take is taken back and says so', async ({ page }) => {
  await signUp(page, { name: 'Farah Khan', email: `full-${Date.now()}@e2e.example`, phone: '9876543210' })
  await page.goto('/projects')
  await hydrated(page)
  await page.route('**/api/users/wishlist/*', (route) => route.abort())
  const [title] = await saveFirst(page, 1)
  await expect(page.getByText('The wishlist could not be changed. Please try again.')).toBeVisible()
  await expect(heart(page, title!)).toHaveAttribute('aria-pressed', 'false')
})

test('a heart pressed before the scripts have come leads to the wishlist, with the project on it', async ({
  page,
}) => {
  await page.goto('/projects')
  const { id, title } = await page
    .getByRole('button', { name: /^Save / })
    .first()
    .evaluate((button: HTMLButtonElement) => ({ id: button.value, title: button.ariaLabel!.slice(5) }))
  await page.goto(`/wishlist?save=${id}`)
  await expect(page).toHaveURL('/wishlist')
  await expect(rows(page).filter({ hasText: title })).toBeVisible()
})

type Place = Pick<Page, 'getByRole'>

const rows = (page: Place) => page.getByRole('main').getByRole('listitem')

const heart = (place: Place, title: string) =>
  place
    .getByRole('button', { name: `Save ${title}`, exact: true })
    .or(place.getByRole('button', { name: `Saved: ${title}`, exact: true }))

/** Presses the hearts of the first cards and returns their titles. */
async function saveFirst(page: Page, count: number): Promise<string[]> {
  const titles = await page.getByRole('main').getByRole('heading', { level: 3 }).allInnerTexts()
  for (const title of titles.slice(0, count)) await heart(page, title).click()
  return titles.slice(0, count)
}
