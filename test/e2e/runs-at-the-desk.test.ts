import { expectSound } from './accessibility-findings.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { anUploadedProject } from './listings.ts'
import { newcomer, signInAsStaff, signUp } from './people.ts'
import { aRunner, runIt } from './runs.ts'

const title = 'Hostel at the desk'
const dump = 'hostel-at-the-desk.sql'
const files = {
  'README.md': '# Hostel\n',
  'index.php': "<?php $db = mysqli_connect('localhost', 'root', '', 'hostel');\n",
  [dump]: 'CREATE TABLE rooms (id int primary key);\n',
}

/** Opens an address at the width of a phone and of a large screen. */
async function* atBothWidths(page: Page, address: string) {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // An address with a hash that is open already is not loaded again by going there.
    await (page.url().endsWith(address) ? page.reload() : page.goto(address))
    await hydrated(page)
    yield width
    await expectSound(page)
  }
}

test('what waits, failed and ran is seen by its owner and by staff, on a phone and on a large screen', async ({
  page,
  elsewhere,
}) => {
  const runner = await aRunner(page)
  const { headers } = await signUp(page, newcomer('Farah Ali'))
  const id = await anUploadedProject(page, headers, { title, files })
  const own = `/owner/projects/${id}#run`
  const section = page.getByRole('region', { name: 'Run', exact: true })
  await expect(async () => {
    expect((await page.request.post(`/api/projects/${id}/run`, { headers, data: {} })).status()).toBe(200)
  }).toPass()
  for await (const _ of atBothWidths(page, own))
    await expect(section).toContainText(/It is next in the queue|It waits: \d+ runs? comes? before it/)

  await runIt(page, runner, dump, {
    pages: [{ isBroken: true, problems: ["Unknown database 'hostel_of_1998'"] }],
  })
  for await (const _ of atBothWidths(page, own)) {
    await expect(section).toContainText('It did not run when we started it')
    await expect(section).toContainText('What to do:')
  }
  const staff = await elsewhere()
  await signInAsStaff(staff)
  const cell = staff.getByRole('list', { name: 'Evidence' }).getByRole('link', { name: /^Run/ })
  for await (const _ of atBothWidths(staff, `/admin/projects/${id}`)) {
    await expect(cell).toContainText('Did not run')
    await expect(staff.getByLabel('Why approve it all the same')).toBeVisible()
  }

  await page.request.post(`/api/projects/${id}/run`, { headers, data: {} })
  await runIt(page, runner, dump, { pages: [{ title: 'Rooms' }, { title: 'Fees', after: 'admin' }] })
  for await (const _ of atBothWidths(page, own)) {
    await expect(section).toContainText(/Ran on .* with PHP 8\.2 and MariaDB 10\.11/)
    await expect(section.getByRole('button', { name: 'Use as a Picture: Rooms' })).toBeVisible()
  }
  for await (const _ of atBothWidths(staff, `/admin/projects/${id}`)) await expect(cell).toContainText('Ran')
  for await (const _ of atBothWidths(staff, '/admin/settings?section=runs')) {
    const machines = staff.getByRole('region', { name: 'Machines that run projects' })
    await expect(machines.getByRole('listitem', { name: 'Double' }).first()).toContainText('Ready')
  }
})
