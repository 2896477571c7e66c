import { generateProjects, type GeneratedProject } from '../similarity/corpus.ts'
import { expectSound, expectSoundIfLong } from './accessibility-findings.ts'
import { expect, type Page, test } from './journey.ts'
import { aListedProject, anUploadedProject } from './listings.ts'
import { signInAsStaff, signUp, staffHeaders, newcomer } from './people.ts'

const run = Date.now().toString(36)
const filesOf = ({ files }: GeneratedProject) =>
  Object.fromEntries(files.map(({ path, text }) => [path, text]))

test('a copy is red in the queue and on the strip, stands beside its original, and is listed by no press on Approve until a reason is written; on a phone the strip is on top, the verdicts stay at the foot, and what one asks for is in view', async ({
  page: staff,
}) => {
  const [original, copy] = generateProjects({ projects: 2, copies: 1, seed: Date.now() })
  const title = `Library ${run}`
  const author = await signUp(staff, newcomer('Meera Iyer'))
  const originalId = await aListedProject(staff, author.headers, { title, files: filesOf(original!) })
  const { headers } = await signUp(staff, newcomer('Arjun Das'))
  const id = await anUploadedProject(staff, headers, { title: `Book desk ${run}`, files: filesOf(copy!) })
  await expectChecked(staff, id)

  await signInAsStaff(staff, '/admin/verification')
  const sidebar = staff
    .getByRole('complementary', { name: 'Admin' })
    .getByRole('link', { name: 'Verification' })
  await expect(sidebar).toContainText(/\d/)
  const parts = staff.getByRole('navigation', { name: 'Parts of the queue' })
  await expect(parts.getByRole('link')).toHaveText([
    /^All\d+$/,
    /^Blocking\d+$/,
    /^Copies\d+$/,
    /^Clean\d+$/,
    /^Did not run\d+$/,
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
  for (const name of ['Blocking', 'Warnings', 'Licences', 'Not declared'])
    await expect(strip).toContainText(name)
  await expect(staff.getByRole('link', { name: /^\d+ of \d+$/ })).toBeVisible()
  const notes = staff.getByLabel('Notes for the owner')
  await staff.getByRole('button', { name: `Copy of ${title}` }).click()
  await expect(notes).toHaveValue(new RegExp(`\\d+% of the code is also in “${title}”`))
  await notes.fill('')

  const decision = (name: string) => staff.getByRole('button', { name, exact: true })
  for (let press = 0; press < 2; press++) await decision('Approve').click({ clickCount: press % 2 ? 2 : 1 })
  const reason = staff.getByLabel('Why approve it all the same')
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await expect(reason).toBeFocused()
  await expect(staff).toHaveURL(new RegExp(`/admin/projects/${id}`))
  expect(await statusOf(staff, id)).not.toBe('approved')
  // Nothing that has the focus lies under the bar with Approve.
  await staff.setViewportSize({ width: 1440, height: 900 })
  for (const field of [reason, notes, staff.getByLabel('For staff only')]) {
    await staff.evaluate(() => scrollTo(0, 0))
    await field.focus()
    await expect
      .poll(() =>
        field.evaluate((control) => {
          const { left, bottom } = control.getBoundingClientRect()
          return document.elementFromPoint(left + 20, bottom - 4) === control
        }),
      )
      .toBe(true)
  }
  await expectSound(staff)

  await strip.getByRole('link', { name: /^Blocking/ }).click()
  await staff.getByRole('tab', { name: 'Files' }).click()
  await expect(staff).toHaveURL(/tab=files/)
  await strip.getByRole('link', { name: /^Copied/ }).click()
  await expect(staff.getByRole('region', { name: 'Similar listings' })).toBeInViewport()

  await strip.getByRole('link', { name: 'Compare' }).click()
  await expect(staff).toHaveURL(`/admin/projects/${id}/similarity/${originalId}`)
  const panes = staff.getByRole('region', { name: 'Files side by side' })
  const position = panes.getByText(/^Passage \d+ of/)
  await expect(position).toContainText('Passage 1 of')
  await expect(panes.locator('pre').first().locator('.line-current').first()).toBeInViewport()
  await panes.getByRole('button', { name: 'Next' }).click()
  await expect(position).toContainText('Passage 2 of')
  for (const side of [0, 1])
    await expect(panes.locator('pre').nth(side).locator('.line-current').first()).toBeInViewport()
  await expectSound(staff)
  await staff.getByLabel('Files', { exact: true }).selectOption({ index: 1 })
  await expect(staff).toHaveURL(/\?files=2$/)
  await expect(position).toContainText('Passage 1 of')
  await staff.setViewportSize({ width: 390, height: 844 })
  const [left, right] = [0, 1].map((side) => panes.locator('.source-pane').nth(side))
  const isStacked = async () => {
    const [above, below] = [await left!.boundingBox(), await right!.boundingBox()]
    return below!.y >= above!.y + above!.height
  }
  await expect.poll(isStacked).toBe(true)

  await staff.goto(`/admin/projects/${id}`)
  await expect(strip).toBeInViewport()
  for (const name of ['Approve', 'Request Changes', 'Reject'])
    await expect(decision(name)).toBeInViewport({ ratio: 1 })
  await staff.mouse.wheel(0, 3000)
  await expect(decision('Approve')).toBeInViewport({ ratio: 1 })
  await expect(decision('Reject')).toBeEnabled()
  await decision('Reject').click()
  await expect(notes).toBeFocused()
  await expect(staff.getByText('Tell the owner in the notes what to change or why.')).toBeInViewport()

  await reason.fill('Both accounts are hers; she showed her repository.')
  await decision('Approve').click()
  await expect(staff.getByText(`Approved and listed: “Book desk ${run}”.`)).toBeVisible()
  expect(await statusOf(staff, id)).toBe('approved')
})

/** Waits until an uploaded project is checked and compared. */
async function expectChecked(page: Page, id: string) {
  const headers = await staffHeaders(page)
  const check = async () => {
    const answer = await page.request.get('/api/admin/verification', { headers })
    const { queue } = (await answer.json()) as { queue: { _id: string; check: string }[] }
    return queue.find(({ _id }) => _id === id)?.check
  }
  await expect.poll(check, { timeout: 60_000 }).toBe('done')
}

async function statusOf(page: Page, id: string) {
  const answer = await page.request.get(`/api/projects/${id}`, { headers: await staffHeaders(page) })
  return ((await answer.json()) as { project: { verificationStatus: string } }).project.verificationStatus
}
