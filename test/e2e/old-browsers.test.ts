import type { BrowserContext } from '@playwright/test'

import { missingMembers } from '../../lint/missing.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { newcomer, signIn, signInAsStaff, signUpByHand, staffSession } from './people.ts'
import { store } from './storage.ts'

test.use({ own: true })

/** What the lowest browsers lack is gone before the first script of a page, and selectors of popovers are errors. */
async function without(context: BrowserContext) {
  await context.addInitScript(
    (missing) => {
      for (const [of, member] of missing) {
        const named = (globalThis as unknown as Record<string, { prototype?: object } | undefined>)[of]
        for (const place of [named, named?.prototype]) if (place) Reflect.deleteProperty(place, member)
        if (of === 'Window') Reflect.deleteProperty(globalThis, member)
      }
      const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object
      for (const [of, member] of missing) if (of === 'Iterator') Reflect.deleteProperty(iterators, member)
      Reflect.deleteProperty(Navigator.prototype, 'sendBeacon')
      const asking = { Element: ['matches', 'closest', 'querySelector', 'querySelectorAll'] }
      const all = { ...asking, Document: asking.Element.slice(2), DocumentFragment: asking.Element.slice(2) }
      for (const [of, names] of Object.entries(all))
        for (const name of names) {
          const { prototype } = (globalThis as unknown as Record<string, { prototype: Asking }>)[of]!
          const own = prototype[name]!
          prototype[name] = function (selector) {
            if (selector.includes(':popover-open')) throw new SyntaxError(`${selector} is not a selector`)
            return own.call(this, selector)
          }
        }
      type Asking = Record<string, (this: unknown, selector: string) => unknown>
    },
    missingMembers().filter(([, member]) => member !== 'constructor'),
  )
}

/** Opens a page and follows its errors, which fail the journey at its end. */
async function opened(context: BrowserContext, errors: string[]): Promise<Page> {
  await without(context)
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => errors.push(message))
  return page
}

const failed = /Something went wrong|Failed to load/

test('visitor, member, owner and staff find all pages alive in the lowest browsers', async ({ context }) => {
  const errors: string[] = []
  const page = await opened(context, errors)
  await page.goto('/')
  await hydrated(page)
  expect(
    await page.evaluate(() => 'canParse' in URL || 'toSorted' in [] || 'size' in new URLSearchParams()),
  ).toBe(false)
  await page.getByRole('combobox').first().fill('hos')
  await expect(page.getByRole('option').first()).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.getByRole('region', { name: 'Menu' })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page).toHaveURL('/projects')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('radio', { name: /^Web Development/ }).check()
  await expect(page).toHaveURL(/category=/)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('article').getByRole('link').first().click()
  await page
    .getByRole('button', { name: /Add to Cart/ })
    .first()
    .click()
  await expect(page.getByText(/Added .* to cart/)).toBeVisible()

  await signUpByHand(page, newcomer('Divya Rao'))
  for (const address of ['/cart', '/checkout', '/profile']) {
    await page.goto(address)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(failed)).toHaveCount(0)
  }

  const { headers } = await signIn(page, 'sneha@students.readymade.example')
  const reply = await page.request.get('/api/projects/me', { headers })
  const [own] = ((await reply.json()) as { projects: { _id: string }[] }).projects
  await page.goto(`/owner/projects/${own!._id}`)
  await page
    .getByRole('button', { name: /Upload/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByText(failed)).toHaveCount(0)

  await signInAsStaff(page)
  for (const address of [
    '',
    '/projects',
    '/verification',
    '/contacts',
    '/orders',
    '/analytics',
    '/members',
    '/settings',
  ]) {
    await page.goto(`/admin${address}`)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main').locator('table, section, form').first()).toBeVisible()
    await expect(page.getByText(failed)).toHaveCount(0)
  }
  expect(errors).toEqual([])
})

test('over plain http staff answer a message and send a receipt again', async ({
  browser,
  baseURL,
  request,
}) => {
  const context = await browser.newContext({
    baseURL: Object.assign(new URL(baseURL!), { hostname: 'lan.test' }).href,
  })
  const page = await context.newPage()
  const words = `We look at it today, ${Date.now()}.`
  const { token, admin } = await staffSession(request)
  await store(page, { adminToken: token, adminUser: admin })
  await page.goto('/admin/contacts')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByLabel('Your reply').fill(words)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await expect(page.getByText(words)).toBeVisible()
  const reply = await request.get('/api/admin/orders', { headers: { authorization: `Bearer ${token}` } })
  const { orders } = (await reply.json()) as {
    orders: { _id: string; amount: number; status: string }[]
  }
  // Of what other journeys began on this server nothing is paid.
  const paid = orders.find(({ amount, status }) => amount > 0 && status === 'completed')!
  await page.goto(`/admin/orders/${paid._id}`)
  await page.getByRole('button', { name: /^Send .* Again$/ }).click()
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('The email is on its way.')
  await context.close()
})

test('below the lowest browsers a sentence stands above the page, which stays as the server sent it', async ({
  page,
}) => {
  const said = page.getByText('buttons and forms need a newer browser than this one')
  await page.goto('/projects')
  await hydrated(page)
  await expect(said).toHaveCount(0)
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'DecompressionStream'))
  await page.goto('/projects')
  await page.waitForLoadState('load')
  await expect(said).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await page.locator('html[data-hydrated]').count()).toBe(0)
})
