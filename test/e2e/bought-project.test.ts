import { readFileSync } from 'node:fs'

import { strFromU8, unzipSync } from 'fflate'

import { expectSoundIfLong } from './accessibility-findings.ts'
import { projectWith } from './catalogue.ts'
import { unfold } from './folds.ts'
import { expect, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { signInAsStaff, signUp, staffHeaders, newcomer } from './people.ts'

test('a buyer has a licence that everybody can check, a new release with what changed, and says whether it ran', async ({
  page,
  elsewhere,
}) => {
  const owner = await elsewhere()
  const { headers } = await signUp(owner, newcomer('Meera Nair'))
  const files = { 'README.md': '# Clinic\n', 'app.js': 'run()\n' }
  const id = await aListedProject(owner, headers, { title: 'Clinic Desk', files })
  const buyer = await signUp(page, newcomer('Asha Rao'))
  const data = { items: [{ projectId: id, kind: 'source' }], idempotencyKey: crypto.randomUUID() }
  const bought = await page.request.post('/api/orders/checkout', { headers: buyer.headers, data })
  const { payment } = (await bought.json()) as { payment: { orders: { _id: string; number: string }[] } }
  const { _id, number } = payment.orders[0]!
  await page.goto(`/orders/${_id}`)
  await expect(page.getByRole('heading', { name: 'Clinic Desk' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Did it run?' })).toBeHidden()

  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  const inside = unzipSync(new Uint8Array(readFileSync(await zip.path())))
  const licence = strFromU8(inside[`READYMADE-LICENCE-${number}.txt`]!)
  const [text] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Licence' }).click(),
  ])
  const code = /^Code:\s+(\S+)$/m.exec(licence)![1]!
  expect(readFileSync(await text.path(), 'utf8')).toContain(code)

  await expect(page.getByRole('heading', { name: 'Did it run?' })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Say whether it ran, or choose stars').first()).toBeVisible()
  await page.getByRole('radio', { name: 'No' }).check()
  await page.getByRole('radio', { name: 'A problem with the database' }).check()
  await page.getByLabel('A line about it').fill('There is no script for the tables.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('It did not run: a problem with the database')).toBeVisible()
  await page.getByRole('button', { name: 'Change Your Answer' }).click()
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('It ran', { exact: true })).toBeVisible()

  const chunk = {
    projectId: id,
    uploadType: 'folder',
    chunkIndex: '0',
    totalChunks: '1',
    isFirstChunk: 'true',
    relativePaths: JSON.stringify(['README.md', 'tables.sql']),
  }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...chunk, isLastChunk: 'true' })) form.set(name, value)
  form.append('files', new Blob(['# Clinic 2\n']), 'README.md')
  form.append('files', new Blob(['create table a (b int);\n']), 'tables.sql')
  expect((await owner.request.post('/api/upload/upload', { headers, multipart: form })).status()).toBe(200)
  const finalised = { hasFiles: true, fileCount: 2, totalFileSize: 35 }
  expect((await owner.request.put(`/api/projects/${id}`, { headers, data: finalised })).status()).toBe(200)
  const staff = await staffHeaders(owner)
  const approval = { verificationStatus: 'approved' }
  const approve = async () =>
    (await owner.request.put(`/api/projects/${id}`, { headers: staff, data: approval })).status()
  await expect.poll(approve, { timeout: 60_000 }).toBe(200)
  await page.reload()
  await expect(page.getByText('New release')).toBeVisible()
  await expect(page.getByText('Download gets release 2.')).toBeVisible()
  await expect(
    page.getByText('From release 1 to release 2: 1 added, 1 removed, 1 changed.').first(),
  ).toBeVisible()
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  await expect(page.getByText('Download gets release 2.')).toBeHidden()

  const institute = await elsewhere()
  await institute.goto('/verify')
  await institute.getByLabel('Code').fill(code.toLowerCase())
  await institute.getByRole('button', { name: 'Check' }).click()
  await expect(institute.getByText('This licence is genuine')).toBeVisible()
  await expect(institute.getByText('Asha R.')).toBeVisible()
  await expect(institute.getByText('Rao')).toBeHidden()
  await institute.goto(`/projects/${id}`)
  // A single answer is not published yet, but the owner can read it.
  await expect(institute.getByText('who got it free')).toHaveCount(0)
  await owner.goto(`/owner/projects/${id}`)
  const answers = await unfold(owner, 'Did it run?')
  await expect(answers.getByText('It ran for 1 of 1 who got it free.')).toBeVisible()
})

test('a member reports a review, also with a session that ends meanwhile, and staff take it off the page for a reason that its writer reads', async ({
  page,
  elsewhere,
}) => {
  const id = (await projectWith(page, ({ price }) => price === 0)).split('/')[2]!
  const writer = await signUp(page, newcomer('Vikram Singh'))
  const data = { items: [{ projectId: id, kind: 'source' }], idempotencyKey: crypto.randomUUID() }
  const bought = await page.request.post('/api/orders/checkout', { headers: writer.headers, data })
  const { payment } = (await bought.json()) as { payment: { orders: { _id: string }[] } }
  const review = { rating: 5, text: 'Cheaper on my channel' }
  await page.request.post(`/api/projects/${id}/reviews`, { headers: writer.headers, data: review })
  const report = { name: 'Report the review by Vikram S.' }
  const member = await elsewhere()
  await signUp(member, newcomer('Meera Nair'), { open: `/projects/${id}` })
  await member.getByRole('link', report).click()
  await expect(member.getByText('Cheaper on my channel')).toBeVisible()
  await member.getByRole('button', { name: 'Send Report' }).click()
  await expect(member.getByText('Choose what is wrong with it').first()).toBeVisible()
  await member.getByRole('radio', { name: 'It advertises something' }).check()
  await member.getByLabel('What did you find?').fill('It sells a channel')
  await expectSoundIfLong(member)
  // When the session ends meanwhile, it asks for a name as of anybody; the input is there again after signing in.
  const tokens = await member.evaluate(() => {
    const { accessToken, refreshToken } = localStorage
    localStorage.removeItem('accessToken')
    localStorage.removeItem('refreshToken')
    return { accessToken, refreshToken }
  })
  const form = member.url()
  await member.getByRole('button', { name: 'Send Report' }).click()
  await expect(member.getByText('Name is required').first()).toBeVisible()
  await member.evaluate((both) => Object.assign(localStorage, both), tokens)
  await member.goto(form)
  await expect(member.getByRole('radio', { name: 'It advertises something' })).toBeChecked()
  await expect(member.getByLabel('What did you find?')).toHaveValue('It sells a channel')
  await member.getByRole('button', { name: 'Send Report' }).click()
  await expect(member.getByText(/We have your complaint RP-\d{6}/)).toBeVisible()

  const staff = await elsewhere()
  await signInAsStaff(staff, '/admin/reviews')
  const reported = staff.getByRole('listitem').filter({ hasText: 'Cheaper on my channel' })
  await expect(reported).toContainText('It sells a channel')
  await reported.getByRole('button', { name: 'Hide' }).click()
  await expect(reported.getByText('Say why')).toBeVisible()
  await reported.getByLabel('Why it is hidden').fill('It advertises another shop')
  await reported.getByRole('button', { name: 'Hide' }).click()
  await expect(staff.getByText('The review is hidden.')).toBeVisible()
  await member.goto(`/projects/${id}`)
  await expect(member.getByText('Cheaper on my channel')).toBeHidden()
  await page.goto(`/orders/${payment.orders[0]!._id}`)
  await expect(page.getByText('It advertises another shop')).toBeVisible()
})
