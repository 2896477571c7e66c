import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import {
  address,
  failing,
  field,
  main,
  press,
  startJourneys,
  user,
  visit,
} from '../../../test/in-process.tsx'
import { aMember, anAdmin, anEmail, mailsTo } from '../../../test/makers.ts'
import { buyAndPay, source } from '../../../test/orders.ts'
import { aSeat, allowSeats, anInvitation, tokenMailedTo } from '../../../test/seats.ts'
import { aListing, download } from '../../../test/uploads.ts'
import { clearSession } from '../../shell/session/session.ts'

const app = await startJourneys()

/** A buyer of a project with seats, on the page of their order. */
async function aTeam() {
  const project = await aListing(app)
  await allowSeats(app, project.owner, project.id)
  const member = await aMember(app, { name: 'Nidhi Rao' })
  const { orders } = await buyAndPay(app, member, source({ id: project.id }))
  const id = orders[0]!._id
  await visit(`/orders/${id}`, { as: member })
  return { project, member, id }
}

test('a seat from the invitation to the download: the buyer invites, a friend reads what is kept, accepts and gets the steps', async () => {
  const { member, id } = await aTeam()
  await screen.findByRole('heading', { name: 'Seats for your team' })
  const email = anEmail()
  await user.type(field('Their email'), email)
  await press('Send Invitation')
  await screen.findByText(/^Invited on/)
  expect(mailsTo(app, email, 'seat-invitation')).toHaveLength(1)
  expect(main().textContent).not.toContain(email)

  const friend = await aMember(app, { name: 'Imran Khan' })
  await visit(`/seats/invitation#${tokenMailedTo(app, email)}`, { as: friend })
  await screen.findByText(/^Nidhi invites you to a seat of /)
  expect(main().textContent).toContain('Nidhi sees your first name, an initial and the day')
  await press('Accept')
  await screen.findByText(/^Your seat in the team of Nidhi/)
  await screen.findByRole('heading', { name: 'Set it up' })
  expect(screen.getAllByRole('button', { name: /^Download/ }).length).toBeGreaterThan(0)
  await visit('/profile?tab=orders', { as: friend })
  await screen.findByText(/^In the team of Nidhi/)

  await visit(`/orders/${id}`, { as: member })
  await screen.findByText('Imran K.')
  await press('Give to Another')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take the Seat' }))
  await waitFor(() => expect(screen.queryByText('Imran K.')).toBeNull())
})

test("'Not Me' needs no account, and says that nobody can invite again", async () => {
  const { member, id } = await aTeam()
  const email = anEmail()
  await member.api.seats.invite({ params: { id }, body: { email } })
  clearSession()
  await visit(`/seats/invitation#${tokenMailedTo(app, email)}`)
  await screen.findByRole('link', { name: 'Sign In to Accept' })
  await press('Not Me')
  await screen.findByText('Nobody can invite you again')
  await visit(`/orders/${id}`, { as: member })
  await user.type(field('Their email'), email)
  await press('Send Invitation')
  await screen.findByText('Whoever reads this address wants no invitations')
})

test('whoever signs in to accept comes back to the invitation, whose token stands in no address meanwhile', async () => {
  const { member, id } = await aTeam()
  const token = await anInvitation(app, member, id)
  clearSession()
  await visit(`/seats/invitation#${token}`)
  await user.click(await screen.findByRole('link', { name: 'Sign In to Accept' }))
  await expect.poll(address).toBe('/signin?next=%2Fseats%2Finvitation')
  await visit('/seats/invitation', { as: await aMember(app, { name: 'Imran Khan' }) })
  await press('Accept')
  await screen.findByText(/^Your seat in the team of Nidhi/)
  expect(JSON.stringify(localStorage)).not.toContain(token)
})

test('an owner switches seats on with the licence that names them, and the label of the project says so at once', async () => {
  const project = await aListing(app)
  await visit(`/owner/projects/${project.id}`, { as: project.owner })
  await press('Edit Seats for a Team')
  await user.click(screen.getByRole('switch', { name: /Buyers may invite their team/ }))
  expect(main().textContent).toContain('three people whom the buyer invites')
  await press('Save Changes')
  await screen.findByText(/Who buys the source may invite up to three people/)
  const { project: shown } = await app.api.projects.get({ params: { id: project.id } })
  expect(shown.allowsSeats).toBe(true)
})

test('the page of the project says that its reader has a seat, and leads there, until it ends', async () => {
  const { project, member, id } = await aTeam()
  const friend = await aMember(app, { name: 'Imran Khan' })
  const seat = await aSeat(app, member, id, friend)
  await visit(`/projects/${project.id}`, { as: friend })
  await screen.findAllByText('You have a seat')
  expect(screen.queryByRole('link', { name: 'Purchase Now' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Your Seat' }).getAttribute('href')).toBe(`/seats/${seat}`)
  expect(screen.getAllByRole('button', { name: 'Download' }).length).toBeGreaterThan(0)
  const { title } = (await app.api.projects.get({ params: { id: project.id } })).project
  await visit(`/projects?search=${encodeURIComponent(title)}`)
  await screen.findAllByText('Your seat')
  await project.owner.api.projects.ownerUpdate({ params: { id: project.id }, body: { isActive: false } })
  await visit(`/projects/${project.id}`)
  await screen.findByRole('heading', { name: 'Project Not Found' })
  screen.getByRole('link', { name: 'Your Seat' })
  await project.owner.api.projects.ownerUpdate({ params: { id: project.id }, body: { isActive: true } })
  await member.api.seats.end({ params: { id, seat }, query: {} })
  await visit(`/projects/${project.id}`)
  await waitFor(() => expect(screen.queryByText('You have a seat')).toBeNull())
})

test('My Orders opens without the seats when a process of an earlier release answers', async () => {
  const { member } = await aTeam()
  failing('seats.mine')
  await visit('/profile?tab=orders', { as: member })
  await screen.findByRole('heading', { name: 'My Orders' })
  expect(screen.queryByText('Something went wrong')).toBeNull()
})

test('staff see the seats of an order and of a member, and what was downloaded with them', async () => {
  const { project, member, id } = await aTeam()
  const friend = await aMember(app, { name: 'Imran Khan' })
  await aSeat(app, member, id, friend)
  await download(app, friend.token, project.id)
  await anInvitation(app, member, id)
  await visit(`/admin/orders/${id}`, { as: await anAdmin(app) })
  const seats = within(await screen.findByRole('region', { name: 'Seats' }))
  expect(seats.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Imran K\.since .*release 1: 1 time, .*Accepted$/),
    expect.stringMatching(/^Invitationsent .*Open$/),
  ])
  await user.click(seats.getByRole('link', { name: 'Imran K.' }))
  await screen.findByRole('heading', { name: 'Imran Khan' })
  const held = within(await screen.findByRole('region', { name: 'Seats' }))
  expect(held.getByRole('link', { name: /./ }).getAttribute('href')).toBe(`/admin/orders/${id}`)
})

test('a seat is given up, and a licence of a seat says so where it is checked', async () => {
  const { member, id } = await aTeam()
  const friend = await aMember(app, { name: 'Imran Khan' })
  const seat = await aSeat(app, member, id, friend)
  const licence = await friend.api.seats.licence({ params: { id: seat } })
  const code = /^Code:\s+(\S+)$/m.exec(await licence.text())![1]!
  await visit(`/verify/${code}`)
  await screen.findByText(/a seat in the buyer’s team/)
  await visit(`/seats/${seat}`, { as: friend })
  await press('Give the Seat Up')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Give It Up' }))
  await screen.findByRole('heading', { name: 'My Orders' })
  await visit(`/verify/${code}`)
  await screen.findByText('This licence was withdrawn')
})
