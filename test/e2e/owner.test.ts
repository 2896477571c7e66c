import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'

import { docx } from '../reports.ts'
import { unfold } from './folds.ts'
import { expect, type Page, test } from './journey.ts'
import { signUp } from './people.ts'
import { expectSound } from './sound.ts'

const texts = {
  title: 'Hostel Room Booking',
  description: 'Students look for a free room and ask for it.',
  category: 'Web Development',
  price: 799,
  features: ['Room search'],
}
const files = {
  'README.md': '# Hostel\n',
  'src/booking.php': '<?php\n// asks for a room\nfunction ask(int $room) { return "asked"; }\n',
  'logo.png': Buffer.from([137, 80, 78, 71, 0, 0, 1]),
}

/** Signs up an owner with a project that has these releases, and opens its page. */
async function anOwner(page: Page, ...releases: Record<string, string | Buffer>[]) {
  const email = `owner-${Date.now().toString(36)}@e2e.example`
  const person = { name: 'Kavya Menon', email, phone: '9876543210' }
  const { headers } = await signUp(page, person)
  const { _id } = (await (await page.request.post('/api/projects', { headers, data: texts })).json()) as {
    _id: string
  }
  for (const release of releases) {
    const form = new FormData()
    const fields = {
      relativePaths: JSON.stringify(Object.keys(release)),
      projectId: _id,
      chunkIndex: '0',
      totalChunks: '1',
    }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    for (const [path, bytes] of Object.entries(release))
      form.append('files', new Blob([bytes as BlobPart]), path)
    const sent = await page.request.post('/api/upload/upload', { headers, multipart: form })
    const { data } = (await sent.json()) as { data: { fileCount: number; totalFileSize: number } }
    await page.request.put(`/api/projects/${_id}`, {
      headers,
      data: { hasFiles: true, fileCount: data.fileCount, totalFileSize: data.totalFileSize },
    })
  }
  await page.goto(`/owner/projects/${_id}`)
  return { id: _id, headers }
}

const picture = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 640, height: 400, channels: 3, background: colour } })
    .png()
    .toBuffer(),
})

test('an owner edits a project, reads its files, compares its releases and sees it as a buyer', async ({
  page,
}) => {
  const changed = files['src/booking.php'].replace('"asked"', '"booked"')
  const { id } = await anOwner(page, files, {
    ...files,
    'src/booking.php': changed,
    'src/mail.php': '<?php\n',
  })
  await expect(page.getByText('An admin must verify this project before it is published.')).toBeVisible()

  // The section that an address names is open, the others show what they hold.
  const features = page.getByRole('region', { name: 'Features & Requirements' })
  await expect(features.getByText('1 feature, 0 requirements')).toBeVisible()
  await expect(features.getByText('Room search')).toBeHidden()
  const tasks = page.getByRole('region', { name: 'What to do' })
  await tasks.getByRole('link', { name: /^Name the requirements/ }).click()
  await expect(features.getByText('Room search')).toBeVisible()
  await features.getByRole('button', { name: 'Edit' }).click()
  await features.getByLabel('Key features').fill('Nothing of this')
  await features.getByRole('button', { name: 'Cancel' }).click()
  await expect(features.getByText('Room search')).toBeVisible()
  await features.getByRole('button', { name: 'Edit' }).click()
  await expect(features.getByLabel('Key features')).toHaveValue('Room search')
  await expect(features.getByText('back to review')).toBeHidden()
  await features.getByLabel('Requirements').fill('PHP 8.2\nMySQL 8')
  await page.reload()
  await expect(features.getByLabel('Requirements')).toHaveValue('PHP 8.2\nMySQL 8')
  // Without a connection the input stays on the screen, and the next attempt saves it.
  await page.context().setOffline(true)
  await features.getByRole('button', { name: 'Save Changes' }).click()
  await expect(features.getByText('Failed to save project')).toBeVisible()
  await expect(features.getByLabel('Requirements')).toHaveValue('PHP 8.2\nMySQL 8')
  await page.context().setOffline(false)
  await features.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Project updated successfully!', { exact: true })).toBeVisible()
  await expect(features.getByRole('listitem').filter({ hasText: 'MySQL 8' })).toBeVisible()

  const source = await unfold(page, 'Project Files')
  await source.getByRole('button', { name: 'booking.php' }).click()
  await expect(source.locator('.code-comment')).toHaveText('// asks for a room')
  await expect(source.locator('.code-string')).toHaveText('"booked"')
  await source.getByRole('button', { name: 'logo.png' }).click()
  await expect(source.getByText('This file is not text (7 B).')).toBeVisible()

  const releases = await unfold(page, 'Releases')
  await releases.getByRole('button', { name: 'Write Notes of release 2' }).click()
  await releases.getByLabel('Notes for buyers').fill('It books now.')
  await releases.getByRole('button', { name: 'Save Notes' }).click()
  await expect(releases.getByText('It books now.')).toBeVisible()
  await releases.getByRole('button', { name: 'Compare' }).click()
  await expect(releases.getByText('From release 1 to release 2: 1 added, 1 changed.')).toBeVisible()
  await releases.getByText('src/booking.php').click()
  await expect(releases.locator('.line-removed')).toContainText(
    'removed: function ask(int $room) { return "asked"; }',
  )
  await expect(releases.locator('.line-added')).toContainText('"booked"')
  await expectSound(page)

  await page.getByRole('link', { name: 'See It as a Buyer' }).first().click()
  await expect(page).toHaveURL(`/owner/projects/${id}/preview`)
  await expect(page.getByText('Only you see this page')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible()
  await expect(page.getByText('MySQL 8')).toBeVisible()
})

test('an owner arranges and describes pictures, sells a report, copies, archives and deletes', async ({
  page,
}) => {
  await anOwner(page, files)
  const images = await unfold(page, 'Project Images')
  const input = images.locator('input[type=file]')
  await input.setInputFiles([
    await picture('one.png', '#789'),
    await picture('two.png', '#987'),
    await picture('three.png', '#879'),
  ])
  await expect(images.getByText('3 of 5')).toBeVisible()
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  const more = ['four', 'five', 'six'].map((name) => picture(`${name}.png`, '#798'))
  await input.setInputFiles([broken, ...(await Promise.all(more))])
  await expect(page.getByText('Only 2 more image(s) can be uploaded (max 5).')).toBeVisible()
  await expect(page.getByText(/^broken\.png cannot be read/)).toBeVisible()
  await expect(images.getByText('5 of 5')).toBeVisible()
  await images.getByRole('button', { name: 'Delete picture 5' }).click()
  await page.keyboard.press('Escape')
  await expect(images.getByText('5 of 5')).toBeVisible()
  await images.getByRole('button', { name: 'Delete picture 5' }).click()
  await page
    .getByRole('dialog', { name: 'Delete picture 5?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(images.getByText('4 of 5')).toBeVisible()

  const shown = images.getByRole('list', { name: 'Pictures in their order' }).getByRole('img')
  const cover = await shown.first().getAttribute('src')
  const words = (place: number) => images.getByLabel(`Picture ${place} shows`)
  await images.getByText('What the pictures show').click()
  await words(1).fill('The list of rooms')
  await images.getByRole('button', { name: 'Move picture 1 right' }).focus()
  await page.keyboard.press('Enter')
  await expect(shown.nth(1)).toHaveAttribute('src', cover!)
  await expect(words(2)).toHaveValue('The list of rooms')
  await expect(images.getByRole('button', { name: 'Move picture 2 right' })).toBeFocused()
  // Pictures cannot be moved while their order is saved, and scrolling under a pressed mouse would drop on another picture.
  await expect(images.getByRole('button', { name: 'Delete picture 1' })).toBeEnabled()
  await images.getByRole('list').evaluate((list) => list.scrollIntoView({ block: 'center' }))
  await shown.nth(3).dragTo(shown.first())
  await expect(shown.nth(2)).toHaveAttribute('src', cover!)

  await images.getByRole('button', { name: 'Save Descriptions' }).click()
  await expect(shown.nth(2)).toHaveAttribute('alt', 'The list of rooms')

  const report = await unfold(page, 'Project Report')
  await report.getByRole('button', { name: 'Add Report' }).click()
  await expect(report.getByText('Please select a report file')).toBeVisible()
  const fake = { name: 'r.docx', mimeType: '', buffer: Buffer.from('no document') }
  await report.getByLabel('Report file').setInputFiles(fake)
  await report.getByRole('button', { name: 'Add Report' }).click()
  await expect(report.getByRole('alert')).toContainText('.docx')
  await report.getByLabel('Report file').setInputFiles({ ...fake, buffer: docx() })
  await report.getByRole('button', { name: 'Add Report' }).click()
  await expect(report.getByText('free', { exact: true }).first()).toBeVisible()
  await report.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(report.getByRole('button', { name: 'Add Report' })).toBeVisible()

  await unfold(page, 'Listing')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${texts.title} (copy)` })).toBeVisible()
  await expect(page.getByText('Project files not found')).toBeVisible()
  await unfold(page, 'Listing')
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('It is on no list and cannot be bought.')).toBeVisible()
  await page.goto('/profile?tab=projects')
  const archived = page.getByRole('region', { name: 'Archived' })
  await archived.getByText('Archived', { exact: true }).click()
  await archived.getByRole('button', { name: 'Bring Back' }).click()
  await expect(archived).toBeHidden()
  await page.getByRole('link', { name: 'Edit' }).last().click()
  await expect(page.getByRole('button', { name: 'Delete Project' }), 'without files').toHaveCount(0)
  const listing = await unfold(page, 'Listing')
  await listing.getByRole('button', { name: 'Delete Everything' }).click()
  await page
    .getByRole('dialog', { name: 'Are you sure you want to delete this project?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('The project is deleted.')).toBeVisible()
  await expect(page).toHaveURL('/profile?tab=projects')
})

test('Delete Project takes the files off, or everything as the second choice; what failed is said with the status', async ({
  page,
}) => {
  const { id } = await anOwner(page, files)
  const status = page.getByRole('region', { name: 'Verification Status' })
  await expect(status).toContainText('Pending')
  const ask = () => page.getByRole('button', { name: 'Delete Project' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this project?' })
  const calls = '**/api/github/owner/repo/*'
  await page.route(calls, (route) => route.fulfill({ status: 502, body: '<html>Bad Gateway</html>' }))
  await ask()
  await expectSound(page)
  await question.getByRole('button', { name: 'Delete Files' }).click()
  await expect(page.getByText('Delete failed: 502')).toBeVisible()
  await page.unroute(calls)
  await page.route(calls, (route) => route.abort('connectionreset'))
  await ask()
  await question.getByRole('button', { name: 'Delete Files' }).click()
  await expect(page.getByText('Failed to delete project files')).toBeVisible()
  await page.unroute(calls)
  await ask()
  await question.getByRole('button', { name: 'Delete Files' }).click()
  await expect(page.getByText('The project files are deleted.')).toBeVisible()
  await expect(page.getByText('Project files not found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload Project' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download Project' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete Project' })).toHaveCount(0)
  await expect(status).toContainText('Our staff look at it once its files are uploaded.')

  await page.getByRole('button', { name: 'Upload Project' }).click()
  const upload = page.getByRole('dialog', { name: 'Project files' })
  const finalising = `**/api/projects/${id}`
  const zip = Buffer.from(zipSync({ 'index.php': strToU8('<?php') }))
  await page.route(finalising, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 413, body: '<html>Too large</html>' })
      : route.continue(),
  )
  await upload.getByText('ZIP', { exact: true }).click()
  await upload
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: zip })
  await upload.getByRole('button', { name: 'Upload 1 File' }).click()
  await expect(upload.getByText('Upload failed: 413 Payload Too Large')).toBeVisible()
  await page.unroute(finalising)
  await upload.getByRole('button', { name: 'Try Again' }).click()
  await upload.getByRole('button', { name: 'Done' }).click()

  await ask()
  await question.getByRole('button', { name: 'Delete Everything' }).click()
  await expect(page.getByText('The project is deleted.')).toBeVisible()
  await expect(page).toHaveURL('/profile?tab=projects')
})
