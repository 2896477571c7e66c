import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aColleague } from '../../../test/makers.ts'
import { balancedLedger, collectWebhooks } from '../../../test/orders.ts'
import { bank, payoutsIn } from '../../../test/payouts.ts'
import { ledgerFaults } from '../ledger/service.ts'

const app = await startApp()
beforeEach(() => void collectWebhooks(app))
const { anOwner, asked, byStaff } = payoutsIn(app)
const { admin: boss, act } = await byStaff()
const [colleague, third] = [await aColleague(app, boss), await aColleague(app, boss)]

type Staff = Pick<typeof boss, 'api'>
const fileOf = async ({ api }: Staff) => (await api.payouts.export()).text()
const stored = async ({ api }: Staff, number: string) =>
  (await api.payouts.file({ params: { number } })).text()
const newestFile = async () => (await boss.api.payouts.files({ query: {} })).files[0]!
const again = async ({ api }: Staff, id: string) =>
  (await api.payouts.act({ body: { action: 'again', ids: [id], note: 'The bank lost the file' } }))
    .results[0]!
const caseFor = async ({ api }: Staff, id: string) => (await api.payouts.case({ params: { id } })).payout
const nothing = { code: 'conflict', message: 'No approved payout waits for a file.' }

/** Creates a payout that the first of the staff approved and the second gave to the bank, and its file. */
const exported = async () => {
  const owner = await anOwner(600)
  const payout = await asked(owner, undefined, bank)
  await act('approve', [payout._id])
  const text = await fileOf(colleague)
  return { owner, payout, text, file: await newestFile() }
}

test('a file for the bank is stored, and asked for again under its number the same to the byte; each time is in the audit log', async () => {
  const { payout, text, file } = await exported()
  expect(file).toMatchObject({
    number: expect.stringMatching(/^B-\d{6}$/),
    madeBy: 'Ravi',
    payouts: 1,
    again: 0,
    amount: 600,
  })
  expect((await caseFor(third, payout._id)).files).toMatchObject([{ number: file.number, isAgain: false }])
  for (const one of [colleague, third, colleague]) expect(await stored(one, file.number)).toBe(text)
  const { entries } = await boss.api.audit.list({ query: { about: payout._id } })
  expect(entries.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 3 }, () => 'download file of payout'),
    'export payout',
    'approve payout',
  ])
  expect(entries[0]).toMatchObject({ after: { file: file.number } })
  await expect(fileOf(colleague)).rejects.toMatchObject(nothing)
})

test('whoever approved a payout in a file does not download it, no member does, and there is no other', async () => {
  const { owner, file } = await exported()
  await expect(stored(boss, file.number)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(stored(owner, file.number)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(stored(colleague, 'B-999999')).rejects.toMatchObject({ code: 'not_found' })
})

test('the same payout is in one more file when two of the staff say so, once, and the file and its page say ‘again’', async () => {
  const { payout, text, file } = await exported()
  expect(await again(boss, payout._id)).toMatchObject({
    done: true,
    message: 'Asked. Another member of staff confirms it',
  })
  expect(await again(boss, payout._id)).toMatchObject({ done: false })
  expect(await caseFor(boss, payout._id)).toMatchObject({
    again: { isOwn: true, isConfirmed: false },
    allowed: ['return'],
  })
  await expect(fileOf(colleague)).rejects.toMatchObject(nothing)
  expect(await caseFor(third, payout._id)).toMatchObject({
    again: { by: 'Admin', note: 'The bank lost the file', isOwn: false },
    allowed: ['return', 'pay', 'again'],
  })
  expect(await again(third, payout._id)).toMatchObject({
    done: true,
    message: 'In the next file, marked as sent again',
  })
  expect(await again(third, payout._id)).toMatchObject({
    done: false,
    message: 'It is in the next file already.',
  })

  const second = await fileOf(colleague)
  expect(second).toContain(`Readymade ${payout.number} again`)
  const newest = await newestFile()
  expect(newest).toMatchObject({ payouts: 1, again: 1 })
  expect(newest.number).not.toBe(file.number)
  expect((await caseFor(third, payout._id)).files).toMatchObject([
    { number: file.number, isAgain: false },
    { number: newest.number, isAgain: true },
  ])
  await expect(fileOf(colleague)).rejects.toMatchObject(nothing)
  expect(await stored(third, file.number)).toBe(text)
  expect(await stored(third, newest.number)).toBe(second)
  expect(await again(third, payout._id)).toMatchObject({
    message: 'Asked. Another member of staff confirms it',
  })
  expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
})

test('of many who confirm and export at once, a payout is sent again once', async () => {
  const { payout } = await exported()
  await again(boss, payout._id)
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 ? again(third, payout._id) : fileOf(colleague).catch(() => ''),
    ),
  )
  await fileOf(colleague).catch(() => '')
  expect((await caseFor(third, payout._id)).files.length).toBeLessThanOrEqual(2)
})

test('what is reported as returned, ended or in no file is not sent again, and a file with it is not either', async () => {
  const { payout, file } = await exported()
  await act('return', [payout._id], 'No such account')
  expect(await again(third, payout._id)).toMatchObject({ done: false })
  await third.api.payouts.act({ body: { action: 'return', ids: [payout._id], note: 'No such account' } })
  expect(await again(third, payout._id)).toMatchObject({ done: false })
  await expect(stored(third, file.number)).rejects.toMatchObject({ code: 'conflict' })

  const waiting = await asked(await anOwner(500))
  await act('approve', [waiting._id])
  expect(await again(third, waiting._id)).toMatchObject({ done: false })
  await fileOf(colleague)
})

test('what waits to be sent again is in no file once it is reported as returned', async () => {
  const { payout } = await exported()
  await again(boss, payout._id)
  await again(third, payout._id)
  await act('return', [payout._id], 'No such account')
  await expect(fileOf(colleague)).rejects.toMatchObject(nothing)
})
