import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { check } from '#server/projects/findings/check/check.ts'

import { filesOf } from '../../test/findings/files.ts'
import { reload, startJourneys, user, visit } from '../../test/in-process.tsx'
import { aMember } from '../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, source } from '../../test/orders.ts'

const app = await startJourneys()
const owner = await aBuyer(app)

/** An order of a project in PHP whose code has another user than XAMPP. */
async function anOrder() {
  const project = await aListing(app.db, owner.id, 49_900)
  const {
    foreignPaths: _,
    languages: __,
    ...checked
  } = check(
    filesOf({
      'index.php': '<?php include "db.php"; ?><a href="http://localhost/hostel/rooms.php">Rooms</a>',
      'rooms.php': '<?php include "db.php";',
      'db.php': '<?php\n$c = mysqli_connect("localhost", "hostel", "", "hostel_db");\n',
      'hostel.sql':
        'CREATE TABLE `rooms` (`id` int(11) AUTO_INCREMENT) ENGINE=InnoDB;\nINSERT INTO `rooms` VALUES (1),;',
    }),
  )
  await app.db
    .insertInto('releaseChecks')
    .values({ releaseId: project.releaseId, version: 1, state: 'checked', result: JSON.stringify(checked) })
    .onConflict((conflict) =>
      conflict.column('releaseId').doUpdateSet({ state: 'checked', result: JSON.stringify(checked) }),
    )
    .execute()
  const buyer = await aMember(app)
  const { orders } = await buyAndPay(app, buyer, source(project))
  await visit(`/orders/${orders[0]!._id}`, { as: buyer })
}

const section = () => screen.getByRole('region', { name: 'Set it up' })
const step = (title: string) =>
  within(section())
    .getAllByRole('listitem')
    .find((item) => item.textContent.includes(title))!

test('an order leads from the ZIP to the running program with the names of its files, and a finding at the step that it breaks', async () => {
  await anOrder()
  expect(step('Unzip it into hostel').textContent).toContain('C:\\xampp\\htdocs\\hostel')
  expect(step('Make the database').textContent).toContain('hostel_db')
  expect(step('Use XAMPP’s user').textContent).toContain(
    'In db.php, line 2, write root in place of “hostel”.',
  )
  within(step('Import hostel.sql')).getByText('The check found here')
  await user.click(within(section()).getByRole('tab', { name: 'Linux' }))
  expect(step('Unzip it into hostel').textContent).toContain('/opt/lampp/htdocs/hostel')
})

test('ticks are there after a reload, and can be taken away', async () => {
  await anOrder()
  const tick = () => within(section()).getByLabelText<HTMLInputElement>('Done: Install XAMPP')
  await user.click(tick())
  within(section()).getByText(/^1 of \d+ done$/)
  await reload()
  expect(tick().checked).toBe(true)
  await user.click(tick())
  within(section()).getByText(/^0 of \d+ done$/)
})

test('a pasted message is explained at once with the names of the project, and what nobody knows is said', async () => {
  await anOrder()
  const field = within(section()).getByLabelText('What does it say?')
  await user.click(field)
  await user.paste("Fatal error: Unknown database 'hostel_db' in db.php:2")
  await screen.findByText('MySQL has no database with the name “hostel_db”.')
  expect(section().textContent).toContain('Then import hostel.sql into it.')
  await user.clear(field)
  await user.paste('The page is white and empty')
  await screen.findByText(/^We do not know this message/)
})

test('a release that this check has not looked at says so', async () => {
  const project = await aListing(app.db, owner.id, 49_900)
  await app.db.deleteFrom('releaseChecks').where('releaseId', '=', project.releaseId).execute()
  const buyer = await aMember(app)
  const { orders } = await buyAndPay(app, buyer, source(project))
  await visit(`/orders/${orders[0]!._id}`, { as: buyer })
  within(section()).getByText(/^The check of this release has not looked/)
})
