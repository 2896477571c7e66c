import { expectSoundIfLong } from './accessibility-findings.ts'
import { expect, type Page, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { mailTo } from './mails.ts'
import { signInAsStaff, signUp, staffHeaders } from './people.ts'

test('staff find a member, make an agent, deactivate and reactivate, send an order’s email again, answer messages and add a colleague', async ({
  page,
  elsewhere,
}) => {
  const mark = Date.now()
  const name = `Devika ${mark}`
  const owner = { name, email: `devika-${mark}@e2e.example`, phone: '9876543210' }
  const { headers } = await signUp(page, owner)
  const title = `Hostel mess ${mark}`
  const id = await aListedProject(page, headers, { title })
  const buyer = { name: 'Kiran Shah', email: `kiran-${mark}@e2e.example`, phone: '9876543211' }
  const { headers: asBuyer } = await signUp(page, buyer)
  const cart = { items: [{ projectId: id, kind: 'source' }], idempotencyKey: `key-${mark}` }
  expect((await page.request.post('/api/orders/checkout', { headers: asBuyer, data: cart })).status()).toBe(
    200,
  )

  await signInAsStaff(page, `/admin/members?search=${owner.email}`)
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Projects' }).getByText('· listed')).toBeVisible()
  await page.getByRole('button', { name: 'Make agent' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make agent' }).click()
  await expect(page.getByText(/^Agent, joined/)).toBeVisible()

  await page.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog.getByText('Write a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Sold work of others')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText(/^Deactivated on/)).toBeVisible()
  await expect(page.getByText('Sold work of others')).toBeVisible()
  await expect(page.getByText('deactivate member')).toBeVisible()
  await expectSoundIfLong(page)
  expect((await page.request.get(`/api/projects/${id}`)).status()).toBe(404)
  expect((await page.request.get('/api/users/profile', { headers })).status()).toBe(401)

  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
  await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()
  expect((await page.request.get(`/api/projects/${id}`)).status()).toBe(200)

  await page.getByRole('link', { name: 'Show Orders and Sales' }).click()
  await page.getByRole('link', { name: /^RM-/ }).first().click()
  await expect(page.getByRole('link', { name: 'Kiran Shah' })).toBeVisible()
  await page.getByRole('button', { name: 'Send Email Again' }).click()
  await expect(page.getByText('The email is on its way.')).toBeVisible()
  await expect(page.getByText('send receipt again', { exact: true })).toBeVisible()
  await expectSoundIfLong(page)

  await test.step('a search has nothing empty in its address, and says what to do when it is too short', async () => {
    await page.goto('/admin/members')
    await page.getByRole('searchbox', { name: 'Search members' }).fill('De')
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('Type three letters or more.')).toBeVisible()
    await expect(page).toHaveURL('/admin/members?search=De')
    await page.getByLabel('Status').selectOption('Active')
    await expect(page).toHaveURL('/admin/members?search=De&standing=active')
  })
  await test.step('messages are read, answered and closed together', () => answerMessages(page, mark))
  await test.step('a colleague is invited, sets a password, and is switched off and on', async () =>
    addColleague(page, await elsewhere(), mark))
})

async function answerMessages(page: Page, mark: number) {
  const words = `Hostel ${mark}`
  for (const name of ['Asha Nair', 'Vikram Rao'])
    await page.request.post('/api/contact', {
      data: { name, email: `${mark}@e2e.example`, subject: 'Other', message: `${words}: does it run?` },
    })
  await page.goto(`/admin/contacts?search=${encodeURIComponent(words)}`)
  await expect(page.getByText('Unread', { exact: true }).and(page.locator('td *'))).toHaveCount(2)
  await page.getByRole('link', { name: 'Asha Nair' }).click()
  const message = page.getByRole('region', { name: 'Message' })
  const status = page.getByRole('heading', { level: 1 }).locator('..')
  await expect(status.getByText('Read', { exact: true })).toBeVisible()
  await page.getByLabel('Your reply').fill('Yes, it does.')
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await expect(message.getByText('Yes, it does.')).toBeVisible()
  await expect(status.getByText('Replied', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveValue('')
  await expect.poll(() => mailTo(`${mark}@e2e.example`, 'Yes, it does.')).toBeDefined()
  await page.goBack()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Mark closed' }).click()
  await expect(page.getByText('2 messages marked closed.')).toBeVisible()
  await expect(page.getByText('Closed', { exact: true }).and(page.locator('td *'))).toHaveCount(2)
}

async function addColleague(page: Page, theirs: Page, mark: number) {
  const [name, email, password] = [`Meera ${mark}`, `meera-${mark}@e2e.example`, 'lanterns gravel omelette']
  await page.goto('/admin/admins')
  await page.getByRole('button', { name: 'Add Admin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add admin' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Add Admin' }).click()
  const row = page.getByRole('row', { name })
  await expect(row.getByText('Invited')).toBeVisible()

  await expect.poll(() => passwordLinkTo(email)).toBeDefined()
  await theirs.goto(passwordLinkTo(email)!)
  const setPassword = async (typed: string) => {
    await theirs.getByLabel('New password').fill(typed)
    await theirs.getByLabel('Once more').fill(typed)
    await theirs.getByRole('button', { name: 'Set Password' }).click()
  }
  await setPassword('too short')
  await expect(theirs.getByText('Use 12 characters or more')).toBeVisible()
  await setPassword(password)
  await theirs.getByRole('link', { name: 'Sign In' }).click()
  const signIn = async () => {
    await theirs.getByLabel('Email').fill(email)
    await theirs.getByLabel('Password').fill(password)
    await theirs.getByRole('button', { name: 'Sign In' }).click()
  }
  await signIn()
  await expect(theirs).toHaveURL('/admin/dashboard')
  await theirs.goto('/admin/admins')
  await expect(theirs).toHaveURL('/admin/dashboard')
  await expect(theirs.getByRole('link', { name: 'Admin Users' })).toHaveCount(0)

  await page.reload()
  await expect(
    page.getByRole('row', { name: 'admin@readymade.example' }).getByRole('button', { name: 'Deactivate' }),
  ).toHaveCount(0)
  await row.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(row.getByText('Deactivated')).toBeVisible()
  await theirs.reload()
  await expect(theirs).toHaveURL('/admin/login')
  await signIn()
  await expect(theirs).toHaveURL('/admin/login')
  await row.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await signIn()
  await expect(theirs).toHaveURL('/admin/dashboard')
  await theirs.close()

  const headers = await staffHeaders(page)
  const { admin } = (await (await page.request.get('/api/auth/profile', { headers })).json()) as {
    admin: { _id: string }
  }
  const last = await page.request.put(`/api/auth/admins/${admin._id}/toggle-status`, { headers })
  expect(last.status()).toBe(409)
}

/** The path of the link for setting a password in the newest email to an address. */
const passwordLinkTo = (email: string) =>
  mailTo(email)
    ?.replaceAll(/=\r?\n/g, '')
    .match(/\/admin\/password#[A-Za-z]+/)?.[0]
