import { readFileSync } from 'node:fs'

import { unzipSync, zipSync } from 'fflate'

import { expectSound } from './accessibility-findings.ts'
import { expect, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { isLong } from './long.ts'
import { newcomer, signUp } from './people.ts'

test('a buyer checks a copy: unchanged, then changed with the file that was, and without a connection what could not be asked', async ({
  page,
  elsewhere,
}) => {
  const owner = await elsewhere()
  const { headers } = await signUp(owner, newcomer('Meera Nair'))
  const files = { 'README.md': '# Copies\n', 'src/app.js': 'run("copies")\n' }
  const id = await aListedProject(owner, headers, { title: 'Copies Desk', files })
  const buyer = await signUp(page, newcomer('Asha Rao'))
  const data = { items: [{ projectId: id, kind: 'source' }], idempotencyKey: crypto.randomUUID() }
  const bought = await page.request.post('/api/orders/checkout', { headers: buyer.headers, data })
  const { payment } = (await bought.json()) as { payment: { orders: { _id: string }[] } }
  await page.goto(`/orders/${payment.orders[0]!._id}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  const zip = readFileSync(await download.path())
  const choose = (buffer: Buffer) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'copy.zip', mimeType: 'application/zip', buffer })

  await page.getByRole('link', { name: 'Check a copy' }).click()
  await expect(page.getByRole('heading', { name: 'Are these the files we verified?' })).toBeVisible()
  await page.getByRole('button', { name: 'Choose ZIP' }).focus()
  await expect(page.getByRole('button', { name: 'Choose ZIP' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Choose Folder' })).toBeFocused()
  await choose(zip)
  await expect(page.getByText(/^Release 1 of Copies Desk, verified on .*, unchanged$/)).toBeVisible()
  await expectSound(page)
  if (isLong)
    await expect(async () => {
      await choose(zip)
      await expect(page.getByText('The public log says the same, signed')).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 90_000 })

  const changed = { ...unzipSync(zip), 'src/app.js': Buffer.from('run("Copies")\n') }
  await choose(Buffer.from(zipSync(changed)))
  await expect(page.getByText('Not as we verified it')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Changed: 1 file' })).toBeVisible()
  await expect(page.getByText('src/app.js', { exact: true })).toBeVisible()
  await expectSound(page)

  await page.context().setOffline(true)
  await choose(zip)
  await expect(page.getByText('The files are read, and we could not be asked')).toBeVisible()
  await expectSound(page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Ask Again' }).click()
  await expect(page.getByText(/unchanged$/)).toBeVisible()
})
