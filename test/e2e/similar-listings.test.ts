import { generateProjects, type GeneratedProject } from '../similarity/corpus.ts'
import { expect, test } from './journey.ts'
import { anUploadedProject } from './listings.ts'
import { signInAsStaff, signUp } from './people.ts'
import { expectSound, expectSoundIfLong } from './sound.ts'

test('staff see at the review that a project is a partial copy, go through what is shared side by side, and see none for another', async ({
  page,
}) => {
  const word = `Orchard${Date.now()}`
  const filesOf = ({ files }: GeneratedProject) =>
    Object.fromEntries(files.map(({ path, text }) => [path, text]))
  const [original, copy] = generateProjects({ projects: 2, copies: 1, seed: Date.now() })
  const person = { name: 'Meera Iyer', email: `${word.toLowerCase()}@e2e.example`, phone: '9812300125' }
  const { headers } = await signUp(page, person)
  const originalId = await anUploadedProject(page, headers, {
    title: `${word} one`,
    files: filesOf(original!),
  })
  const copyId = await anUploadedProject(page, headers, { title: `${word} two`, files: filesOf(copy!) })
  const alone = { title: `${word} alone`, files: { 'a.js': 'console.log(1)\n' } }
  const aloneId = await anUploadedProject(page, headers, alone)

  await signInAsStaff(page)
  await page.goto(`/admin/projects/${aloneId}`)
  const similar = page.getByRole('region', { name: 'Similar listings' })
  await expect(similar).toContainText('None found', { timeout: 60_000 })
  await page.goto(`/admin/projects/${copyId}`)
  await expect(similar).toContainText('1 to look at', { timeout: 60_000 })
  const listing = similar.getByRole('listitem')
  await expect(listing).toContainText(`${word} one`)
  await expect(listing).toContainText('same owner')
  await expect(listing).toContainText(/\d+ shared passages/)
  await expectSoundIfLong(page)

  await listing.getByRole('link', { name: `Compare with ${word} one` }).click()
  await expect(page).toHaveURL(`/admin/projects/${copyId}/similarity/${originalId}`)
  const panes = page.getByRole('region', { name: 'Files side by side' })
  const position = panes.getByText(/^Passage \d+ of/)
  await expect(position).toContainText('Passage 1 of')
  await expect(panes.locator('pre').first().locator('.line-current').first()).toBeInViewport()
  await panes.getByRole('button', { name: 'Next' }).click()
  await expect(position).toContainText('Passage 2 of')
  for (const side of [0, 1])
    await expect(panes.locator('pre').nth(side).locator('.line-current').first()).toBeInViewport()
  await expectSound(page)
  await page.getByLabel('Files', { exact: true }).selectOption({ index: 1 })
  await expect(page).toHaveURL(/\?files=2$/)
  await expect(position).toContainText('Passage 1 of')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  const boxes = await Promise.all([0, 1].map((side) => panes.locator('.source-pane').nth(side).boundingBox()))
  expect(boxes[1]!.y).toBeGreaterThanOrEqual(boxes[0]!.y + boxes[0]!.height)

  await page.goto(`/admin/projects/${copyId}/similarity/01890000-0000-7000-8000-000000000000`)
  await expect(page.getByRole('heading', { name: 'These projects could not be compared' })).toBeVisible()
})
