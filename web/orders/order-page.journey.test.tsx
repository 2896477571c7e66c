import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { namedDay } from '#contract/kit/format.ts'
import { answerBy } from '#contract/orders/answer-times.ts'

import { failing, field, main, press, reload, startJourneys, user, visit } from '../../test/in-process.tsx'
import { aMember, anAdmin } from '../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, checkoutBy, ordersBecome, source } from '../../test/orders.ts'
import { reason, returnRefunds } from '../../test/refunds.ts'
import { labelled } from '../../test/testing-library.ts'

const app = await startJourneys()
const admin = await anAdmin(app)
const owner = await aBuyer(app)
const project = await aListing(app.db, owner.id, 49_900)

test('what is paid for is stamped Yours, with its download and the way to its steps, and its price is torn off', async () => {
  await visit(`/checkout?project=${project.id}`, { as: await aMember(app) })
  await user.selectOptions(await screen.findByLabelText(labelled('State')), 'Kerala')
  await press(/^Pay ₹/)
  await press('Succeed')
  await screen.findByText('Payment received')
  const label = () => screen.getByRole('complementary', { name: 'Your order' })
  within(label()).getByText('Yours')
  within(label()).getByRole('button', { name: 'Download' })
  expect(within(label()).getByRole('link', { name: 'Set It Up' }).getAttribute('href')).toBe('#set-up')
  // The price is gone for screen readers at once, and after a reload for everybody.
  const torn = () => label().querySelector('.label-leaving')
  expect(torn()!.getAttribute('aria-hidden')).toBe('true')
  await reload()
  within(label()).getByText('Yours')
  expect(torn()).toBeNull()
})

test('Download is a link; what fails before it begins is said on the page, and the order goes to a computer by mail', async () => {
  const { order } = await aPurchase()
  await visit(`/orders/${order}`)
  const download = screen.getByRole('button', { name: 'Download' })
  expect(download.getAttribute('href')).toMatch(/^\/files\/downloads\/order\/.*-main\.zip\?expires=/)
  const mend = failing('downloads.link')
  await press('Download')
  await screen.findByText('Download failed: 500')
  mend()
  await press('Send It to My Computer')
  await screen.findByText(/^Sent to .* whoever has its link can use it\.$/)
})

test('a buyer reviews what they bought with stars, asks for the money back, and gets it from staff who see the evidence', async () => {
  const { member, order, number, licence } = await aPurchase()
  await visit(`/verify/${licence}`)
  await screen.findByText('This licence is genuine')
  expect(main().textContent).toContain(mayUse)
  await visit(`/orders/${order}`)
  expect(screen.queryByRole('form', { name: 'Did it run?' })).toBeNull()
  await hasDownloaded(member)
  await reload()
  await press('Send')
  await screen.findByText('Say whether it ran, or choose stars')
  await user.click(radio('5 stars'))
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(radio('3 stars').checked).toBe(true)
  await user.type(line(), 'Good, but the script stops.')
  await reload()
  expect(radio('3 stars').checked).toBe(true)
  expect(line().value).toBe('Good, but the script stops.')
  await press('Send')
  await screen.findByText('3 of 5', { exact: false })

  await press('Request Refund')
  await user.type(field('What is wrong?'), reason)
  await reload()
  await press('Request Refund')
  expect(field('What is wrong?').value).toBe(reason)
  await press('Send Request')
  await screen.findByText('Your request waits for our staff')
  const by = namedDay(answerBy('refund', new Date()))
  expect(main().textContent).toContain(`They decide by ${by}`)

  await visit('/admin/refunds', { as: admin })
  const asked = () => screen.getByRole('listitem', { name: `Order ${number}` })
  await screen.findByText(reason)
  expect(asked().textContent).toContain(reason)
  expect(asked().textContent).toContain(`we decide by ${by}`)
  expect(within(asked()).getByRole('region', { name: /^Evidence/ }).textContent).toContain('3 of 5')
  await press('Decline')
  await within(asked()).findByText('Tell the buyer why')
  await press('Approve')
  await screen.findByText(`${number} is refunded.`)
  await expect.poll(() => screen.queryByRole('listitem', { name: `Order ${number}` })).toBeNull()

  await visit(`/orders/${order}`)
  await screen.findByText('₹499 is on its way back')
  await returnRefunds(app)
  await reload()
  await screen.findByText(/^₹499 was returned on/)
  screen.getByText('Refunded')
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  await visit(`/projects/${project.id}`)
  expect(main().textContent).not.toContain('Good, but the script stops.')
  await visit(`/verify/${licence}`)
  await screen.findByText('This licence was withdrawn')
  expect(main().textContent).not.toContain(mayUse)
})

test('one form asks whether it ran, for stars and for a line; what is left empty is left out, and each part is changed by itself', async () => {
  const { member, order } = await aPurchase()
  await hasDownloaded(member)
  await reload()
  const of = { params: { id: order } }
  const ofProject = { params: { id: project.id } }
  const given = async () => {
    const { answer } = await member.api.runAnswers.get(of)
    const { review } = await member.api.reviews.mine(ofProject)
    return [answer && [answer.ran, answer.reason, answer.text], review && [review.rating, review.text]]
  }
  await user.click(radio('No'))
  await user.type(line(), 'No script for the tables.')
  await press('Send')
  await screen.findByText('Choose what went wrong')
  await user.click(radio('A problem with the database'))
  await reload()
  expect(radio('A problem with the database').checked).toBe(true)
  await press('Send')
  await screen.findByText('It did not run: a problem with the database')
  expect(await given()).toEqual([[false, 'database', 'No script for the tables.'], null])

  // A line for owner and staff does not become public because stars are added.
  await press('Change Your Answer')
  await user.click(radio('4 stars'))
  await screen.findByText('The owner and our staff read it. With stars, everybody does.')
  await press('Send')
  await screen.findByText('4 of 5', { exact: false })
  expect(await given()).toEqual([
    [false, 'database', 'No script for the tables.'],
    [4, ''],
  ])

  await press('Change Your Answer')
  await user.type(line(), 'Clear and complete.')
  await screen.findByText(/^Everybody reads it/)
  // In another tab the other part was changed meanwhile.
  await member.api.runAnswers.set({ ...of, body: { ran: true } })
  await press('Send')
  await screen.findByText('Clear and complete.')
  expect(await given()).toEqual([
    [true, null, ''],
    [4, 'Clear and complete.'],
  ])

  await press('Change Your Answer')
  await user.clear(line())
  await press('Cancel')
  screen.getByText('Clear and complete.')
  await reload()
  await press('Change Your Answer')
  expect(line().value).toBe('Clear and complete.')
  await user.click(radio('5 stars'))
  await press('Send')
  await screen.findByText('5 of 5', { exact: false })
  expect(await given()).toEqual([
    [true, null, ''],
    [5, 'Clear and complete.'],
  ])
})

test('the order names the file that Download saves', async () => {
  const { member, order } = await aPurchase()
  screen.getByText(`project-${project.id}-main.zip`)
  const other = await aListing(app.db, owner.id, 0, { title: 'Blood Bank' })
  await checkoutBy(member, source(other))
  await visit('/profile?tab=orders')
  screen.getByText(`project-${project.id}-main.zip`)
  screen.getByText(`project-${other.id}-main.zip`)
  await ordersBecome(app.db, 'refunded', { id: order })
  await reload()
  expect(screen.queryByText(`project-${project.id}-main.zip`)).toBeNull()
})

test('who was declined reads what they can still do, on the order and by mail', async () => {
  const { member, order } = await aPurchase()
  const note = 'It runs on our machine as the README says.'
  const { refund } = await member.api.refundRequests.ask({ params: { id: order }, body: { reason } })
  await admin.api.refundRequests.decide({
    params: { id: refund.request!._id },
    body: { decision: 'decline', note },
  })
  await visit(`/orders/${order}`)
  screen.getByText('Your request was declined')
  const section = within(screen.getByRole('region', { name: 'Refund' }))
  section.getByText(note)
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('write to us'),
    expect.stringContaining('grievance contact'),
    expect.stringContaining('Your bank'),
  ])
  const mail = app.mails.find(({ to, subject }) => to === member.email && subject.includes('is declined'))
  expect(mail!.text).toContain('What you can still do')
  await user.click(section.getByRole('link', { name: 'Write to us' }))
  await screen.findByRole('heading', { level: 1, name: 'Contact us' })
})

/** A signed-in member who has bought the project, with the code of the licence. */
async function aPurchase() {
  const member = await aMember(app)
  const { orders } = await buyAndPay(app, member, source(project))
  const { _id: order, number } = orders[0]!
  await visit(`/orders/${order}`, { as: member })
  screen.getByRole('heading', { level: 1, name: project.title })
  const file = await member.api.licences.file({ params: { id: order } })
  const [, licence] = /Code: +(\S+)/.exec(await file.text())!
  return { member, order, number, licence: licence! }
}

const mayUse = 'The buyer may use, change and hand in the files'

/** Records a download of the project by a member. */
const hasDownloaded = ({ user: { _id } }: { user: { _id: string } }) =>
  app.db.insertInto('downloads').values({ memberId: _id, releaseId: project.releaseId }).execute()

const form = () => within(screen.getByRole('form', { name: 'Did it run?' }))
const radio = (name: string) => form().getByRole<HTMLInputElement>('radio', { name })
const line = () => form().getByRole<HTMLTextAreaElement>('textbox')
