import { expect, test } from './journey.ts'
import { signInAsStaff, staffHeaders } from './people.ts'
import { expectSound, expectSoundIfLong } from './sound.ts'

test('staff enter who runs the shop: the settings say what the law asks for, then every page names it', async ({
  page,
}) => {
  const mark = Date.now().toString(36)
  const footer = page.getByRole('contentinfo')
  const main = page.getByRole('main')
  await page.goto('/support/privacy')
  await expect(footer.locator('address')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'write to us' })).toBeVisible()

  await signInAsStaff(page)
  await page.goto('/admin/settings?section=identity')
  await expect(page.getByText(/^Still empty: the legal name, the address, the phone/)).toBeVisible()
  const name = `Meera & Daughters ${mark} <i>Private</i> Limited`
  await page.getByLabel('Legal name').fill(name)
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('12 MG Road\nBengaluru')
  await page.getByLabel('Phone').fill('+91 80 1234 5678')
  await page.getByLabel('Support email').fill('help@shop.example')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Identity is saved.')).toBeVisible()
  await expect(page.getByText(/^Still empty: the grievance officer/)).toBeVisible()

  await page.goto('/')
  await expect(footer).toContainText(name)
  await expect(footer).toContainText('12 MG Road, Bengaluru')
  await expect(footer.getByRole('link', { name: 'help@shop.example' })).toHaveAttribute(
    'href',
    'mailto:help@shop.example',
  )
  await expect(footer.getByRole('link', { name: '+91 80 1234 5678' })).toHaveAttribute(
    'href',
    'tel:+918012345678',
  )
  expect(await page.content()).toContain('"telephone":"+91 80 1234 5678"')
  for (const address of [
    '/contact',
    ...['privacy', 'terms', 'cookies', 'help'].map((one) => `/support/${one}`),
  ]) {
    await page.goto(address)
    for (const words of [name, '12 MG Road', 'help@shop.example', '+91 80 1234 5678'])
      await expect(main).toContainText(words)
    await expectSoundIfLong(page)
  }
  const headers = await staffHeaders(page)
  const settings = (await (await page.request.get('/api/admin/settings', { headers })).json()) as {
    settings: { identity: { value: object; version: number } }
  }
  const { value, version } = settings.settings.identity
  const emptied = { ...value, legalName: '', address: '', phone: '', supportEmail: '' }
  const address = `/api/admin/settings/identity?version=${version}`
  expect((await page.request.put(address, { headers, data: emptied })).status()).toBe(200)
  await page.goto('/')
  await expect(footer.locator('address')).toHaveCount(0)
})

test('staff write a support page and an account of the shop; of two who edit at once the later one is told and loses nothing; everybody sees what was saved', async ({
  page,
}) => {
  const mark = Date.now().toString(36)
  const headers = await staffHeaders(page)
  const address = '/api/admin/settings'
  const now = async () =>
    ((await (await page.request.get(address, { headers })).json()) as { settings: Sections }).settings
      .supportPages
  const save = (data: object, at: number) =>
    page.request.put(`${address}/supportPages?version=${at}`, { headers, data })
  const asItWas = await now()
  await save({ ...asItWas.value, help: '## Before\nThis stands there.' }, asItWas.version)
  await signInAsStaff(page)
  await page.goto('/admin/settings?section=supportPages')
  const cookies = page.getByRole('textbox', { name: 'Cookie Policy' })
  await cookies.fill(`No heading ${mark}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Begin with a heading: a line that begins with ##')).toBeVisible()
  await expect(cookies).toBeFocused()
  await cookies.fill(`## None ${mark}\nWe keep {fee}, and **no** cookies.`)

  // Another admin saves the same section meanwhile.
  const { value, version } = await now()
  const help = `## Help ${mark}\nWrite to us.`
  expect((await save({ ...value, help }, version)).status()).toBe(200)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('saved this while you were editing')).toBeVisible()
  await expect(cookies).toHaveValue(/We keep \{fee\}/)
  await expect(page.getByRole('textbox', { name: 'Help Centre' })).toHaveValue(help)
  await expectSound(page)
  await page.reload()
  await expect(cookies).toHaveValue(/We keep \{fee\}/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Support pages is saved.')).toBeVisible()

  await page.goto('/admin/settings?section=social')
  const youtube = page.getByLabel('YouTube')
  await youtube.fill(`https://www.youtube.com/@${mark}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Social links is saved.')).toBeVisible()
  await page.goto('/support/cookies')
  await expect(page.getByRole('heading', { name: `None ${mark}` })).toBeVisible()
  await expect(page.getByText('We keep 20%, and no cookies.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Readymade on YouTube' })).toHaveAttribute(
    'href',
    `https://www.youtube.com/@${mark}`,
  )
  await expectSoundIfLong(page)

  // An unsaved order survives leaving the page and can be reset.
  await page.goto('/admin/settings?section=featured')
  const rows = page.getByRole('list', { name: 'Featured projects in their order' }).getByRole('listitem')
  const titles = async () => (await rows.getByRole('link').allInnerTexts()).slice(0, 2)
  await expect(rows.nth(1)).toBeVisible()
  const [one, other] = await titles()
  await rows.nth(1).getByRole('button', { name: /up$/ }).click()
  await expect.poll(titles).toEqual([other, one])
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible()
  await page.goBack()
  await page.reload()
  await expect(page.getByText('Not saved yet.')).toBeVisible()
  await expect.poll(titles).toEqual([other, one])
  await expectSoundIfLong(page)
  await page.getByRole('button', { name: 'Put Back' }).click()
  await expect.poll(titles).toEqual([one, other])
  await page.reload()
  await expect.poll(titles).toEqual([one, other])

  // Restores the settings for later journeys.
  const last = await now()
  await save({ ...asItWas.value, help: '' }, last.version)
  await page.goto('/admin/settings?section=social')
  await youtube.fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Social links is saved.')).toBeVisible()
  await page.goto('/support/help')
  await expect(page.getByRole('heading', { name: 'Help centre' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Readymade on YouTube' })).toHaveCount(0)
})

interface Sections {
  supportPages: { value: Record<string, string>; version: number }
}
