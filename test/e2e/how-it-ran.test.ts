import { expectSound } from './accessibility-findings.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { aListedProject, anUploadedProject, approveFailed } from './listings.ts'
import { newcomer, signUp } from './people.ts'
import { aRunner, runIt } from './runs.ts'

/** A small project in PHP whose dump has a name of its own. */
const filesWith = (dump: string) => ({
  'README.md': '# Hostel\n',
  'index.php': "<?php $db = mysqli_connect('localhost', 'root', '', 'hostel');\n",
  [dump]: 'CREATE TABLE rooms (id int primary key);\n',
})

const tooLong = `${'Unbroken'.repeat(20)} <b>https://evil.example</b>`

test('what ran is seen on the page, the label, the card and by the filter, on a phone and on a large screen', async ({
  page,
  elsewhere,
}) => {
  const runner = await aRunner(page)
  const { headers } = await signUp(page, newcomer('Kavya Nair'))
  const files = filesWith('hostel-that-runs.sql')
  const id = await aListedProject(page, headers, { title: 'Hostel that runs', files })
  const rooms = [1, 2, 3, 4].map((n) => ({
    title: n === 1 ? tooLong : `Room ${n}`,
    url: `http://localhost/${'deep/'.repeat(12 * n)}room.php`,
  }))
  await runIt(page, runner, 'hostel-that-runs.sql', {
    pages: [...rooms, { title: 'Fees', isBroken: true, problems: ['Warning: Undefined variable $fee'] }],
    end: {
      dumps: [
        {
          path: 'hostel-that-runs.sql',
          statements: 20,
          tables: 2,
          failed: [{ code: 1146, line: 12, error: "Table 'hostel.fees' doesn't exist" }],
        },
      ],
      standIns: ['Bootstrap', 'jQuery'],
      outside: ['maps.example.com'],
    },
  })

  const visitor = await elsewhere()
  for (const width of [390, 1440]) {
    await visitor.setViewportSize({ width, height: 900 })
    await visitor.goto(`/projects/${id}`)
    await hydrated(visitor)
    const label = visitor.getByRole('complementary', { name: 'Buy this project' })
    await expect(label).toContainText(
      /Ran on \d+ \w+ 20\d\d with PHP 8\.2 and MariaDB 10\.11: 2 tables, 5 pages/,
    )
    await expect(label).toContainText(/runs\s*seen \d+ \w+ 20\d\d/)
    const section = visitor.getByRole('region', { name: 'How it ran' })
    await expect(section).toContainText('We did not test everything.')
    await section.scrollIntoViewIfNeeded()
    const first = section.getByRole('img').first()
    await expect
      .poll(() => first.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
      .toBeGreaterThan(0)
    await section.getByText('What failed in the dump').click()
    await expect(section.getByText("Table 'hostel.fees' doesn't exist")).toBeVisible()
    await expectSound(await fromTop(visitor))
  }

  await visitor.goto('/projects')
  await hydrated(visitor)
  await visitor.getByRole('radio', { name: 'Runs: seen' }).check()
  await expect(visitor).toHaveURL('/projects?ran=yes')
  const link = visitor.locator(`a[href="/projects/${id}"]`)
  const card = visitor.getByRole('article').filter({ has: link })
  await expect(card.getByText('Runs: seen')).toBeVisible()
  await expectSound(await fromTop(visitor))
})

test('what failed and was approved all the same says why, with the note of its owner', async ({
  page,
  elsewhere,
}) => {
  const runner = await aRunner(page)
  const { headers } = await signUp(page, newcomer('Imran Khan'))
  const files = filesWith('hostel-that-fails.sql')
  const id = await anUploadedProject(page, headers, { title: 'Hostel that fails', files })
  await expect(async () => {
    await runIt(page, runner, 'hostel-that-fails.sql', {
      pages: [{ isBroken: true, problems: ["Unknown database 'hostel_of_1998'"] }],
    })
  }).toPass()
  const note = { note: 'Make the database first, as the README says.' }
  expect((await page.request.put(`/api/projects/${id}/run/note`, { headers, data: note })).status()).toBe(200)
  await approveFailed(page, id)

  const visitor = await elsewhere()
  for (const width of [390, 1440]) {
    await visitor.setViewportSize({ width, height: 900 })
    await visitor.goto(`/projects/${id}`)
    await hydrated(visitor)
    const section = visitor.getByRole('region', { name: 'How it ran' })
    await expect(section).toContainText('It did not run when we started it')
    await expect(section).toContainText(note.note)
    await expect(visitor.getByRole('complementary', { name: 'Buy this project' })).toContainText(
      'Did not run on',
    )
    await expectSound(await fromTop(visitor))
  }
})

/** Scrolls to the top: what lies half under the header would count as too small to press. */
async function fromTop(page: Page): Promise<Page> {
  await page.evaluate(() => scrollTo(0, 0))
  return page
}
