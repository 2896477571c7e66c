import { generateProjects } from '../similarity/corpus.ts'
import { expect, type Page, test } from './journey.ts'
import { aListedProject, anUploadedProject } from './listings.ts'
import { mailTo } from './mails.ts'
import { signInAsStaff, signInAsStaffByHand, signUp, staffHeaders } from './people.ts'
import { expectSound, expectSoundIfLong } from './sound.ts'

const run = Date.now().toString(36)
const person = (name: string) => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}.${run}@e2e.example`,
  phone: '9812300777',
})
const readme = (words: string) =>
  `# ${words}\nOpen index.html in a browser, choose a room and press Save to keep it.`
const plain = (title: string) => ({
  title,
  files: { 'README.md': readme(title), 'index.html': `<h1>${title}</h1>` },
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
  await staff.getByRole('link', { name: 'Highest risk first' }).click()
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

test('after a verdict the next project opens, Undo brings the one before back, and nobody is mailed; Skip does not come straight back', async ({
  page,
  elsewhere,
}) => {
  const name = `Ravi${run}`
  const owner = person(`${name} Rao`)
  const { headers } = await signUp(page, owner)
  const titles = ['one', 'two', 'three'].map((word) => `${name} ${word}`)
  const ids: string[] = []
  for (const title of titles) ids.push(await aCheckedProject(page, headers, plain(title)))

  const staff = await elsewhere()
  await signInAsStaff(staff)
  const heading = staff.getByRole('heading', { level: 1 })
  await staff.goto(`/admin/projects/${ids[0]}?part=clean`)
  await staff.getByRole('button', { name: 'Claim' }).click()
  await expect(staff.getByText(/You are looking at this until/)).toBeVisible()
  await expect(staff.getByText('Under review')).toBeVisible()
  const approve = staff.getByRole('button', { name: 'Approve', exact: true })
  // A double click decides on this one alone.
  await approve.dblclick()
  const undo = staff.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await expect(heading).not.toHaveText(titles[0]!)
  const next = (await heading.textContent())!
  expect(await statusOf(staff, ids[0]!)).toBe('approved')
  await undo.click()
  await expect(staff.getByText('Taken back. Nobody was told.')).toBeVisible()
  await expect(heading).toHaveText(titles[0]!)
  expect(await statusOf(staff, ids[0]!)).toBe('under_review')
  await staff.getByRole('tab', { name: 'History' }).click()
  await expect(staff.getByText('The decision before was taken back.')).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Undo' })).toHaveCount(0)

  // Undo is offered for ten seconds; then the owner is mailed.
  await staff.getByRole('button', { name: 'README too short' }).click()
  await staff.getByRole('button', { name: 'Request Changes' }).click()
  await expect(heading).not.toHaveText(titles[0]!)
  expect(mailTo(owner.email, titles[0])).toBeUndefined()
  await expect(undo).toBeHidden({ timeout: 12_000 })
  await expect
    .poll(() => mailTo(owner.email, titles[0]), { timeout: 15_000 })
    .toContain('sent back for changes')
  expect(mailTo(owner.email, 'is approved')).toBeUndefined()

  // Back leads to the decided one, which stays decided.
  await staff.goBack()
  await expect(heading).toHaveText(titles[0]!)
  await expect(staff.getByText('Needs changes').first()).toBeVisible()
  expect(await statusOf(staff, ids[0]!)).toBe('needs_changes')

  await staff.goto(`/admin/projects/${ids[1]}?part=clean`)
  await staff.getByRole('button', { name: 'Skip' }).click()
  await expect(heading).not.toHaveText(titles[1]!)
  const seen = new Set<string>([next])
  for (
    let step = 0;
    step < 3 && !(await staff.getByRole('heading', { name: 'Verification' }).isVisible());
    step++
  ) {
    const before = (await heading.textContent())!
    expect(before).not.toBe(titles[1])
    seen.add(before)
    await staff.getByRole('button', { name: 'Skip' }).click()
    await expect(heading.or(staff.getByText('Nothing else is waiting here.')).first()).toBeVisible()
    if ((await heading.textContent()) === before) break
  }
})

test('on a phone the strip is on top, the verdicts stay at the foot, and a session that ends keeps what was written', async ({
  page,
  elsewhere,
}) => {
  const { headers } = await signUp(page, person('Zara Khan'))
  const id = await aCheckedProject(page, headers, plain(`Phone desk ${run}`))
  const staff = await elsewhere()
  await staff.setViewportSize({ width: 390, height: 844 })
  await signInAsStaff(staff)
  await staff.goto(`/admin/projects/${id}`)
  const approve = staff.getByRole('button', { name: 'Approve', exact: true })
  await expect(staff.getByRole('list', { name: 'Evidence' })).toBeInViewport()
  for (const verdict of ['Approve', 'Request Changes', 'Reject'])
    await expect(staff.getByRole('button', { name: verdict, exact: true })).toBeInViewport({ ratio: 1 })
  await staff.mouse.wheel(0, 3000)
  await expect(approve).toBeInViewport({ ratio: 1 })
  await expect(approve).toBeEnabled()
  await staff.getByRole('button', { name: 'Reject' }).click()
  await expect(staff.getByLabel('Notes for the owner')).toBeFocused()
  await expect(staff.getByText('Tell the owner in the notes what to change or why.')).toBeInViewport()
  await staff.getByLabel('Notes for the owner').fill('It shows another shop.')
  await staff.evaluate(() => localStorage.setItem('adminToken', 'ended'))
  await staff.getByRole('button', { name: 'Reject' }).click()
  await expect(staff).toHaveURL('/admin/login')
  await signInAsStaffByHand(staff)
  await staff.goto(`/admin/projects/${id}`)
  await expect(staff.getByLabel('Notes for the owner')).toHaveValue('It shows another shop.')

  // In another tab somebody else has decided meanwhile.
  const data = { verificationStatus: 'needs_changes', verificationNotes: 'A README, please.' }
  await page.request.put(`/api/projects/${id}`, { headers: await staffHeaders(page), data })
  await expect(staff.getByRole('button', { name: 'Reject' })).toBeEnabled()
  await staff.getByRole('button', { name: 'Reject' }).click()
  await expect(staff.getByText('This project has changed since you opened it.')).toBeVisible()
  expect(await statusOf(page, id)).toBe('needs_changes')
})

test('what changed since the approval stands old beside new, and is decided there', async ({
  page,
  elsewhere,
}) => {
  const { headers } = await signUp(page, person('Dev Malhotra'))
  const id = await aListedProject(page, headers, plain(`Bus pass ${run}`))
  await page.request.patch(`/api/projects/${id}/owner-update`, {
    headers,
    data: { title: `Bus pass portal ${run}`, price: 799 },
  })
  const staff = await elsewhere()
  await signInAsStaff(staff)
  await staff.goto('/admin/verification?part=text')
  await staff.getByRole('link', { name: `Bus pass portal ${run}` }).click()
  await staff.getByRole('tab', { name: /^Changes/ }).click()
  const changes = staff.getByRole('region', { name: 'Changes' })
  await expect(changes.locator('del').first()).toHaveText(`Bus pass ${run}`)
  await expect(changes.locator('ins').first()).toHaveText(`Bus pass portal ${run}`)
  await expect(changes).toContainText('₹799')
  await expect(changes).not.toContainText('description')
  await staff.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(staff.getByText(`Approved and listed: “Bus pass portal ${run}”.`)).toBeVisible()
})
