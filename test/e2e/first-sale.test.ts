import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { unzipSync } from 'fflate'

import { drawn } from '../pictures.ts'
import { expect, type Page, test } from './journey.ts'
import { signInAsStaff, signUp, newcomer } from './people.ts'

// Keeps titles unique when the journey runs again on the same data.
const run = Date.now().toString(36)
const title = `Bus Pass Desk ${run}`

test('a project is listed, verified, bought and downloaded, and its bytes are the uploaded ones; no page breaks the Content-Security-Policy or writes an error to the console', async ({
  page: owner,
  elsewhere,
}) => {
  const folder = messyFolder()
  const [staff, student] = [await elsewhere(), await elsewhere()]
  const troubles = troublesOf(owner, staff, student)
  const kavya = newcomer('Kavya Menon')
  await signUp(owner, kavya, { open: '/profile?tab=projects' })
  await expect(owner.getByText('No projects yet')).toBeVisible()
  await owner.getByRole('button', { name: 'Add New Project' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Add New Project' })
  await dialog.getByRole('button', { name: 'Continue to Files' }).click()
  await expect(dialog.getByText('Please fill in all required fields')).toBeVisible()
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Description').fill('Renews bus passes at a college desk and prints the receipt.')
  await dialog.getByLabel('Category').selectOption('Web Development')
  await dialog.getByRole('spinbutton', { name: 'Price' }).fill('349.50')
  await dialog.getByLabel('Technologies').fill('HTML, JavaScript,, ')
  await dialog.getByRole('button', { name: 'Continue to Files' }).click()
  await expect(dialog.getByText('Please select at least 1 image (max 5).')).toBeInViewport()
  await dialog.locator('input[type=file]').setInputFiles(await picture())
  await dialog.getByRole('button', { name: 'Continue to Files' }).click()
  await dialog.locator('input[webkitdirectory]').setInputFiles(folder)
  await dialog.getByRole('button', { name: 'Upload 5 Files' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(owner.getByText('Pending')).toBeVisible()

  const dev = { ...newcomer('Dev Malhotra'), phone: '9123456780' }
  await signUp(student, dev, { open: `/projects?search=${run}` })
  await expect(student.getByRole('heading', { name: '0 Projects Found' })).toBeVisible()

  await signInAsStaff(staff, `/admin/projects?search=${run}`)
  await staff.getByRole('link', { name: title }).first().click()
  await staff.getByRole('tab', { name: 'Pictures' }).click()
  await expect(staff.getByRole('tabpanel').getByRole('img').first()).toBeVisible()
  await staff.getByLabel('Notes').fill('Runs as the README says.')
  await staff.getByRole('button', { name: 'Approve' }).click()
  await expect(staff.getByText('Approved').first()).toBeVisible()

  // A list may show for two seconds what it did before a project changed.
  await expect(async () => {
    await student.reload()
    await expect(student.getByRole('heading', { name: '1 Project Found' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await student.getByRole('link', { name: title }).click()
  await expect(student.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await student.getByRole('link', { name: 'Purchase Now' }).first().click()
  await student.getByLabel('State').selectOption('Maharashtra')
  await student.getByRole('button', { name: 'Pay ₹349.50' }).click()
  await student.getByRole('button', { name: 'Succeed' }).click()
  await expect(student.getByText('Payment received')).toBeVisible()

  await student.goto('/profile?tab=orders')
  await expect(student.getByText('Completed')).toBeVisible()
  const downloading = student.waitForEvent('download')
  await student.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^project-[0-9a-f-]+-main\.zip$/)
  const unzipped = unzipSync(readFileSync(await download.path()))
  const expected = filesBelow(folder).filter((path) => !/^(node_modules|\.git)\//.test(path))
  const isLicence = (path: string) => /^READYMADE-LICENCE-RM-\d{4}-\d{6}\.txt$/.test(path)
  expect(Object.keys(unzipped).filter(isLicence)).toHaveLength(1)
  expect(
    Object.keys(unzipped)
      .filter((path) => !isLicence(path))
      .toSorted(),
  ).toEqual(expected)
  for (const path of expected)
    expect(Buffer.from(unzipped[path]!).equals(readFileSync(join(folder, path)))).toBe(true)
  rmSync(dirname(folder), { recursive: true })
  // The description of the API is a page of its own.
  await student.goto('/api/docs')
  await expect(student.getByText('/users/auth/email/send-otp').first()).toBeVisible()
  expect(troubles).toEqual([])
})

/** Collects what these pages write to the console as errors, among it each violation of the Content-Security-Policy. */
function troublesOf(...pages: Page[]): string[] {
  const troubles: string[] = []
  for (const page of pages) {
    page.on('console', (message) => {
      if (message.type() === 'error') troubles.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`))
  }
  return troubles
}

/** Creates a typical folder of a project: source, binary data, an env file, and files that an upload leaves out. */
function messyFolder(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'readymade-folder-')), 'bus-pass')
  const files: Record<string, string | Buffer> = {
    'README.md': '# Bus pass desk\n\nOpen index.html.\n',
    'index.html': '<!doctype html><title>Bus pass</title><script src="js/app.js"></script>\n',
    'js/app.js': 'console.log("नमस्ते")\r\n',
    'img/stamp.bin': Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)),
    '.env': 'FEE=350\n',
    'node_modules/left-pad/index.js': 'module.exports = 1\n',
    '.git/HEAD': 'ref: refs/heads/main\n',
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

const filesBelow = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted()

async function picture() {
  const buffer = await drawn(1280, 800, '#d9e4dd').png().toBuffer()
  return { name: 'desk.png', mimeType: 'image/png', buffer }
}
