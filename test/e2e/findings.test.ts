import { expectSound, expectSoundIfLong } from './accessibility-findings.ts'
import { unfold } from './folds.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { anUploadedProject } from './listings.ts'
import { signInAsStaff, signUp, newcomer } from './people.ts'

const files = {
  'README.md':
    '# Mess bills\nInstall XAMPP, copy this folder to htdocs, import mess.sql into phpMyAdmin, then open http://localhost/mess/ to start.',
  'index.php': "<?php include 'config.php'; include 'menu.php'; $c->query('select * from bills');",
  'config.php': `<?php $c = mysqli_connect('db.college.in', 'mess', 'Ganesh@1998', 'mess');
$backup = mysqli_connect('backup.college.in', 'mess', 'Ramesh@2001', 'mess');`,
  'mess.sql': 'create database mess; use mess; create table bills (id int);',
}

test('an owner reads what was found and explains it, staff approve, and buyers read what matters to them', async ({
  page,
  elsewhere,
}) => {
  const { headers } = await signUp(page, newcomer('Meera Iyer'))
  const id = await anUploadedProject(page, headers, { title: 'Mess bills', files })
  const found = page.getByRole('region', { name: 'What we found' })
  await page.goto(`/owner/projects/${id}`)
  await expect(found.getByText('2 to settle')).toBeVisible({ timeout: 30_000 })
  // It waits for the owner, so it does not say that it waits for staff.
  await expect(page.getByText('An admin must verify this project before it is published.')).toHaveCount(0)
  await expect(page.getByText('Waiting for you', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Settle 2 findings/ }).click()
  await expect(found.getByLabel('Line 1').first()).toHaveText(
    "<?php $c = mysqli_connect('db.college.in', 'mess', '••••••', 'mess');",
  )
  await expect(found.getByText('“menu.php” is used here, but no such file is in the project.')).toBeVisible()

  const staff = await elsewhere()
  await signInAsStaff(staff, '/admin/projects?status=ready')
  const row = staff.getByRole('row', { name: /Mess bills/ })
  await expect(staff.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await expect(row).toHaveCount(0)
  await staff.getByLabel('Status').selectOption('With the owner')
  await expect(row.first()).toContainText('Waiting for the owner')
  await row.getByRole('link', { name: 'Mess bills' }).first().click()
  await expect(staff.getByRole('list', { name: 'Evidence' })).toContainText('2 to settle')
  await expect(staff.getByText('The owner is told:').first()).toBeVisible()
  await expectSoundIfLong(staff)
  await staff.getByRole('button', { name: 'Approve' }).click()
  await expect(staff.getByLabel('Why approve it all the same')).toHaveAttribute('aria-invalid', 'true')

  const explain = (line: number) =>
    found
      .getByRole('button', { name: `It is harmless: A database password, config.php, line ${line}` })
      .click()
  await explain(1)
  await found.getByRole('button', { name: 'Save Reason' }).click()
  await expect(found.getByText('Say why in at least 10 characters')).toBeVisible()
  await expectSound(page)
  await found.getByRole('checkbox', { name: 'Also for the other one in this file' }).uncheck()
  await found.getByRole('button', { name: 'It works on my own computer only' }).dblclick()
  await expect(found.getByRole('region', { name: 'Explained by you' })).toBeVisible()
  await expect(found.getByText('1 to settle')).toBeVisible()
  await explain(2)
  await expect(found.getByRole('checkbox')).toHaveCount(0)
  await found.getByRole('button', { name: 'It works on my own computer only' }).click()
  await expect(page.getByText('Waiting for you')).toHaveCount(0)
  await expect(page.getByText('An admin must verify this project before it is published.')).toBeVisible()
  await expect(found.getByText('1 to look at')).toBeVisible()
  await found.getByRole('button', { name: 'Add PHP' }).click()
  await expect(found.getByRole('button', { name: 'Add PHP' })).toBeHidden()
  await found.getByRole('button', { name: 'Add All' }).click()
  await expect(found.getByRole('button', { name: 'Add All' })).toBeHidden()
  const links = await unfold(page, 'Links & Metadata')
  await expect(links.getByRole('list', { name: 'Technologies' })).toContainText('MySQL')

  await staff.goto('/admin/verification')
  await expect(row.first()).toContainText('Explained 2')
  await row.getByRole('link', { name: 'Mess bills' }).first().click()
  await expect(staff.getByRole('list', { name: 'Evidence' })).toContainText('Explained 2')
  // It stands first and is open, with the owner's words.
  const evidence = staff.getByRole('region', { name: 'What we found' }).getByRole('region')
  await expect(evidence.first()).toHaveAccessibleName('Explained by the owner')
  await expect(evidence.first().getByText('“It works on my own computer only”').last()).toBeVisible()
  await expectSoundIfLong(staff)
  await staff.getByRole('button', { name: 'Approve' }).click()
  const why = staff.getByLabel('Why approve it all the same')
  await expect(why).toHaveAttribute('aria-invalid', 'true')
  await why.fill('The college has closed both databases.')
  await staff.getByRole('button', { name: 'Approve' }).click()
  await expect(staff.getByText('Approved and listed').first()).toBeVisible()

  await page.goto(`/projects/${id}`)
  await hydrated(page)
  const checked = page.getByRole('region', { name: 'Checked by machine' })
  await expect(checked.getByText('The database script is included')).toBeVisible()
  await expect(checked.getByText('One file that it names is not included.')).toBeVisible()
  await expect(checked.getByText(/password|config\.php/)).toHaveCount(0)
  await expectSoundIfLong(page)
})
