import { sendTo } from '../api-at.ts'
import { hostileContent, hostilePerson } from '../hostile-content.ts'
import { withHostileSettings } from '../hostile-settings.ts'
import { expectSound } from './accessibility-findings.ts'
import { expect, type Page, test } from './journey.ts'
import { expectFits } from './layout-and-speech.ts'
import { withMoneyCases } from './money-cases.ts'
import { signInAsStaff, signUp, staffHeaders } from './people.ts'

test.use({ own: true })

test('no text that anybody sends becomes a script or an element, whoever looks at it, and every page of staff is as wide with it as without', async ({
  page,
  elsewhere,
  server,
}) => {
  test.setTimeout(480_000)
  const buying = await elsewhere()
  const faults = [await watch(page), await watch(buying)]
  const send = sendTo(server.address)
  const person = (who: string) => ({ ...hostilePerson(), email: `${who}.${Date.now()}@e2e.example` })
  const { user, headers } = await signUp(page, person('owner'), { open: '/signin' })
  const buyer = await signUp(buying, person('buyer'), { open: '/signin' })
  const tokenOf = ({ authorization }: Record<string, string>) => authorization!.split(' ')[1]!
  const staff = tokenOf(await staffHeaders(page))
  const people = { owner: tokenOf(headers), ownerId: user._id, buyer: tokenOf(buyer.headers), staff }
  const hostile = await test.step('all texts are sent', () => hostileContent(send, people))
  await test.step('what visitors, a buyer and the owner see', async () => {
    for (const address of hostile.buyer) await expectOnlyText(buying, address)
    for (const address of hostile.owner) await expectOnlyText(page, address)
  })
  await test.step('what staff see', async () => {
    await signInAsStaff(page)
    for (const address of hostile.staff) {
      await expectOnlyText(page, address)
      await expectFits(page, address)
      await expectSound(page)
    }
    await expectOnlyText(page, hostile.found)
    for (const address of await withMoneyCases(page)) {
      await expectOnlyText(page, address)
      await expectFits(page, address)
      await expectSound(page)
    }
  })
  await test.step('what staff decide, with their reasons', async () => {
    const { staff, owner, buyer } = await hostile.decide()
    for (const address of staff) await expectOnlyText(page, address)
    for (const address of owner) await expectOnlyText(page, address)
    for (const address of buyer) await expectOnlyText(buying, address)
  })
  await test.step('what staff write in the settings', () =>
    withHostileSettings(send, staff, async (addresses) => {
      for (const address of addresses) await expectOnlyText(page, address)
    }))
  expect(faults.flat()).toEqual([])
  await buying.close()
})

/**
 * Collects events that a text must not cause: a script runs, the Content-Security-Policy blocks one, or another site is
 * requested. The list grows while the page is used.
 */
async function watch(page: Page): Promise<string[]> {
  const faults: string[] = []
  const record = (what: string) => faults.push(`${page.url()}: ${what}`)
  page.on('dialog', async (dialog) => {
    record(`a script ran: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content Security Policy|blocked by policy/.test(message.text())) record(message.text())
  })
  page.on('pageerror', (error) => record(error.message))
  page.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith('evil.example')) record(`asked for ${request.url()}`)
  })
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error(`Content Security Policy: ${violatedDirective} ${blockedURI} ${sample}`),
    ),
  )
  return faults
}

/** Opens a page, waits until it is complete, and expects that no text became an element. */
async function expectOnlyText(page: Page, address: string) {
  await page.goto(address)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  const made = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[xssmark], xss, [href^="javascript:" i], [action^="javascript:" i], [src*="evil.example"], [href*="evil.example"], [data*="evil.example"]',
      ),
    ].map(({ outerHTML }) => outerHTML.slice(0, 200)),
  )
  expect.soft(made, address).toEqual([])
}
