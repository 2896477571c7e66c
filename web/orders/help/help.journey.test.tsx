import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { day, namedDay } from '#contract/kit/format.ts'
import { answerBy } from '#contract/orders/answer-times.ts'

import { helpIn, helpText } from '../../../test/help.ts'
import {
  calls,
  failed,
  failing,
  field,
  holding,
  main,
  press,
  reload,
  startJourneys,
  user,
  visit,
} from '../../../test/in-process.tsx'
import { aMember, anAdmin } from '../../../test/makers.ts'
import { aListing, buyAndPay, source } from '../../../test/orders.ts'
import { labelled } from '../../../test/testing-library.ts'

const app = await startJourneys()
const admin = await anAdmin(app)
const owner = await aMember(app, { name: 'Sneha Iyer' })
const project = await aListing(app.db, owner.user._id, 49_900)
const { open, read, passes } = helpIn(app)

test('a buyer says No, asks with the reason filled in, reads the owner’s answer and marks it as solved', async () => {
  const { member, order, of } = await aPurchase()
  await app.db
    .insertInto('downloads')
    .values({ memberId: member.user._id, releaseId: project.releaseId })
    .execute()
  await reload()
  const answer = within(screen.getByRole('form', { name: 'Did it run?' }))
  await user.click(answer.getByRole('radio', { name: 'No' }))
  await user.click(answer.getByRole('radio', { name: 'A problem with the database' }))
  await user.type(answer.getByRole('textbox'), 'Unknown database library.')
  await press('Send')
  await user.click(await screen.findByRole('link', { name: 'Ask for Help with It' }))
  const asking = within(await screen.findByRole('form', { name: 'Ask for help' }))
  expect(asking.getByRole<HTMLInputElement>('radio', { name: 'It does not run' }).checked).toBe(true)
  expect(text('What happens?').value).toBe('A problem with the database.\nUnknown database library.')
  expect(main().textContent).toContain(`The owner answers by ${namedDay(answerBy('message', new Date()))}`)
  await press('Send Request')
  await screen.findByText('Waits for an answer')
  const { number } = (await read(member.api, of)).requests[0]!
  expect(main().textContent).toContain(`The days wait while your help request ${number} is open`)

  await visit('/profile?tab=projects', { as: owner })
  await user.click(await screen.findByRole('link', { name: 'Help requests (1 to answer)' }))
  await user.click(await screen.findByRole('link', { name: project.title }))
  await screen.findByText(/^A problem with the database\./)
  await screen.findByRole('form', { name: 'Answer' })
  expect(main().textContent).not.toMatch(new RegExp(`${member.user.name}|${member.user.email}`))
  await user.type(text('Your answer'), 'Import database.sql first.')
  await user.click(screen.getByText('Texts for reuse'))
  await press('Keep What Is Typed Above')
  await screen.findByText('Your texts are saved.')
  await press('Send Answer')
  await screen.findByText('Answered')
  await screen.findByRole('button', { name: 'Use' })
  await waitFor(() => expect(text('Your answer').value).toBe(''))
  await press('Use')
  expect(text('Your answer').value).toBe('Import database.sql first.')
  await press('Delete text 1')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use' })).toBeNull())

  await visit(`/orders/${order}`, { as: member })
  const section = within(screen.getByRole('region', { name: 'Help' }))
  section.getByText('Import database.sql first.')
  expect(main().textContent).not.toMatch(new RegExp(`${owner.user.name}|${owner.user.email}`))
  await visit('/profile?tab=orders')
  await user.click(await screen.findByRole('link', { name: 'Help answered' }))
  await screen.findByText('Import database.sql first.')
  await press('Mark as Solved')
  await screen.findByText('Solved')
  expect((await read(member.api, of)).requests[0]).toMatchObject({ status: 'solved', end: 'solved' })
  // Writing opens it again.
  await press('Not Solved? Write Again')
  await user.type(text('Your message'), 'It stops again.')
  await press('Send Message')
  await screen.findByText('Waits for an answer')
})

test('the buyer reads from when staff can be called, calls them after the silence, and gets the money back from the thread', async () => {
  const { member, order, of } = await aPurchase()
  await open(member.api, of)
  await reload()
  screen.getByText(/^If nobody answers, you can call our staff from /)
  expect(screen.queryByRole('button', { name: 'Call Staff' })).toBeNull()
  await passes(of, '5 days')
  await reload()
  screen.getByText(/^The owner should have answered by /)
  await press('Call Staff')
  await screen.findByText('With our staff')

  await visit('/admin/help', { as: admin })
  screen.getByText('Staff called')
  await user.click(screen.getByRole('link', { name: project.title }))
  const about = await screen.findByRole('region', { name: 'About the request' })
  expect(about.textContent).toContain(member.user.email)
  await press('Refund the Order')
  await screen.findByText('Tell the buyer why')
  await user.type(field('Why'), 'Nobody could get it to run.')
  await press('Refund the Order')
  await screen.findByText('The order is refunded.')
  await screen.findByText('Closed with the refund')

  await visit(`/orders/${order}`, { as: member })
  await screen.findByText('Your money went back, so the request is closed. You can still read it.')
  expect(screen.queryByLabelText(labelled('Your message'))).toBeNull()
})

test('what was typed stays when sending fails, also after a reload, and a double press sends once', async () => {
  const { member, of } = await aPurchase()
  await press('Ask for Help')
  await press('Send Request')
  await screen.findByText('Choose what it is about')
  await user.click(screen.getByRole('radio', { name: 'A file is missing' }))
  await user.type(text('What happens?'), 'no sql')
  await press('Send Request')
  await screen.findByText('Say what is wrong, in 10 letters or more')
  await user.clear(text('What happens?'))
  await user.type(text('What happens?'), helpText)
  const mend = failing('help.open')
  await press('Send Request')
  await failed('Failed to send your request')
  expect(text('What happens?').value).toBe(helpText)
  mend()
  await reload()
  expect(text('What happens?').value).toBe(helpText)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'A file is missing' }).checked).toBe(true)
  calls.length = 0
  const release = holding('help.open')
  await user.dblClick(screen.getByRole('button', { name: 'Send Request' }))
  release()
  await screen.findByText('Waits for an answer')
  expect(calls.filter(({ name }) => name === 'help.open')).toHaveLength(1)
  const { requests } = await read(member.api, of)
  expect(requests.map(({ messages }) => messages.map((message) => message.text))).toEqual([[helpText]])
})

test('a message with an email waits for staff, and its writer reads that', async () => {
  const { member, order, of } = await aPurchase()
  await open(member.api, of)
  await reload()
  await user.type(text('Your message'), 'Write to asha@example.in')
  await press('Send Message')
  await screen.findByText('It waits for our staff')
  await visit('/admin/held', { as: admin })
  await screen.findByText('Write to asha@example.in')
  await visit(`/owner/help/${order}`, { as: owner })
  await screen.findByText(helpText)
  expect(main().textContent).not.toContain('asha@example.in')
})

test('after the days for help the messages can only be read, and the page says until when it was', async () => {
  const { member, of } = await aPurchase()
  await open(member.api, of)
  const { writableUntil } = (await read(member.api, of)).requests[0]!
  await passes(of, '31 days')
  const end = new Date(Date.parse(writableUntil) - 31 * 86_400_000)
  await reload()
  await screen.findByText(
    `The days in which you get help ended on ${day(end)}. You can still read what was written.`,
  )
  screen.getByText(helpText)
  expect(screen.queryByRole('button', { name: 'Send Message' })).toBeNull()
})

/** A signed-in member who has bought the project, on the page of the order. */
async function aPurchase() {
  const member = await aMember(app, { name: 'Nidhi Rao' })
  const { orders } = await buyAndPay(app, member, source(project))
  const order = orders[0]!._id
  await visit(`/orders/${order}`, { as: member })
  return { member, order, of: { params: { id: order } } }
}

const text = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(labelled(label))
