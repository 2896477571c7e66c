import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { signInAsStaff } from './people.ts'

test.use({ own: true })

const breakRendering = (page: Page) =>
  page.evaluate(() => {
    const whole = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format')!
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get(this: Intl.NumberFormat) {
        if (location.pathname === '/projects') throw new RangeError('broken “on purpose” while it was drawn')
        return whole.get!.call(this) as unknown
      },
    })
  })

test('a page of the site leaves header and footer when it cannot be drawn, says what to do, and the next link works', async ({
  page,
}) => {
  await page.goto('/contact')
  await hydrated(page)
  await breakRendering(page)
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Projects', exact: true }).click()
  const alert = page.getByRole('main')
  await expect(alert).toContainText('Failed to fetch projects')
  await expect(alert).toContainText(/[Tt]ry again/)
  await expect(page.getByRole('banner')).toBeVisible()
  await footer.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText(/wrong|Failed/)
})

test('a page whose script is gone, because there is a newer build, is opened once the newer build has been loaded', async ({
  page,
}) => {
  await page.goto('/contact')
  await hydrated(page)
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route('**/assets/*.js', (route) => (isOld ? route.fulfill({ status: 404 }) : route.continue()))
  const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })
  await terms.click()
  await expect.poll(() => isOld).toBe(false)
  await hydrated(page)
  await terms.click()
  await expect(page).toHaveURL('/support/terms')
  await expect(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible()
})

test('an error that a browser met is listed on the staff’s dashboard, with nothing that somebody wrote', async ({
  page,
  elsewhere,
}) => {
  await page.goto('/contact')
  await hydrated(page)
  await breakRendering(page)
  const told = page.waitForResponse('**/api/browser-errors')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Projects' }).click()
  await told

  const staff = await elsewhere()
  await signInAsStaff(staff, '/admin/dashboard')
  const errors = staff.getByRole('region', { name: 'Errors in browsers' })
  const row = errors.getByRole('listitem').filter({ hasText: '/projects · Chrome' })
  await expect(row).toContainText('RangeError: broken … while it was drawn')
  await expect(row).toContainText(/[1-9] times?/)
  await expect(errors).not.toContainText('on purpose')
})
