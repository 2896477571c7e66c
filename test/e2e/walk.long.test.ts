import { hydrated } from './hydrated.ts'
import { expect, type Locator, type Page, test } from './journey.ts'
import { signIn, signInAsStaff } from './people.ts'

/** For each role, the first pages and a pattern of its own pages; pages of other roles are left at once. */
const walks: Record<string, { signIn?: (page: Page) => Promise<unknown>; from: string[]; own: RegExp }> = {
  'a visitor': {
    from: ['/', '/verify', '/signin', '/signin/link', '/admin/login', '/admin/login/link'],
    own: /^\/(?!admin\/|profile|owner|orders)/,
  },
  'a buyer': {
    signIn: (page) => signIn(page, 'rohit@students.readymade.example', '/profile'),
    from: ['/profile', '/wishlist', '/cart'],
    own: /^\/(profile|orders|wishlist|cart|checkout)/,
  },
  'an owner': {
    signIn: (page) => signIn(page, 'ananya@students.readymade.example', '/profile'),
    from: [
      '/profile',
      '/owner/earnings',
      '/owner/payouts',
      '/owner/refunds',
      '/owner/help',
      '/owner/coupons',
    ],
    own: /^\/(profile|owner)/,
  },
  staff: {
    signIn: signInAsStaff,
    from: ['/admin/dashboard', '/admin/projects/new', '/admin/no-such-page'],
    own: /^\/admin\//,
  },
}

test.describe.configure({ mode: 'parallel' })

for (const [who, { signIn, from, own }] of Object.entries(walks)) {
  test(`no page fails ${who}: each is opened, and each kind of link inside it is pressed`, async ({
    page,
  }) => {
    // A busy machine takes several times as long.
    test.setTimeout(600_000)
    const faults: string[] = []
    let step = 'signing in'
    page.on('pageerror', ({ message }) => faults.push(`${step}: ${message}`))
    page.on('console', (said) => {
      // On a busy machine the server may shed a picture.
      if (['error', 'warning'].includes(said.type()) && !said.text().includes('status of 503'))
        faults.push(`${step}: ${said.text()}`)
    })
    await signIn?.(page)

    const addresses = new Map(from.map((address) => [placeOf(address), address]))
    const pressed = new Set<string>()
    const nextLink = async () =>
      (await linksOf(page)).find(
        ({ href, isOutsideMain }) => !pressed.has(stepOf(page.url(), href, isOutsideMain)),
      )
    for (const address of addresses.values()) {
      // Links lead from page to page; the remaining links of a page are pressed in its own iteration.
      for (let isDone = false; !isDone;) {
        step = address
        await page.goto(address, { waitUntil: 'domcontentloaded' })
        await hydrated(page)
        await expectShown(page, step)
        isDone = !(await nextLink())
        for (let link = await nextLink(); link; link = await nextLink()) {
          const { href, isOutsideMain } = link
          const before = page.url()
          step = stepOf(before, href, isOutsideMain)
          pressed.add(step)
          const target = page
            .locator(`${isOutsideMain ? '' : 'main '}a[href="${href}"]`)
            .filter({ visible: true })
          if (!(await press(page, target.first()))) continue
          const dialog = page.getByRole('dialog').first()
          await expect.poll(async () => page.url() !== before || dialog.isVisible(), step).toBe(true)
          if (page.url() === before) continue
          await expectShown(page, step)
          const { pathname, search } = new URL(page.url())
          if (!own.test(pathname)) break
          if (!addresses.has(placeOf(pathname))) addresses.set(placeOf(pathname), pathname + search)
        }
      }
    }
    expect(faults).toEqual([])
  })
}

/** Lists links of this site that open in this tab and lead to another page. */
const linksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(
        (link) =>
          link.checkVisibility({ visibilityProperty: true }) &&
          !link.closest('dialog, [inert]') &&
          link.origin === location.origin &&
          link.target === '' &&
          !link.hasAttribute('download') &&
          !/^\/(api|files|media|share|assets)\//.test(link.pathname) &&
          link.pathname + link.search !== location.pathname + location.search,
      )
      .map((link) => ({ href: link.getAttribute('href')!, isOutsideMain: !link.closest('main') })),
  )

/** The kind of a page: its path with ids replaced, and its tab. */
function placeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const path = pathname
    .replaceAll(/\/([\da-f-]{36}|\d+)(?=\/|$)/g, '/:id')
    .replace(/^\/verify\/.+/, '/verify/:code')
  const tab = searchParams.get('tab')
  return tab ? `${path}?tab=${tab}` : path
}

/**
 * Identifies a press by the kind of its page (or `frame` for header and footer) and by the target and the query of the
 * link.
 */
function stepOf(from: string, href: string, isOutsideMain: boolean): string {
  const { searchParams } = new URL(href, from)
  const asked = [...new Set(searchParams.keys())].toSorted().join(' ')
  return `${isOutsideMain ? 'frame' : placeOf(from)} → ${placeOf(new URL(href, from).href)} ${asked}`.trim()
}

/** Presses a link; returns false when it has disappeared, for example because a list was redrawn. */
async function press(page: Page, link: Locator) {
  await leaveDialog(page)
  try {
    await link.click({ timeout: 10_000 })
    return true
  } catch (error) {
    if (await link.isVisible()) throw error
    return false
  }
}

/** Closes a dialog over the page, such as the one that asks for sign-in or for a new project. */
async function leaveDialog(page: Page) {
  const dialog = page.getByRole('dialog').first()
  if (!(await dialog.isVisible())) return
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden({ timeout: 2000 })
}

/** Waits until a page has loaded and expects that it has not failed. */
async function expectShown(page: Page, step: string) {
  await expect(page.locator('h1').first(), step).toBeVisible()
  await expect(page.locator('main .skeleton'), step).toHaveCount(0)
  // On a busy machine the server may exceed the timeout; a broken page fails again.
  const retry = page.getByRole('main').getByRole('button', { name: 'Try Again' })
  if (await retry.isVisible()) await retry.click()
  await expect(retry, step).toHaveCount(0)
}
