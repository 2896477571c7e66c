import { expect, type Page, test } from './journey.ts'
import { signUp } from './people.ts'
import { expectSoundIfLong } from './sound.ts'

test('a new member finds in each tab what to do next; what the profile lacks leads to its field', async ({
  page,
}) => {
  await signUp(page, newcomer('Meera Iyer'), { open: '/profile' })
  await expect(page.getByRole('heading', { name: 'Meera Iyer', level: 1 })).toBeVisible()
  await expect(page.getByText('Member', { exact: true })).toBeVisible()
  await expect(page.getByText('Verified email', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Quick Stats' })).toContainText('No reviews yet')
  await expect(page.getByRole('region', { name: 'Quick Stats' })).toContainText('₹0')
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('You joined Readymade')
  const completion = page.getByRole('region', { name: 'Profile Completion' })
  await expect(completion).toContainText('25%')
  await expect(completion.getByText('Basic Info')).toBeVisible()
  await expect(completion.getByRole('list', { name: 'Missing from Basic Info' })).toHaveText(
    /^Add: CollegeAdd: CourseAdd: YearAdd: Picture$/,
  )
  await expect(completion.getByRole('list', { name: 'Missing from Contact Details' })).toHaveText(
    'Add: Address',
  )
  await expect(completion.getByRole('list', { name: 'Missing from Portfolio' })).toHaveText(
    'Add: Social links',
  )
  for (const [tab, words] of [
    ['Projects', 'No projects yet'],
    ['Orders', 'No orders yet'],
    ['Referrals', 'No referrals yet'],
    ['Settings', 'Not provided'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel').getByText(words).first()).toBeVisible()
    await expect(page).toHaveURL(`/profile?tab=${tab.toLowerCase()}`)
  }
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'No referrals yet' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('tab', { name: 'Settings', selected: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await completion.getByRole('link', { name: 'College' }).click()
  await expect(page.getByLabel('College')).toBeFocused()
})

test('a page of a tab that is not there leads to the last one, nonsense to the first; a search longer than may be typed is cut', async ({
  page,
}) => {
  const { headers } = await signUp(page, newcomer('Omar Shaikh'))
  const data = { title: 'Quiz Maker', description: 'It works.', category: 'Web Development', price: 100 }
  await page.request.post('/api/projects', { headers, data: { ...data, hasFiles: false } })
  for (const asked of ['9', '-1', '1.5', 'x']) {
    await page.goto(`/profile?tab=projects&page=${asked}`)
    await expect(page.getByRole('tabpanel').getByText('Quiz Maker').first()).toBeVisible()
  }
  await page.goto('/profile?tab=orders&page=9')
  await expect(page.getByText('No orders yet')).toBeVisible()
  await page.goto(`/profile?tab=orders&search=${'long%00'.repeat(100)}`)
  await expect(page.getByText('No orders found')).toBeVisible()
})

test('a tab that fails leaves the page as it is and can be tried again', async ({ page }) => {
  await signUp(page, newcomer('Ravi Menon'), { open: '/profile?tab=settings' })
  for (const [tab, call, failure, words] of [
    ['Profile', '**/api/users/profile/overview', 'Failed to get profile', 'You joined Readymade'],
    ['Projects', '**/api/projects/me?*', 'Failed to fetch projects', 'No projects yet'],
    ['Orders', '**/api/orders?*', 'Failed to load orders', 'No orders yet'],
    ['Referrals', '**/api/referrals?*', 'Failed to load referrals', 'No referrals yet'],
  ] as const) {
    await page.route(call, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ravi Menon', level: 1 })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText(words).first()).toBeVisible()
  }
  await page.route('**/api/users/profile/counts', (route) =>
    route.fulfill({ status: 500, body: 'out of order' }),
  )
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Referrals', selected: true })).toBeVisible()
})

test('many orders are searched and come in pages; a completed one is downloaded, each opens', async ({
  page,
}) => {
  const { headers } = await signUp(page, newcomer('Dev Nair'))
  const projects = await listed(page)
  expect(projects.length).toBeGreaterThan(11)
  await buy(page, headers, projects.slice(1))
  await page.request.post('/api/orders/checkout', { headers, data: cartOf(projects.slice(0, 1)) })
  await page.goto('/profile?tab=orders')
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows).toHaveCount(10)
  await expect(page.getByRole('tab', { name: `Orders ${projects.length}` })).toBeVisible()
  const pending = rows.first()
  await expect(pending).toContainText('Pending')
  await expect(pending.getByRole('button', { name: 'Download' })).toHaveCount(0)
  await expect(rows.nth(1).getByRole('button', { name: 'Download' })).toBeVisible()
  await expectSoundIfLong(page)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(rows).toHaveCount(Math.min(10, projects.length - 10))
  const wanted = projects[1]!.title
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(wanted.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(wanted)
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('no such thing')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible()
  await page.getByRole('link', { name: 'Show All Orders' }).click()
  const shown = await rows.first().innerText()
  await rows.first().getByRole('link', { name: 'View Details' }).click()
  const number = shown.match(/RM-\d{4}-\d{6}/)![0]
  await expect(page.getByText(`Order ${number}`)).toBeVisible()
  await page.getByRole('link', { name: /^Pay ₹/ }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
})

test('a friend who buys is listed with the commission, and the code is copied and shared', async ({
  page,
  elsewhere,
}) => {
  const { user } = await signUp(page, newcomer('Lata Rao'), { open: '/profile?tab=referrals' })
  const friend = await elsewhere()
  // Nobody earns commission on what a member with the same phone buys.
  const omkar = { ...newcomer('Omkar Ganesh Joshi'), phone: '9812345670' }
  const { headers } = await signUp(friend, omkar, { referralCode: user.referralCode })
  const expensive = (await listed(page)).filter(({ price }) => price > 0).slice(0, 1)
  await buy(friend, headers, expensive)
  await friend.close()
  const commission = Math.floor(expensive[0]!.price * 10) / 100
  await page.reload()
  const row = page.getByRole('region', { name: 'Your referrals' }).getByRole('listitem')
  await expect(row).toContainText('Omkar J.')
  await expect(row).toContainText('Active')
  await expect(row).toContainText(`₹${commission.toLocaleString('en-IN')}`)
  await expect(page.getByText('Omkar Ganesh')).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy Code' }).click()
  await expect(page.getByText('Referral code copied')).toBeVisible()
  expect(await copied(page)).toBe(user.referralCode)
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await copied(page)
  expect(link).toMatch(new RegExp(`/signup\\?ref=${user.referralCode}$`))
  for (const name of ['WhatsApp', 'Email'])
    await expect(page.getByRole('tabpanel').getByRole('link', { name })).toHaveAttribute(
      'href',
      new RegExp(`^(https://wa.me/|mailto:).*${encodeURIComponent(link)}`),
    )
  await expectSoundIfLong(page)
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText(
    'Omkar J. joined with your code',
  )
})

test('a project is among the recent ones and is deleted from the list after a question', async ({ page }) => {
  const { headers } = await signUp(page, newcomer('Sana Mirza'), { open: '/profile' })
  for (const title of ['Bus Pass Desk', 'Quiz Maker']) {
    const data = { title, description: 'It works.', category: 'Web Development', price: 100 }
    await page.request.post('/api/projects', { headers, data: { ...data, hasFiles: false } })
  }
  await page.reload()
  const recent = page.getByRole('region', { name: 'Recent Projects' })
  await expect(recent.getByRole('listitem')).toHaveCount(2)
  await recent.getByRole('link', { name: 'View All' }).click()
  const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Bus Pass Desk' })
  await expect(row.getByRole('link', { name: 'Edit' })).toBeVisible()
  await row.getByRole('link', { name: 'View' }).click()
  await expect(page).toHaveURL(/\/owner\/projects\/[\w-]+\/preview$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Bus Pass Desk' })).toBeVisible()
  await page.goBack()
  await row.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this project?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.route('**/api/projects/*', (route) => route.abort('connectionreset'))
  await row.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete project')).toBeVisible()
  await page.unrouteAll()
  await row.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The project is deleted.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Projects 1' })).toBeVisible()
  await expect(page).toHaveURL('/profile?tab=projects')
  await page.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No projects yet')).toBeVisible()
})

/** Reads the clipboard by pasting, because the site forbids pages to read it. */
async function copied(page: Page) {
  const other = await page.context().newPage()
  await other.goto('/projects')
  await other.getByRole('combobox').first().focus()
  await other.keyboard.press('ControlOrMeta+V')
  const text = await other.getByRole('combobox').first().inputValue()
  await other.close()
  return text
}

let people = 0
const newcomer = (name: string) => ({
  name,
  email: `profile-${++people}-${Date.now().toString(36)}@e2e.example`,
  phone: '9876543210',
})

interface Listed {
  _id: string
  title: string
  price: number
}
async function listed(page: Page): Promise<Listed[]> {
  const answer = await page.request.get('/api/projects?limit=50&sort=price-high')
  return ((await answer.json()) as { projects: Listed[] }).projects
}

const cartOf = (projects: Listed[]) => ({
  items: projects.map(({ _id }) => ({ projectId: _id, kind: 'source' })),
  state: 'Goa',
  idempotencyKey: crypto.randomUUID(),
})

/** Buys projects and pays at the sandbox gateway through the API. */
async function buy(page: Page, headers: Record<string, string>, projects: Listed[]) {
  const post = async (call: string, data: object) =>
    (await (await page.request.post(`/api/${call}`, { headers, data })).json()) as never
  const { payment } = (await post('orders/checkout', cartOf(projects))) as {
    payment: { gateway: { orderId: string } }
  }
  const { callback } = (await post(`sandbox/payments/${payment.gateway.orderId}`, {
    outcome: 'succeed',
  })) as { callback: object }
  await post('orders/payments/callback', callback)
}
