import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import { namedDay } from '#contract/kit/format.ts'
import { answerBy } from '#contract/orders/answer-times.ts'

import {
  clock,
  failing,
  field,
  holding,
  main,
  reload,
  startJourneys,
  timePasses,
  user,
  visit,
} from '../../test/in-process.tsx'
import { aMember, anAdmin, mailsTo } from '../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, source } from '../../test/orders.ts'
import { labelled } from '../../test/testing-library.ts'

const app = await startJourneys()
const send = () => user.click(screen.getByRole('button', { name: 'Send Message' }))

test('a message is checked, sent and thanked for', async () => {
  await visit('/contact')
  await send()
  for (const text of ['Name is required', 'Email is required', 'Message is required'])
    await screen.findByText(text)
  await expect.poll(() => document.activeElement).toBe(field('Name'))
  expect([...field('Subject').querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Choose a subject',
    'General Inquiry',
    'Project Question',
    'Custom Development',
    'Technical Support',
    'Partnership',
    'Other',
  ])
  await fill('sneha@e2e')
  await send()
  await screen.findByText('Please enter a valid email address')
  expect(field('Message').value).toBe('Does the hospital project run on Windows?')
  await expect.poll(() => document.activeElement).toBe(field('Email'))
  await user.clear(field('Email'))
  await user.type(field('Email'), 'sneha@e2e.example')
  const sent = holding('/contact.data')
  await send()
  const button = await screen.findByRole('button', { name: 'Sending...' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  sent()
  const thanks = await screen.findByRole('heading', { name: 'Message Sent Successfully!' })
  await expect.poll(() => document.activeElement).toBe(thanks)
  expect(screen.queryByLabelText(labelled('Message'))).toBeNull()
  const by = namedDay(answerBy('message', new Date()))
  expect(main().textContent).toContain(`We reply within 24 hours, weekends not counted: by ${by}`)
  const mail = mailsTo(app, 'sneha@e2e.example')[0]
  expect(mail?.subject).toContain('We have your message')
  await user.click(screen.getByRole('link', { name: 'Send Another Message' }))
  await expect.poll(() => field('Message').value).toBe('')
  await reload()
  expect(field('Message').value).toBe('')
})

test('the form is filled in for members, who choose the order from a list that staff find in the message', async () => {
  const project = await aListing(app.db, (await aBuyer(app)).id, 49_900)
  const buyer = await aMember(app)
  const { orders } = await buyAndPay(app, buyer, source(project))
  const { number } = (await buyer.api.orders.get({ params: { id: orders[0]!._id } })).order
  await visit('/contact', { as: buyer })
  await expect.poll(() => field('Name').value).toBe(buyer.user.name)
  expect(field('Email').value).toBe(buyer.user.email)
  await user.selectOptions(
    await screen.findByLabelText(labelled('Order (optional)')),
    `${number} · ${project.title}`,
  )
  await user.selectOptions(field('Subject'), 'Technical Support')
  await user.type(field('Message'), 'It does not start.')
  await send()
  await screen.findByRole('heading', { name: 'Message Sent Successfully!' })
  const admin = await anAdmin(app)
  const { contacts } = await admin.api.staffContacts.list({ query: { search: buyer.user.email } })
  const { contact } = await admin.api.staffContacts.get({ params: { id: contacts[0]!._id } })
  expect(contact).toMatchObject({ message: `Order ${number}\n\nIt does not start.`, orders: [{ number }] })
})

test('members without an order are not asked for one, and what they type over their name stays', async () => {
  await visit('/contact', { as: await aMember(app) })
  await expect.poll(() => field('Name').value).not.toBe('')
  await user.clear(field('Name'))
  await user.type(field('Name'), 'Sneha Patil')
  await reload()
  await expect.poll(() => field('Name').value).toBe('Sneha Patil')
  expect(screen.queryByLabelText(labelled('Order (optional)'))).toBeNull()
  expect(main().textContent).toContain('Write its number too')
})

test.each([
  ['is cut', () => failing('/contact.data', 'cut')],
  ['is answered by a proxy', () => failing('/contact.data', 502)],
  ['nobody answers within 10 seconds', () => holding('/contact.data')],
])('a message to us that %s stays in its form', async (_, fail) => {
  vi.useFakeTimers(clock)
  await visit('/contact')
  await fill('lata@e2e.example')
  fail()
  await send()
  await timePasses(11_000)
  await screen.findByText('Failed to send message. Please try again.')
  expect(field('Message').value).toBe('Does the hospital project run on Windows?')
})

async function fill(email: string) {
  await user.type(field('Name'), 'Sneha Patil')
  await user.type(field('Email'), email)
  await user.selectOptions(field('Subject'), 'Project Question')
  await user.type(field('Message'), 'Does the hospital project run on Windows?')
}
