import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

import { strToU8, zipSync } from 'fflate'

import { exclusionOf } from '#contract/projects/files.ts'

import { drawn } from '../pictures.ts'
import { expectSound, expectSoundIfLong } from './accessibility-findings.ts'
import { expect, type Page, type Route, test } from './journey.ts'
import { drop, watchLongTasks } from './layout-and-speech.ts'
import { isLong } from './long.ts'
import { signIn, signUp, newcomer } from './people.ts'

/** The files of a large upload, which is sent in chunks of a hundred. */
const many = isLong ? 1000 : 200
/** Those with odd names, in two chunks. */
const odd = isLong ? 1000 : 120
const uploadMany = /^Upload [\d,]+ files$/i
const folders: string[] = []
test.afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

test('a new project: what is typed outlives Escape, the tab, a failure and the end of the session, a bad picture makes nothing, the price says what one receives', async ({
  page,
  context,
}) => {
  const gauri = newcomer('Gauri Patil')
  const { headers } = await signUp(page, gauri, { open: '/profile?tab=projects' })
  const dialog = await openForm(page)
  await dialog.getByLabel('Title').fill('Mess Menu Planner')
  await dialog.getByRole('spinbutton', { name: 'Price' }).fill('499')
  await expect(dialog.getByText('You receive ₹399.20 for every sale. Our fee is 20%: ₹99.80.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.close()

  const tab = await context.newPage()
  await tab.goto('/profile?tab=projects')
  await expect(tab.getByText('No projects yet')).toBeVisible()
  const form = await openForm(tab)
  await expect(form.getByLabel('Title')).toHaveValue('Mess Menu Planner')
  await expect(form.getByText('You receive ₹399.20')).toBeVisible()
  const proceed = form.getByRole('button', { name: 'Continue to Files' })
  await proceed.click()
  await expect(
    form.getByRole('alert').filter({ hasText: 'Please fill in all required fields' }),
  ).toBeInViewport()
  for (const name of ['Description', 'Category'])
    await expect(form.getByLabel(name)).toHaveAccessibleDescription(new RegExp(`${name} is required`))
  await expect(form.getByLabel('Description')).toBeFocused()
  await expect(proceed).toBeInViewport()
  await form.getByLabel('Description').fill('Plans what a hostel cooks.')
  await form.getByLabel('Category').selectOption('SaaS')
  await form.getByLabel('Key features').fill('Menus, by week\nBills')
  const input = form.locator('input[type=file]')
  await input.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(form.getByText('broken.png cannot be read as a picture.')).toBeVisible()
  expect(await (await tab.request.get('/api/projects/me', { headers })).json()).toMatchObject({
    projects: [],
  })
  const menu = { name: 'menu.png', mimeType: 'image/png', buffer: await picture() }
  const chosen = form.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem')
  await input.setInputFiles(menu)
  await expect(chosen).toHaveCount(1)
  await expectSound(tab)
  const session = await tab.evaluate(() => Object.entries(localStorage) as [string, string][])
  await tab.evaluate(() => ['accessToken', 'refreshToken'].forEach((entry) => localStorage.removeItem(entry)))
  await proceed.click()
  await expect(form.getByText('You are signed out. Log In in a new tab')).toBeVisible()
  await tab.evaluate(
    (entries) => entries.forEach(([name, value]) => localStorage.setItem(name, value)),
    session,
  )
  for (const fail of [cut, behindProxy]) {
    await tab.route('**/api/projects', fail)
    const sent = tab.waitForRequest('**/api/projects')
    await proceed.click()
    await sent
    await expect(form.getByText('Failed to save project')).toBeVisible()
    await expect(proceed).not.toHaveAttribute('aria-disabled', 'true')
    await tab.unroute('**/api/projects')
  }
  await tab.request.post('/api/users/auth/logout', { headers })
  await proceed.click()
  await expect(tab).toHaveURL('/signin?next=%2Fprofile%3Ftab%3Dprojects')
  await signIn(tab, gauri.email, '/profile?tab=projects')
  await expect(form.getByLabel('Title')).toHaveValue('Mess Menu Planner')
  await expect(form.getByLabel('Category')).toHaveValue('SaaS')
  await input.setInputFiles(menu)
  await expect(chosen).toHaveCount(1)
  await proceed.dblclick()
  await expect(form.getByText('Your project is saved.')).toBeVisible()

  // The project exists, exactly once, even when the dialog is left, and its files can be sent from its page.
  await tab.goto('/profile?tab=projects')
  await expect(tab.getByRole('heading', { name: 'Mess Menu Planner' })).toHaveCount(1)
  await tab.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(tab.locator('li').filter({ hasText: /^Menus, by week$/ })).toBeAttached()
  await tab.getByRole('button', { name: 'Upload Project' }).click()
  const files = tab.getByRole('dialog', { name: 'Project files' })
  await files.getByText('ZIP', { exact: true }).click()
  const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`menu/${n}.py`, strToU8('1')]))
  await pickZip(files, 'menu.zip', tooMany)
  await expect(files.getByText('Too many files (51). Max 50.')).toBeVisible()
  await expect(files.getByText('A folder may hold up to 20,000 files')).toBeVisible()
  await files
    .locator('input[type=file]')
    .setInputFiles({ name: 'menu.rar', mimeType: '', buffer: Buffer.from('x') })
  await expect(files.getByText('Please select a ZIP file for this upload method.')).toBeVisible()
  await pickZip(files, 'broken.zip', undefined)
  await expect(files.getByText('Failed to extract ZIP on client. Try again or upload folder.')).toBeVisible()
  const video = new Uint8Array(12 * 1024 * 1024)
  await pickZip(files, 'menu.zip', {
    'menu/README.md': strToU8('# Menu'),
    'menu/main.py': strToU8('print(1)'),
    'menu/data.bin': new Uint8Array(900_000),
    'menu/node_modules/a.js': strToU8('1'),
    'menu/one.mp4': video,
    'menu/two.mp4': video,
  })
  await expect(files.getByText('installed packages').first()).toBeVisible()
  await files.getByRole('button', { name: 'Leave Out All 2' }).click()
  await expect(files.getByText('You left out 2 files.')).toBeVisible()
  await files.getByRole('button', { name: 'Put Them Back' }).click()
  await expect(files.getByText('two.mp4 exceeds 10MB limit')).toBeVisible()
  await files.getByRole('button', { name: 'Leave Out All 2' }).click()
  await files.getByRole('button', { name: 'Upload 3 Files' }).click()
  await expect(files.getByText('Your project is uploaded.')).toBeVisible()
})

test('an upload of many files is paused, cut off, left, found again after a reload and finished; what was there is not sent again, and a question about it closes when it has ended', async ({
  page,
  context,
}) => {
  const { id, headers } = await ownProject(page, 'Charu Nair')
  const folder = aFolder(many)
  await page.goto(`/owner/projects/${id}`)
  await page.getByRole('button', { name: 'Upload Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Project files' })
  await dialog.locator('input[webkitdirectory]').setInputFiles(folder)
  const sent: number[] = []
  await page.route('**/api/upload/re-upload/**', async (route) => {
    if (sent.length === 1) await context.setOffline(true)
    else sent.push(1)
    await route.continue().catch(() => {})
  })
  await dialog.getByRole('button', { name: uploadMany }).click()
  await expect(dialog.getByText('No connection. The upload goes on by itself')).toBeVisible()
  await expect(dialog.getByText(/^100 of [\d,]+ files$/)).toBeVisible()
  await page.keyboard.press('Escape')
  const asked = page.getByRole('dialog', { name: 'Stop the upload?' })
  const keep = () => asked.getByRole('button', { name: 'Keep Uploading' }).click()
  await keep()
  await expect(asked).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  // Depending on the speed of the machine, the second Escape closes the question that the first one opens.
  await page.addLocatorHandler(asked, keep)
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog.getByText('Paused').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel Upload' }).click()
  const cancelling = page.getByRole('dialog', { name: 'Cancel the upload?' })
  await cancelling.getByRole('button', { name: 'Keep Uploading' }).click()
  await expect(cancelling).toBeHidden()
  await expect(dialog.getByText('Paused').first()).toBeVisible()
  await context.setOffline(false)
  await page.unrouteAll()
  const leaving = page.waitForEvent('dialog').then((question) => question.dismiss())
  await page.evaluate(() => location.reload())
  await leaving
  await expect(dialog.getByText('Paused').first()).toBeVisible()
  await page.removeLocatorHandler(asked)
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('An upload is not finished')).toBeVisible()
  await page.reload()

  await expect(page.getByText('An upload is not finished')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Project' }).click()
  const chunks: unknown[] = []
  page.on('request', (request) => request.url().includes('/re-upload/') && chunks.push(request))
  await dialog.locator('input[webkitdirectory]').setInputFiles(folder)
  let finalise = () => {}
  const held = new Promise<void>((resolve) => (finalise = resolve))
  await page.route(`**/api/projects/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await dialog.getByRole('button', { name: uploadMany }).click()
  await expect(dialog.getByText('Finishing...', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asked).toBeVisible()
  finalise()
  await expect(dialog.getByText('Your project is uploaded.')).toBeVisible()
  await expect(asked).toBeHidden()
  expect(chunks).toHaveLength(many / 100 - 1)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Upload New Release' })).toBeVisible()
  const answer = await page.request.get(`/api/projects/${id}`, { headers })
  expect(await answer.json()).toMatchObject({ project: { fileCount: many } })
})

test('many files with odd names beside twice as many installed ones are dropped and sent without stopping the page; the folder dialog reads the same', async ({
  page,
}) => {
  const { id, headers } = await ownProject(page, 'Deep Sandhu')
  const folder = aFolder(0, {
    'empty.txt': '',
    [`${'d/'.repeat(195)}deep.py`]: '1',
    ...Object.fromEntries(
      Array.from({ length: odd - 1 }, (_, n) => [`पुस्तकालय ${n % 7}/my notes 🚀/मुख्य फ़ाइल ${n}.py`, `${n}`]),
    ),
  })
  for (let n = 0; n < 2 * odd; n++) put(folder, `node_modules/lib-${n % 200}/${n}.js`, '')
  await page.goto(`/owner/projects/${id}`)
  await page.getByRole('button', { name: 'Upload Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Project files' })
  const longTasks = await watchLongTasks(page)
  await drop(page, dialog.getByText('Drop your project folder here'), [folder])
  await expect(dialog.getByRole('button', { name: uploadMany })).toBeVisible()
  await expect(dialog.getByText('installed packages').first()).toBeVisible()
  await expect(dialog.getByText('1 file cannot be uploaded')).toBeVisible()
  await expect(dialog.getByText('lies more than 32 folders deep')).toBeVisible()
  await expect(dialog.getByText('Consider adding a README.md file with setup instructions')).toBeVisible()
  await drop(page, dialog.getByText('Drop another folder here'), [join(folder, 'empty.txt')])
  await expect(dialog.getByText('Please drop a folder, not individual files.')).toBeVisible()

  // The browser's own dialog cannot be operated here, so the picker returns a folder from the page's private storage.
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const write = async (at: FileSystemDirectoryHandle, name: string) => {
      const file = await (await at.getFileHandle(name, { create: true })).createWritable()
      await file.write('print(1)')
      await file.close()
    }
    const desk = await root.getDirectoryHandle('desk', { create: true })
    await write(desk, 'main.py')
    await write(await desk.getDirectoryHandle('node_modules', { create: true }), 'a.js')
    Object.assign(window, { showDirectoryPicker: async () => desk })
  })
  await dialog.getByText('Choose Folder').click()
  await expect(dialog.getByRole('button', { name: 'Upload 1 File' })).toBeVisible()
  await expect(dialog.getByText('installed packages').first()).toBeVisible()

  await drop(page, dialog.getByText('Drop another folder here'), [folder])
  await dialog.getByRole('button', { name: uploadMany }).click()
  await expect(dialog.getByText('Your project is uploaded.')).toBeVisible({ timeout: 30_000 })
  // The limit is generous: it only forbids pages that freeze.
  if (isLong) expect(Math.max(0, ...(await longTasks()))).toBeLessThan(500)
  const answer = await page.request.get(`/api/projects/${id}`, { headers })
  expect(await answer.json()).toMatchObject({ project: { fileCount: odd } })
  await expectSoundIfLong(page)
})

test('files that are too large are left out with one press, and nothing else is lost; a token that ends in the middle of the upload is renewed, and whoever is signed out is asked to log in', async ({
  page,
}) => {
  const { headers } = await signUp(page, newcomer('Isha Kulkarni'), { open: '/profile?tab=projects' })
  const form = await openForm(page)
  await form.getByLabel('Title').fill('Library Desk')
  await form.getByLabel('Description').fill('Lends books.')
  await form.getByLabel('Category').selectOption('Web Development')
  await form.getByRole('spinbutton', { name: 'Price' }).fill('0')
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'desk.png', mimeType: 'image/png', buffer: await picture() })
  await expect(form.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem')).toHaveCount(1)
  await form.getByRole('button', { name: 'Continue to Files' }).click()

  const folder = aMessyFolder()
  const { sources } = folder
  await form.locator('input[webkitdirectory]').setInputFiles(folder.path)
  await expect(form.getByText('Please fix the validation errors before uploading')).toBeVisible()
  const large = form.getByRole('list', { name: 'Files over the limit' })
  await expect(large.getByRole('listitem')).toHaveCount(2)
  await expect(large).toContainText('docs/tour.mp4 exceeds 10MB limit')
  await expect(form.getByText('A video is better as a link')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
  await expectSoundIfLong(page)
  await form.getByRole('button', { name: 'Leave out docs/tour.mp4' }).click()
  await expect(form.getByText('docs/tour.mp4 is left out.')).toBeVisible()
  await expect(large.getByRole('listitem')).toHaveCount(1)
  await expect(form.getByText('A video is better as a link')).toBeHidden()
  // The focus moves to the next file.
  await expect(form.getByRole('button', { name: 'Leave out model/weights.bin' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByText('Please fix the validation errors before uploading')).toBeHidden()
  await expect(form.getByText('left out by you').first()).toBeVisible()
  let uploads = 0
  await page.route('**/api/upload/re-upload/**', async (route) => {
    if (++uploads > 1) return route.continue()
    const refused = { success: false, code: 'signed_out', message: 'Authentication required' }
    await route.fulfill({ status: 401, json: refused })
  })
  const refreshed = page.waitForResponse('**/auth/refresh')
  await form.getByRole('button', { name: `Upload ${sources} Files` }).click()
  expect((await refreshed).status()).toBe(200)
  await expect(form.getByText('Your project is uploaded.')).toBeVisible()
  expect(uploads).toBe(2)
  const mine = await page.request.get('/api/projects/me', { headers })
  expect(await mine.json()).toMatchObject({ projects: [{ fileCount: sources }] })

  await form.getByRole('button', { name: 'Done' }).click()
  await page.evaluate(() => {
    for (const entry of ['accessToken', 'refreshToken', 'user']) localStorage.removeItem(entry)
  })
  await page.getByRole('button', { name: 'Add New Project' }).click()
  await expect(page.getByRole('dialog', { name: 'Login Required' })).toBeVisible()
  await expectSound(page)
})

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Add New Project' }).click()
  return page.getByRole('dialog', { name: 'Add New Project' })
}

const pickZip = (
  dialog: ReturnType<Page['getByRole']>,
  name: string,
  files: Parameters<typeof zipSync>[0] | undefined,
) =>
  dialog.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/zip',
    buffer: files ? Buffer.from(zipSync(files)) : Buffer.from('no zip'),
  })

const picture = () => drawn(640, 400, '#336').png().toBuffer()

const cut = (route: Route) => route.abort('connectionreset')
const behindProxy = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' })

/** Creates a project of a new member through the API. */
async function ownProject(page: Page, name: string) {
  const { headers } = await signUp(page, newcomer(name))
  const data = { title: `${name} Desk`, description: 'A desk.', category: 'SaaS', price: 0 }
  const { _id: id } = (await (await page.request.post('/api/projects', { headers, data })).json()) as {
    _id: string
  }
  return { id, headers }
}

function aFolder(count: number, more: Record<string, string> = {}) {
  const folder = join(mkdtempSync(join(tmpdir(), 'readymade-folder-')), 'desk')
  folders.push(dirname(folder))
  for (let n = 0; n < count; n++) put(folder, `src/dir-${n % 9}/${n}.py`, `print(${n})\n`)
  for (const [path, text] of Object.entries(more)) put(folder, path, text)
  return folder
}

function put(folder: string, path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/**
 * Creates a folder with the sources of two real packages and with files that people forget: a video and a model of 12
 * MB each, and installed packages.
 */
function aMessyFolder() {
  const folder = aFolder(0, { 'README.md': '# Library Desk\n', 'docs/tour.mp4': '', 'model/weights.bin': '' })
  for (const name of ['fflate', 'yazl'])
    cpSync(join('node_modules', name), join(folder, 'src', name), {
      recursive: true,
      filter: (path) => !exclusionOf(relative('node_modules', path)),
    })
  for (const path of ['docs/tour.mp4', 'model/weights.bin'])
    truncateSync(join(folder, path), 12 * 1024 * 1024)
  const sources = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  for (let n = 0; n < 40; n++) put(folder, `node_modules/lib-${n % 20}/${n}.js`, '')
  put(folder, '.git/HEAD', 'ref: refs/heads/main\n')
  put(folder, 'debug.log', 'started\n')
  return { path: folder, sources: sources.length - 2 }
}
