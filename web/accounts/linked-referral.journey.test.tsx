import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { field, main, press, reload, startJourneys, user, visit } from '../../test/in-process.tsx'
import { aMember, anEmail, mailsTo } from '../../test/makers.ts'
import { codeField, enterCode, refusalOf, sendForm } from '../../test/sign-in-form.ts'

const app = await startJourneys()
const aPerson = (name: string) => ({ Name: name, Email: anEmail(), Phone: '9876543210' })
const code = () => field('Referral code (optional)')
/** Goes on to sign-up, by the link in the head of a page. */
const signUp = async () => {
  await user.click(within(screen.getByRole('banner')).getAllByRole('link', { name: 'Sign Up' })[0]!)
  await screen.findByRole('heading', { name: 'Sign up' })
}

test('a wrong referral code is told before a code is mailed, also on the way back; in any case and with spaces a right one counts', async () => {
  const rekha = await aMember(app, { name: 'Rekha Nair' })
  const person = aPerson('Arun Nair')
  await visit('/signup')
  await user.click(screen.getByText('Add college, course or a referral code'))
  await expect.poll(() => document.activeElement).toBe(field('College (optional)'))
  await sendForm({ 'Referral code (optional)': 'NOBODY22', ...person })
  await refusalOf('Referral code (optional)', /^Nobody has this referral code\./)
  expect(mailsTo(app, person.Email)).toEqual([])
  const { referralCode } = rekha.user
  const spaced = `${referralCode.slice(0, 4)} ${referralCode.slice(4)}`.toLowerCase()
  await sendForm({ 'Referral code (optional)': spaced })
  await codeField()
  await press('Back')
  await sendForm({ 'Referral code (optional)': 'NOBODY33' })
  await refusalOf('Referral code (optional)', /^Nobody has this referral code\./)
  await sendForm({ 'Referral code (optional)': referralCode })
  await enterCode(app, person.Email)
  await screen.findByText(/^Welcome, Arun Nair\./)
  const { referrals } = await rekha.api.referrals.mine({ query: {} })
  expect(referrals.map(({ referredUser }) => referredUser)).toEqual(['Arun N.'])
})

test.each(['NOBODY22', 'much-longer-than-any-code-of-ours'])(
  'a link with the code %s, which nobody has, hinders nobody: it is left out, and that is said',
  async (unknown) => {
    const person = aPerson('Kavya Iyer')
    await visit(`/signup?ref=${unknown}`)
    await sendForm(person)
    await screen.findByText(/^Nobody has the referral code of your link/)
    await press('Back')
    await expect.poll(() => code().value).toBe('')
    await press('Send Code')
    await enterCode(app, person.Email)
    await screen.findByText(/^Welcome, Kavya Iyer\./)
  },
)

test('the code in a link to any page is kept for the sign-up, the first one counts, and it can be removed', async () => {
  await visit('/projects?ref=asha2345')
  await visit('/about?ref=OTHER234')
  await signUp()
  expect(code().value).toBe('asha2345')
  within(main()).getByText('From the link of a friend that you opened')
  await press('Remove the code')
  await expect.poll(() => code().value).toBe('')
  await reload()
  expect(code().value).toBe('')
})

test('who opens a link and looks around first still signs up with its code, in another tab too', async () => {
  await visit('/signup?ref=ASHA2345')
  await user.click(screen.getAllByRole('link', { name: 'Readymade, home' })[0]!)
  await screen.findByRole('link', { name: 'Browse Projects' })
  await signUp()
  expect(code().value).toBe('ASHA2345')
  sessionStorage.clear()
  await visit('/signin')
  await user.click(within(main()).getByRole('link', { name: 'Sign up' }))
  await screen.findByRole('heading', { name: 'Sign up' })
  expect(code().value).toBe('ASHA2345')
  await reload()
  expect(code().value).toBe('ASHA2345')
})
