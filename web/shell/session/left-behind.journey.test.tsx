import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { failing, main, press, startJourneys, user, visit } from '../../../test/in-process.tsx'
import { aMember } from '../../../test/makers.ts'
import { aBuyer, aListing } from '../../../test/orders.ts'
import { signInByHand } from '../../../test/sign-in-form.ts'
import { labelled } from '../../../test/testing-library.ts'
import { timePasses } from '../../../test/time.ts'

const app = await startJourneys()
const owner = await aBuyer(app)
const [desk, bank] = [
  await aListing(app.db, owner.id, 49_900, { title: 'Library Desk' }),
  await aListing(app.db, owner.id, 99_900, { title: 'Blood Bank' }),
]

const messageField = () => screen.findByLabelText<HTMLTextAreaElement>(labelled('Message'))
const signIn = async ({ email }: { email: string }) => {
  await timePasses(app.db, '2 minutes', 'oneTimeCodes', { email })
  await visit('/signin')
  await signInByHand(app, email)
}
/** Puts a project into the cart, chooses another one to compare and begins a message. */
async function begin() {
  localStorage.setItem(
    'cart',
    JSON.stringify([{ projectId: desk.id, kind: 'source', title: 'Library Desk' }]),
  )
  localStorage.setItem('compared', bank.id)
  await visit('/contact')
  await user.type(await messageField(), 'My guide wants changes')
}
async function expectNothing() {
  await visit('/cart')
  expect(within(main()).queryByText('Library Desk')).toBeNull()
  await visit('/contact')
  expect((await messageField()).value).toBe('')
  expect(localStorage.getItem('compared')).toBeNull()
}
async function expectAll() {
  await visit('/cart')
  await within(main()).findByText('Library Desk')
  await visit('/contact')
  await expect.poll(async () => (await messageField()).value).toBe('My guide wants changes')
  expect(localStorage.getItem('compared')).toBe(bank.id)
}
async function signOut() {
  await visit('/profile')
  await press('Logout')
  await expect.poll(() => localStorage.getItem('refreshToken')).toBeNull()
}

test('“the next student in the lab sees my cart”: what was begun goes with who signs out, and comes back with them', async () => {
  const [firoz, sunita] = [await aMember(app, { name: 'Firoz Alpha' }), await aMember(app)]
  await signIn(firoz)
  await begin()
  await signOut()
  expect([localStorage, sessionStorage].flatMap((area) => Object.values(area)).join()).not.toMatch(
    /Library Desk|guide|Firoz/,
  )
  await expectNothing()
  await signIn(sunita)
  await expectNothing()
  await signOut()
  await signIn(firoz)
  await expectAll()
})

test('a session that ended by itself loses nothing, and without a connection nothing is lost either', async () => {
  const [firoz, sunita] = [await aMember(app), await aMember(app)]
  await signIn(firoz)
  await begin()
  // The refresh token has ended, as when the account was signed out on another device.
  await app.db.deleteFrom('sessions').where('memberId', '=', firoz.id).execute()
  await visit('/profile')
  await screen.findByRole('heading', { name: 'Sign in' })
  await signIn(sunita)
  await expectNothing()
  const mend = failing('accounts.leaveBehind', 'cut')
  localStorage.setItem('cart', JSON.stringify([{ projectId: bank.id, kind: 'source', title: 'Blood Bank' }]))
  await signOut()
  mend()
  await signIn(firoz)
  await expectAll()
  expect(within(main()).queryByText('Blood Bank')).toBeNull()
  await signOut()
  await signIn(sunita)
  await visit('/cart')
  await within(main()).findByText('Blood Bank')
})
