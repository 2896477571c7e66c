import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { strToU8, zipSync } from 'fflate'
import PDFDocument from 'pdfkit'

import { docx } from '../reports.ts'
import { expectSound } from './accessibility-findings.ts'
import { expect, type Page, test } from './journey.ts'
import { newcomer, signUp } from './people.ts'

const folder = mkdtempSync(join(tmpdir(), 'readymade-report-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a report in the picked folder is sold separately with one press, its PDF is left out; a failed call loses nothing of it', async ({
  page,
}) => {
  const { id, headers } = await ownProject(page)
  const failures: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) failures.push(message.text())
  })
  const picked = aFolder('hotel', {
    'README.md': '# Hotel',
    'index.php': '<?php echo 1;',
    'docs/Black Book.docx': docx(),
    'docs/black_book.pdf': await pdf('Hotel'),
    'docs/last.pdf': await pdf('In partial fulfilment of the requirements for the award of the degree'),
    'docs/classes.pdf': await pdf('Class diagram'),
    'docs/broken.pdf': Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 1]),
  })
  await page.goto(`/owner/projects/${id}`)
  await page.getByRole('button', { name: 'Upload Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Project files' })
  await dialog.locator('input[webkitdirectory]').setInputFiles(picked)
  await expect(
    dialog.getByText('There is a report in it: sell it separately, or give it with the code'),
  ).toBeVisible()
  const reports = dialog.getByRole('list', { name: 'Reports among the files' })
  await expect(reports.getByRole('listitem')).toHaveText([
    /^docs\/Black Book\.docx .*Sell It Separately/,
    /^docs\/black_book\.pdf/,
    /^docs\/last\.pdf/,
  ])
  await expect(dialog.getByText('Reports are sold as Word documents')).toBeVisible()
  await expectSound(page)
  expect(failures).toEqual([])

  // Nothing is sent before the owner has said what happens with the reports.
  await dialog.getByRole('button', { name: 'Upload 7 files' }).click()
  await expect(dialog.getByText('Say first what happens with')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sell docs/Black Book.docx separately' }).click()
  await expect(dialog.getByText('docs/Black Book.docx becomes the Project Report')).toBeVisible()
  await expect(dialog.getByText('docs/black_book.pdf is left out.')).toBeVisible()
  await expect(reports.getByRole('listitem')).toHaveText([/^docs\/last\.pdf/])
  await dialog.getByRole('button', { name: 'Give It with the Code' }).last().click()
  await expect(reports).toBeHidden()

  const send = dialog.getByRole('button', { name: 'Upload 5 files' })
  await send.click()
  const price = dialog.getByLabel('Report price')
  await expect(price).toHaveAccessibleDescription(/Enter a price/)
  await price.fill('149.50')
  await page.route(`**/api/projects/${id}/report`, (route) => route.abort())
  await send.click()
  await expect(
    dialog.getByText('Failed to upload report Nothing is lost: press “Upload 5 Files” again'),
  ).toBeVisible()
  await expect(price).toHaveValue('149.50')
  await page.unroute(`**/api/projects/${id}/report`)
  await send.dblclick()
  await expect(dialog.getByText('Your project is uploaded.')).toBeVisible()
  await expect(dialog.getByText('Black Book.docx, ₹149.50')).toBeVisible()
  const got = async (path: string) =>
    (await page.request.get(`/api/projects/${id}${path}`, { headers })).json()
  expect((await got('')).project).toMatchObject({
    reportFileName: 'Black Book.docx',
    reportPrice: 149.5,
    fileCount: 5,
  })
})

test('a report in a ZIP is given with the code when its owner says so, or takes the place of the one on sale', async ({
  page,
}) => {
  const { id, headers } = await ownProject(page)
  const on = `/api/projects/${id}/report`
  const multipart = {
    report: { name: 'old.docx', mimeType: 'application/octet-stream', buffer: docx() },
    price: '99',
  }
  expect((await page.request.post(on, { headers, multipart })).status()).toBe(200)
  await page.goto(`/owner/projects/${id}`)
  await page.getByRole('button', { name: 'Upload Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Project files' })
  await dialog.getByText('ZIP', { exact: true }).click()
  const zip = zipSync({
    'hotel/README.md': strToU8('# Hotel'),
    'hotel/index.php': strToU8('<?php echo 1;'),
    'hotel/Synopsis.docx': docx({ 'word/more.xml': '<a/>' }),
    'hotel/big.bin': new Uint8Array(11 * 1024 * 1024),
  })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'hotel.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
  await expect(dialog.getByText('old.docx is on sale as the Project Report already.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Give It with the Code' }).click()
  await expect(dialog.getByRole('list', { name: 'Reports among the files' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Leave out big.bin' }).click()
  await expect(dialog.getByRole('button', { name: 'Upload 3 files' })).toBeEnabled()

  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'hotel.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
  await dialog.getByRole('button', { name: 'Sell Synopsis.docx separately' }).click()
  await dialog.getByRole('button', { name: 'Leave out big.bin' }).click()
  await expect(dialog.getByText('It takes the place of old.docx.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click()
  await expect(dialog.getByText('Your project is uploaded.')).toBeVisible()
  await expect(dialog.getByText('Synopsis.docx, ₹99')).toBeVisible()
})

async function ownProject(page: Page) {
  const { headers } = await signUp(page, newcomer('Meera Joshi'))
  const data = { title: 'Hotel Desk', description: 'A desk.', category: 'SaaS', price: 0 }
  const reply = await page.request.post('/api/projects', { headers, data })
  const { _id: id } = (await reply.json()) as { _id: string }
  return { id, headers }
}

function aFolder(name: string, files: Record<string, string | Uint8Array>) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return join(folder, name)
}

async function pdf(text: string) {
  const document = new PDFDocument()
  document.text(text).end()
  return Buffer.concat(await Array.fromAsync(document as AsyncIterable<Buffer>))
}
