import { expectSound, expectSoundIfLong } from './accessibility-findings.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { signUp, newcomer } from './people.ts'

const files = {
  'README.md': '# Billing\n',
  'src/app.py': 'import os\n',
  'src/billing.py': `# adds the tax\ndef total(lines):\n    return "₹ <b>" + str(sum(lines))\n${'print(1)\n'.repeat(60)}`,
}

test('an owner opens a file, a visitor reads its beginning and all of it, and it is closed again', async ({
  page,
  elsewhere,
}) => {
  const { headers } = await signUp(page, newcomer('Nisha Menon'))
  const id = await aListedProject(page, headers, { title: 'Billing with samples', files })
  await page.goto(`/owner/projects/${id}`)
  const section = page.getByRole('region', { name: 'Samples' })
  await section.getByRole('button', { name: 'Add a File' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(3)
  await page.keyboard.type('BILL')
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expectSoundIfLong(page)
  await section.getByRole('button', { name: 'Add src/billing.py' }).click()
  await expect(section.getByText('1 of 3')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Remove src/billing.py' })).toBeVisible()

  const visitor = await elsewhere()
  // The cached page is dropped once the job has highlighted the file.
  await expect(async () => {
    await visitor.goto(`/projects/${id}`)
    await hydrated(visitor)
    await expect(visitor.locator('.sample .code-comment')).toHaveText('# adds the tax', { timeout: 500 })
  }).toPass()
  const samples = visitor.getByRole('region', { name: 'Samples' })
  await expect(samples).toContainText('return "₹ <b>" + str(sum(lines))')
  await expect(samples.locator('.source-line')).toHaveCount(30)
  await samples.getByRole('link', { name: 'Read the whole file' }).click()
  await expect(visitor.getByRole('heading', { name: 'billing.py' })).toBeVisible()
  await expect(visitor.locator('.source-line')).toHaveCount(63)
  await expectSound(visitor)
  const address = visitor.url()
  await visitor.goBack()
  await visitor.getByRole('region', { name: 'Files' }).getByRole('link', { name: 'billing.py' }).click()
  await expect(visitor).toHaveURL(address)

  await section.getByRole('button', { name: 'Remove src/billing.py' }).click()
  await expect(section.getByText('0 of 3')).toBeVisible()
  expect((await visitor.goto(address))?.status()).toBe(404)
  await expect(visitor.getByRole('heading', { name: 'File Not Found' })).toBeVisible()
  await visitor.goto(`/projects/${id}`)
  await hydrated(visitor)
  await expect(samples).toHaveCount(0)
})
