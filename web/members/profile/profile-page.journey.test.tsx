import { screen, within } from '@testing-library/dom'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'

import {
  address,
  clock,
  failed,
  failing,
  field,
  main,
  press,
  reload,
  startJourneys,
  timePasses,
  user,
  visit,
} from '../../../test/in-process.tsx'
import { aMember, aProject } from '../../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, checkoutBy, source } from '../../../test/orders.ts'
import { drawn } from '../../../test/pictures.ts'

const app = await startJourneys()
const region = (name: string) => screen.getByRole('region', { name })
/** A tab, with the number of what it holds. */
const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) })
const panel = () => within(screen.getByRole('tabpanel'))
/** Opens a tab and waits for what it holds. */
const open = async (address: string, as?: Awaited<ReturnType<typeof aMember>>) => {
  await visit(address, { as })
  await screen.findByRole('tabpanel')
}
const rows = () => panel().queryAllByRole('listitem')
const name = async (member: string) => screen.findByRole('heading', { name: member, level: 1 })

test('a new member finds in each tab what to do next; what the profile lacks leads to its field', async () => {
  await visit('/profile', { as: await aMember(app, { name: 'Meera Iyer' }) })
  await name('Meera Iyer')
  screen.getByText('Member', { exact: true })
  screen.getByText('Verified email', { exact: true })
  expect(region('Quick Stats').textContent).toMatch(/No reviews yet.*₹0/)
  expect(region('Recent Activity').textContent).toContain('You joined Readymade')
  const completion = within(region('Profile Completion'))
  completion.getByText('25%')
  for (const [group, missing] of [
    ['Basic Info', 'Add: CollegeAdd: CourseAdd: YearAdd: Picture'],
    ['Contact Details', 'Add: Address'],
    ['Portfolio', 'Add: Social links'],
  ] as const)
    expect(completion.getByRole('list', { name: `Missing from ${group}` }).textContent).toBe(missing)
  for (const [title, words] of [
    ['Projects', 'No projects yet'],
    ['Orders', 'No orders yet'],
    ['Referrals', 'No referrals yet'],
    ['Settings', 'Not provided'],
  ] as const) {
    await user.click(tab(title))
    await expect.poll(address).toBe(`/profile?tab=${title.toLowerCase()}`)
    await screen.findAllByText(words)
    // Beside what is about something else the card is small, with all that leads on.
    await expect.poll(() => within(region('Your card')).queryByText(/^since /)).toBeNull()
    const card = within(region('Your card'))
    for (const text of ['Meera Iyer', 'Member', 'Verified email', 'Edit Profile', 'Logout'])
      card.getByText(text, { exact: true })
    card.getByRole('button', { name: 'Change picture' })
  }
  history.back()
  await screen.findByRole('heading', { name: 'No referrals yet' })
  history.forward()
  await screen.findByRole('tab', { name: /^Settings/, selected: true })
  await user.click(tab('Profile'))
  await user.click(
    within(await screen.findByRole('region', { name: 'Profile Completion' })).getByRole('link', {
      name: 'Add: College',
    }),
  )
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('college')
})

test('what is no picture is said in the words of the server, what could not be sent in those of the call; a picture is taken at once, shown in the header, changed and removed', async () => {
  vi.useFakeTimers(clock)
  await visit('/profile', { as: await aMember(app, { name: 'Meera Iyer' }) })
  const choose = (content: string | Uint8Array<ArrayBuffer>) =>
    user.upload(field('Picture'), new File([content], 'me.png', { type: 'image/png' }))
  const notices = () => screen.getByRole('status', { name: 'Notices' })
  const refusal = 'Images must be jpeg, png or webp'
  await choose('no picture')
  await failed(refusal)
  await expect.poll(() => notices().textContent).toContain(refusal)
  // The notice goes by itself; beside the picture it stays until the next try.
  await timePasses(20_000)
  expect(notices().textContent).toBe('')
  await failed(refusal)
  const blue = await avatarOf('blue')
  const mend = failing('accounts.changeAvatar', 'cut')
  await choose(blue)
  await failed('Failed to upload avatar')
  mend()

  const shown = () =>
    within(screen.getByRole('banner')).getAllByRole('link', { name: /^Hi, / })[0]!.querySelector('img')?.src
  const colour = async () => {
    const { rawPayload } = await app.app.inject({ url: new URL(shown()!).pathname })
    return (await sharp(rawPayload).stats()).channels.map(({ mean }) => Math.round(mean / 255))
  }
  await choose(blue)
  await screen.findByText('Avatar updated')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await colour()).toEqual([0, 0, 1])
  const first = shown()
  await choose(await avatarOf('red'))
  await expect.poll(shown).not.toBe(first)
  expect(await colour()).toEqual([1, 0, 0])
  await reload()
  expect(await colour()).toEqual([1, 0, 0])
  await press('Remove picture')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await screen.findByText('Avatar removed')
  expect(shown()).toBeUndefined()
  expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull()
})

const avatarOf = async (background: string) =>
  new Uint8Array(await drawn(40, 40, background).png().toBuffer())

test('a page of a tab that is not there leads to the last one, nonsense to the first; a search longer than may be typed is cut', async () => {
  const omar = await aMember(app)
  await aProject(omar, { title: 'Quiz Maker' })
  await open('/profile?tab=projects', omar)
  for (const asked of ['9', '-1', '1.5', 'x']) {
    await open(`/profile?tab=projects&page=${asked}`)
    await panel().findByText('Quiz Maker')
  }
  await open('/profile?tab=orders&page=9')
  await panel().findByText('No orders yet')
  await open(`/profile?tab=orders&search=${'long%00'.repeat(100)}`)
  await panel().findByText('No orders found')
})

test('a tab that fails leaves the page as it is and can be tried again', async () => {
  await visit('/profile?tab=settings', { as: await aMember(app, { name: 'Ravi Menon' }) })
  for (const [title, call, failure, words] of [
    ['Profile', 'profile.overview', 'Failed to get profile', 'You joined Readymade'],
    ['Projects', 'projects.mine', 'Failed to fetch projects', 'No projects yet'],
    ['Orders', 'orders.mine', 'Failed to load orders', 'No orders yet'],
    ['Referrals', 'referrals.mine', 'Failed to load referrals', 'No referrals yet'],
  ] as const) {
    const mend = failing(call, 502)
    await user.click(tab(title))
    await screen.findByText(failure)
    await name('Ravi Menon')
    mend()
    await press('Try Again')
    await panel().findByText(words)
  }
  failing('profile.counts')
  await visit('/profile?tab=referrals')
  await screen.findByRole('tab', { name: /^Referrals/, selected: true })
})

test('many orders are searched and come in pages; a completed one can be downloaded, each opens', async () => {
  const seller = await aBuyer(app)
  const dev = await aMember(app)
  for (let n = 1; n <= 11; n++)
    await buyAndPay(app, dev, source(await aListing(app.db, seller.id, 10_000, { title: `Bought ${n}` })))
  const unpaid = await aListing(app.db, seller.id, 10_000, { title: 'Not Paid' })
  await checkoutBy({ ...seller, api: dev.api }, source(unpaid))
  await open('/profile?tab=orders', dev)
  await expect.poll(rows).toHaveLength(10)
  expect(tab('Orders').textContent).toBe('Orders12')
  expect(rows()[0]!.textContent).toMatch(/Not Paid.*Pending/)
  const downloads = (row: HTMLElement) => within(row).queryAllByRole('button', { name: /^Download/ })
  expect(rows().map((row) => downloads(row).length)).toEqual([0, ...Array<number>(9).fill(1)])
  await user.click(screen.getByRole('link', { name: 'Next page' }))
  await expect.poll(rows).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
  const search = async (words: string) => {
    await user.clear(screen.getByRole('searchbox', { name: 'Search orders' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), `${words}{Enter}`)
  }
  await search('BOUGHT 7')
  await expect
    .poll(() => rows().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining('Bought 7')])
  await search('no such thing')
  await screen.findByRole('heading', { name: 'No orders found' })
  await user.click(screen.getByRole('link', { name: 'Show All Orders' }))
  await expect.poll(rows).toHaveLength(10)
  const [number] = /RM-\d{4}-\d{6}/.exec(rows()[0]!.textContent)!
  await user.click(within(rows()[0]!).getByRole('link', { name: /^View Details/ }))
  await screen.findByText(`Order ${number}`)
  await user.click(screen.getAllByRole('link', { name: /^Pay ₹/ })[0]!)
  await screen.findByRole('heading', { name: 'Waiting for your payment' })
})

test('a friend who buys is listed with the commission, and the code is copied and shared', async () => {
  const lata = await aMember(app, { name: 'Lata Rao' })
  const { referralCode } = lata.user
  const omkar = await aMember(app, { name: 'Omkar Ganesh Joshi', referralCode })
  const seller = await aBuyer(app)
  await buyAndPay(app, omkar, source(await aListing(app.db, seller.id, 249_900)))
  await open('/profile?tab=referrals', lata)
  const row = within(region('Your referrals')).getByRole('listitem').textContent
  for (const words of ['Omkar J.', 'Active', '₹249.9']) expect(row).toContain(words)
  expect(main().textContent).not.toContain('Ganesh')
  await press('Copy Code')
  await screen.findByText('Referral code copied')
  expect(await navigator.clipboard.readText()).toBe(referralCode)
  await press('Copy Link')
  await screen.findByText('Link copied')
  const link = await navigator.clipboard.readText()
  expect(link).toBe(`${location.origin}/signup?ref=${referralCode}`)
  for (const way of ['WhatsApp', 'Email']) {
    const href = panel()
      .getByRole('link', { name: new RegExp(`^${way}`) })
      .getAttribute('href')!
    expect(href).toMatch(/^(https:\/\/wa\.me\/|mailto:)/)
    expect(href).toContain(encodeURIComponent(link))
  }
  await user.click(tab('Profile'))
  await screen.findByText('Omkar J. joined with your code')
})

test('a project is among the recent ones and is deleted from the list after a question', async () => {
  const sana = await aMember(app)
  for (const title of ['Bus Pass Desk', 'Quiz Maker']) await aProject(sana, { title })
  await open('/profile', sana)
  const recent = within(region('Recent Projects'))
  expect(recent.getAllByRole('listitem')).toHaveLength(2)
  await user.click(recent.getByRole('link', { name: /^View All/ }))
  await expect.poll(address).toBe('/profile?tab=projects')
  await panel().findByRole('heading', { name: 'My Projects' })
  const row = async (title = 'Bus Pass Desk') => within((await panel().findByText(title)).closest('li')!)
  ;(await row()).getByRole('link', { name: 'Edit' })
  await user.click((await row()).getByRole('link', { name: 'View' }))
  await expect.poll(address).toMatch(/\/owner\/projects\/[\w-]+\/preview$/)
  await name('Bus Pass Desk')
  history.back()
  await screen.findByRole('heading', { name: 'My Projects' })
  await open('/profile?tab=projects')
  const deletes = 'Are you sure you want to delete this project?'
  const ask = async (button: string, title?: string) => {
    const ofRow = (await row(title)).getByRole('button', { name: /^Delete/ })
    await expect.poll(() => ofRow.getAttribute('aria-disabled')).toBeNull()
    await user.click(ofRow)
    const dialog = await screen.findByRole('dialog', { name: deletes })
    await user.click(within(dialog).getByRole('button', { name: button }))
  }
  await ask('Cancel')
  await open('/profile?tab=projects')
  const mend = failing('projects.remove', 'cut')
  await ask('Delete')
  await failed('Failed to delete project')
  mend()
  await ask('Delete')
  await screen.findByText('The project is deleted.')
  await expect.poll(() => panel().queryByText('Bus Pass Desk')).toBeNull()
  await expect.poll(() => tab('Projects').textContent).toBe('Projects1')
  expect(address()).toBe('/profile?tab=projects')
  await ask('Delete', 'Quiz Maker')
  await panel().findByText('No projects yet')
})
