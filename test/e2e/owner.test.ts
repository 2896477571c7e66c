import { strToU8, zipSync } from 'fflate'

import { drawn } from '../pictures.ts'
import { docx } from '../reports.ts'
import { expectSound, expectSoundIfLong } from './accessibility-findings.ts'
import { unfold } from './folds.ts'
import { expect, type Page, test } from './journey.ts'
import { signUp, newcomer } from './people.ts'

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
  const person = newcomer('Kavya Menon')
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
  buffer: await drawn(640, 400, colour).png().toBuffer(),
})

test('an owner reads files in colour, compares releases, sells a report that is one and takes it off', async ({
  page,
}) => {
  const changed = files['src/booking.php'].replace('"asked"', '"booked"')
  await anOwner(page, files, { ...files, 'src/booking.php': changed, 'src/mail.php': '<?php\n' })
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
  await expectSoundIfLong(page)
})

test('an owner adds pictures as far as they are some and fit, arranges them by keys and by dragging, and describes them; a ZIP that the server does not take is sent again', async ({
  page,
}) => {
  const { id } = await anOwner(page)
  const images = page.getByRole('region', { name: 'Project Images', exact: true })
  const input = images.locator('input[type=file]')
  await input.setInputFiles([
    await picture('one.png', '#789'),
    await picture('two.png', '#987'),
    await picture('three.png', '#879'),
  ])
  await expect(images.getByText('3 of 5', { exact: true })).toBeVisible()
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  const more = ['four', 'five', 'six'].map((name) => picture(`${name}.png`, '#798'))
  await input.setInputFiles([broken, ...(await Promise.all(more))])
  await expect(page.getByText('Only 2 more image(s) can be uploaded (max 5).', { exact: true })).toBeVisible()
  await expect(page.getByText(/^broken\.png cannot be read/).first()).toBeVisible()
  await expect(images.getByText('5 of 5', { exact: true })).toBeVisible()
  await images.getByRole('button', { name: 'Delete picture 5' }).click()
  await page.keyboard.press('Escape')
  await expect(images.getByText('5 of 5', { exact: true })).toBeVisible()
  await images.getByRole('button', { name: 'Delete picture 5' }).click()
  await page
    .getByRole('dialog', { name: 'Delete picture 5?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(images.getByText('4 of 5', { exact: true })).toBeVisible()

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
  await page.getByRole('button', { name: 'Delete Project' }).click()
  await expectSound(page)
})
