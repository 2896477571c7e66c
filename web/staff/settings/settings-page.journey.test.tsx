import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { settingsDefaults } from '#contract/staff/settings.ts'

import { field, main, press, reload, startJourneys, user, visit } from '../../../test/in-process.tsx'
import { anAdmin } from '../../../test/makers.ts'
import { aBuyer, aListing } from '../../../test/orders.ts'

const app = await startJourneys()
const admin = await anAdmin(app)
const owner = await aBuyer(app)

const footer = () => within(screen.getByRole('contentinfo'))
const hasOperator = () => screen.getByRole('contentinfo').querySelector('address') !== null
/** Saves a section, and waits until it is shown as it is now. */
async function save(section: string) {
  await press('Save')
  await screen.findByText(`${section} is saved.`)
  await expect
    .poll(() => screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled'))
    .toBeNull()
}
const read = async () => (await admin.api.settings.get()).settings

test('staff enter who runs the shop: the settings say what the law asks for, then every page names it', async () => {
  await visit('/support/privacy')
  expect(hasOperator()).toBe(false)
  within(main()).getByRole('link', { name: 'write to us' })

  await visit('/admin/settings?section=identity', { as: admin })
  await screen.findByText(/^Still empty: the legal name, the address, the phone/)
  const name = 'Meera & Daughters <i>Private</i> Limited'
  await user.type(field('Legal name'), name)
  await user.type(field('Address'), '12 MG Road{Enter}Bengaluru')
  await user.type(field('Phone'), '+91 80 1234 5678')
  await user.type(field('Support email'), 'help@shop.example')
  await save('Identity')
  await screen.findByText(/^Still empty: the grievance officer/)

  await visit('/')
  expect(screen.getByRole('contentinfo').querySelector('address')?.textContent).toContain(name)
  expect(screen.getByRole('contentinfo').textContent).toContain('12 MG Road, Bengaluru')
  // The law asks for it on every page: it stays when the footer is folded on phones.
  expect(screen.getByRole('contentinfo').querySelector('address')!.closest('.folded, details')).toBeNull()
  const leadsTo = (link: RegExp) => footer().getByRole('link', { name: link }).getAttribute('href')
  expect(leadsTo(/^help@ ?shop\.example$/)).toBe('mailto:help@shop.example')
  expect(leadsTo(/^\+91 80 1234 5678$/)).toBe('tel:+918012345678')
  for (const address of ['contact', 'support/privacy', 'support/terms', 'support/cookies', 'support/help']) {
    await visit(`/${address}`)
    for (const words of [name, '12 MG Road', 'help@shop.example', '+91 80 1234 5678'])
      expect(main().textContent, address).toContain(words)
  }
  const { version } = (await read()).identity
  await admin.api.settings.identity({ query: { version }, body: settingsDefaults.identity })
  await visit('/')
  expect(hasOperator()).toBe(false)
})

test('staff write a support page and an account of the shop; of two who edit at once the later one is told and loses nothing', async () => {
  const { supportPages } = settingsDefaults
  const saveElsewhere = (help: string, version: number) =>
    admin.api.settings.supportPages({ query: { version }, body: { ...supportPages, help } })
  await saveElsewhere('## Before\nThis stands there.', 0)
  await visit('/admin/settings?section=supportPages', { as: admin })
  await screen.findByLabelText('Cookie Policy')
  const cookies = () => field('Cookie Policy')
  await user.type(cookies(), 'No heading')
  await press('Save')
  await screen.findByText('Begin with a heading: a line that begins with ##', { exact: false })
  await expect.poll(() => document.activeElement === cookies()).toBe(true)
  await user.clear(cookies())
  await user.type(cookies(), '## None{Enter}We keep {{fee}, and **no** cookies.')

  // Another admin saves the same section meanwhile.
  const help = '## Help\nWrite to us.'
  await saveElsewhere(help, 1)
  await press('Save')
  await screen.findByText('saved this while you were editing', { exact: false })
  await expect.poll(() => field('Help Centre').value).toBe(help)
  await expect.poll(() => cookies().value).toContain('We keep {fee}')
  await reload()
  await screen.findByLabelText('Cookie Policy')
  await expect.poll(() => cookies().value).toContain('We keep {fee}')
  await save('Support pages')
  expect((await read()).supportPages.value).toMatchObject({
    help,
    cookies: expect.stringContaining('We keep'),
  })

  await visit('/admin/settings?section=social')
  await screen.findByLabelText('YouTube')
  await user.type(field('YouTube'), 'https://www.youtube.com/@shop')
  await save('Social links')
  const { social } = await read()
  expect(social.value.youtube).toBe('https://www.youtube.com/@shop')
})

test('an order of the featured projects that is not saved stays when the page is left, and can be put back', async () => {
  for (const title of ['Library Desk', 'Blood Bank']) {
    const { id } = await aListing(app.db, owner.id, 49_900, { title })
    await admin.api.projects.update({ params: { id }, body: { isFeatured: true } })
  }
  await visit('/admin/settings?section=featured', { as: admin })
  const rows = () =>
    within(screen.getByRole('list', { name: 'Featured projects in their order' })).getAllByRole('listitem')
  const titles = () => rows().map((row) => within(row).getAllByRole('link')[0]!.textContent)
  const [one, other] = titles()
  await user.click(within(rows()[1]!).getByRole('button', { name: /up$/ }))
  await expect.poll(titles).toEqual([other, one])
  await user.click(screen.getAllByRole('link', { name: /^Contacts/ })[0]!)
  await screen.findByRole('heading', { level: 1, name: 'Contacts' })
  history.back()
  await screen.findByText('Not saved yet.')
  await reload()
  await screen.findByText('Not saved yet.')
  expect(titles()).toEqual([other, one])
  await press('Put Back')
  await expect.poll(titles).toEqual([one, other])
  await reload()
  await screen.findByRole('list', { name: 'Featured projects in their order' })
  expect(titles()).toEqual([one, other])
})

test('an error of a setting in a group is shown at its field', async () => {
  await visit('/admin/settings?section=tax', { as: admin })
  const collect = await screen.findByRole('checkbox', { name: /^Collect TCS/ })
  await user.click(collect)
  await press('Save')
  await expect.poll(() => collect.getAttribute('aria-invalid')).toBe('true')
  const error = document.getElementById(collect.getAttribute('aria-describedby')!)
  expect(error?.textContent).toContain('TCS is for a marketplace')
})

test('the rates of sales are shown and entered in percent, and saved as they are when only another one is changed', async () => {
  await visit('/admin/settings?section=fees', { as: admin })
  await screen.findByRole('button', { name: 'Save' })
  const { feeRate, commissionRate } = settingsDefaults.fees
  expect(field('Fee in %').value).toBe(String(feeRate / 100))
  expect(field('Commission in %').value).toBe(String(commissionRate / 100))
  await user.clear(field('Fee in %'))
  await user.type(field('Fee in %'), '22.5')
  await press('Save')
  await expect
    .poll(async () => (await read()).fees)
    .toMatchObject({ value: { ...settingsDefaults.fees, feeRate: 2250 } })
})
