import { readFileSync } from 'node:fs'

import { unzipSync } from 'fflate'

import { ownerLicence } from '#contract/accounts/agreements.ts'

import { expectSound } from './accessibility-findings.ts'
import { expect, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { mailTo } from './mails.ts'
import { enterCode, newcomer, signUp } from './people.ts'

test('a seat goes from the email to the download: read without an account, accepted after signing in', async ({
  page,
  elsewhere,
}) => {
  const owner = await elsewhere()
  const { headers } = await signUp(owner, newcomer('Meera Nair'))
  const id = await aListedProject(owner, headers, { title: 'Team Timetable' })
  const { site } = (await (await owner.request.get('/api/content/site')).json()) as {
    site: Parameters<typeof ownerLicence>[0]
  }
  const allowed = { allowsSeats: true, ownerLicence: ownerLicence(site).version }
  const saved = await owner.request.patch(`/api/projects/${id}/owner-update`, { headers, data: allowed })
  expect(saved.status()).toBe(200)

  const buyer = await signUp(page, newcomer('Asha Rao'))
  const data = { items: [{ projectId: id, kind: 'source' }], idempotencyKey: crypto.randomUUID() }
  const bought = await page.request.post('/api/orders/checkout', { headers: buyer.headers, data })
  const { payment } = (await bought.json()) as { payment: { orders: { _id: string }[] } }
  await page.goto(`/orders/${payment.orders[0]!._id}`)
  const friend = await elsewhere()
  const person = newcomer('Ravi Menon')
  await signUp(friend, person)
  await friend.evaluate(() => localStorage.clear())
  await page.getByLabel('Their email').fill(person.email)
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(page.getByText('We do not keep the address.')).toBeVisible()
  await expect(page.getByLabel('Their email')).toHaveValue('')

  await expect.poll(() => mailTo(person.email, 'invites you to a seat')).toBeDefined()
  const [link] = /\/seats\/invitation#[\w-]+/.exec(mailTo(person.email, 'invites you to a seat')!)!
  await friend.goto(link)
  await expect(friend.getByText('Asha invites you to a seat of “Team Timetable”')).toBeVisible()
  await expectSound(friend)
  await friend.getByRole('link', { name: 'Sign In to Accept' }).click()
  await friend.getByLabel('Email').fill(person.email)
  await friend.getByRole('button', { name: 'Send Code' }).click()
  await enterCode(friend, person.email)
  await friend.getByRole('button', { name: 'Accept' }).click()
  await expect(friend.getByText('Your seat in the team of Asha')).toBeVisible()
  await expectSound(friend)
  const [zip] = await Promise.all([
    friend.waitForEvent('download'),
    friend.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  const inside = Object.keys(unzipSync(new Uint8Array(readFileSync(await zip.path()))))
  expect(inside).toEqual(expect.arrayContaining(['README.md', 'src/index.js']))
  await page.reload()
  await expect(page.getByText('Ravi M.')).toBeVisible()
})
