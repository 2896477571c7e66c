import { generateProjects } from '../similarity/corpus.ts'
import { expect, type Page, test } from './journey.ts'
import { aListedProject, anUploadedProject } from './listings.ts'
import { signInAsStaff, signUp, staffHeaders } from './people.ts'
import { expectSound, expectSoundIfLong } from './sound.ts'

const run = Date.now().toString(36)
const person = (name: string) => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}.${run}@e2e.example`,
  phone: '9812300777',
})
/** Uploads a project and waits until it is checked and compared. */
async function aCheckedProject(
  page: Page,
  headers: Record<string, string>,
  listing: Parameters<typeof anUploadedProject>[2],
) {
  const id = await anUploadedProject(page, headers, listing)
  const staff = await staffHeaders(page)
  const check = async () => {
    const { queue } = (await (
      await page.request.get('/api/admin/verification', { headers: staff })
    ).json()) as {
      queue: { _id: string; check: string }[]
    }
    return queue.find(({ _id }) => _id === id)?.check
  }
  await expect.poll(check, { timeout: 60_000 }).toBe('done')
  return id
}
const statusOf = async (page: Page, id: string) => {
  const answer = await page.request.get(`/api/projects/${id}`, { headers: await staffHeaders(page) })
  return ((await answer.json()) as { project: { verificationStatus: string } }).project.verificationStatus
}

test('a copy is red in the queue and on the strip, and listed by no press on Approve until a reason is written', async ({
  page,
  elsewhere,
}) => {
  const corpus = generateProjects({ projects: 6, copies: 2, seed: Date.now() })
  const planted = corpus.at(-1)!
  const filesOf = ({ files }: typeof planted) =>
    Object.fromEntries(files.map(({ path, text }) => [path, text]))
  const other = await elsewhere()
  const author = await signUp(other, person('Meera Iyer'))
  const title = `Library ${run}`
  await aListedProject(other, author.headers, { title, files: filesOf(corpus[planted.copyOf!]!) })
  const { headers } = await signUp(page, person('Arjun Das'))
  const id = await aCheckedProject(page, headers, { title: `Book desk ${run}`, files: filesOf(planted) })

  const staff = await elsewhere()
  await signInAsStaff(staff, '/admin/dashboard')
  const sidebar = staff
    .getByRole('complementary', { name: 'Admin' })
    .getByRole('link', { name: 'Verification' })
  await expect(sidebar).toContainText(/\d/)
  await sidebar.click()
  const parts = staff.getByRole('navigation', { name: 'Parts of the queue' })
  await expect(parts.getByRole('link')).toHaveText([
    /^All\d+$/,
    /^Blocking\d+$/,
    /^Copies\d+$/,
    /^Clean\d+$/,
    /^Text only\d+$/,
    /^New owners\d+$/,
    /^Mine\d+$/,
  ])
  await expectSoundIfLong(staff)
  await parts.getByRole('link', { name: /^Copies/ }).click()
  const row = staff.getByRole('row', { name: new RegExp(`Book desk ${run}`) })
  await expect(row).toContainText(`of ${title}`)
  await expect(row).toContainText('first project')
  const byRisk = staff.getByRole('link', { name: 'Highest risk first' })
  await expect(byRisk).toHaveAttribute('href', /part=copies/)
  await byRisk.click()
  await expect(staff).toHaveURL('/admin/verification?part=copies&order=risk')
  await row.getByRole('link', { name: `Book desk ${run}` }).click()
  await expect(staff).toHaveURL(`/admin/projects/${id}?part=copies&order=risk`)
  await expect(sidebar).toHaveAttribute('aria-current', 'page')

  const strip = staff.getByRole('list', { name: 'Evidence' })
  await expect(strip).toContainText(new RegExp(`\\d+% of ${title}`))
  await expect(strip.getByRole('listitem')).toHaveCount(5)
  await expect(strip.getByRole('link', { name: 'Compare' })).toBeVisible()
  await expect(staff.getByRole('link', { name: /^\d+ of \d+$/ })).toBeVisible()
  await expectSound(staff)
  const notes = staff.getByLabel('Notes for the owner')
  await staff.getByRole('button', { name: `Copy of ${title}` }).click()
  await expect(notes).toHaveValue(new RegExp(`\\d+% of the code is also in “${title}”`))
  await notes.fill('')

  const approve = staff.getByRole('button', { name: 'Approve', exact: true })
  for (let press = 0; press < 10; press++) await approve.click({ clickCount: press % 2 ? 2 : 1 })
  const reason = staff.getByLabel('Why approve it all the same')
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await expect(reason).toBeFocused()
  await expect(staff).toHaveURL(new RegExp(`/admin/projects/${id}`))
  expect(await statusOf(staff, id)).not.toBe('approved')

  await strip.getByRole('link', { name: /^Blocking/ }).click()
  await staff.getByRole('tab', { name: 'Files' }).click()
  await expect(staff).toHaveURL(/tab=files/)
  await strip.getByRole('link', { name: /^Copied/ }).click()
  await expect(staff.getByRole('region', { name: 'Similar listings' })).toBeInViewport()

  await reason.fill('Both accounts are hers; she showed her repository.')
  await staff.getByLabel('For staff only').fill('Asked by mail.')
  await approve.click()
  await expect(staff.getByText(`Approved and listed: “Book desk ${run}”.`)).toBeVisible()
  expect(await statusOf(staff, id)).toBe('approved')
  await staff.goto(`/admin/projects/${id}?tab=history`)
  const history = staff.getByRole('region', { name: 'Verification history' })
  await expect(history).toContainText('Both accounts are hers; she showed her repository.')
  await expect(history).toContainText('Asked by mail.')
  await page.goto(`/owner/projects/${id}`)
  await expect(page.getByRole('region', { name: 'Verification history' })).toContainText('Approved')
  await expect(page.getByText('Asked by mail.')).toHaveCount(0)
})

test('on a phone the strip is on top, the verdicts stay at the foot, and what one asks for is in view', async ({
  page: staff,
  elsewhere,
}) => {
  const owner = await elsewhere()
  const { headers } = await signUp(owner, person('Zara Khan'))
  const id = await anUploadedProject(owner, headers, { title: `Phone desk ${run}` })
  await staff.setViewportSize({ width: 390, height: 844 })
  await signInAsStaff(staff, `/admin/projects/${id}`)
  await expect(staff.getByRole('list', { name: 'Evidence' })).toBeInViewport()
  const verdict = (name: string) => staff.getByRole('button', { name, exact: true })
  for (const name of ['Approve', 'Request Changes', 'Reject'])
    await expect(verdict(name)).toBeInViewport({ ratio: 1 })
  await staff.mouse.wheel(0, 3000)
  await expect(verdict('Approve')).toBeInViewport({ ratio: 1 })
  await expect(verdict('Reject')).toBeEnabled()
  await verdict('Reject').click()
  await expect(staff.getByLabel('Notes for the owner')).toBeFocused()
  await expect(staff.getByText('Tell the owner in the notes what to change or why.')).toBeInViewport()
})
