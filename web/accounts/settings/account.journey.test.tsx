import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { address, press, reload, startJourneys, user, visit } from '../../../test/in-process.tsx'
import { aMember, anEmail, codeMailedTo } from '../../../test/makers.ts'
import { labelled } from '../../../test/testing-library.ts'

const app = await startJourneys()
const settings = '/profile?tab=settings'
const region = async (name: string) => within(await screen.findByRole('region', { name }))
/** A code of six digits that is not this one. */
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

test('an email is changed with a code from both addresses, also after a reload', async () => {
  const asha = await aMember(app)
  const next = anEmail()
  await visit(settings, { as: asha })
  const section = () => region('Email')
  await user.click(await (await section()).findByRole('button', { name: 'Change Email' }))
  const ask = async (email: string) => {
    const { getByLabelText } = await section()
    await user.clear(getByLabelText(labelled('New email')))
    await user.type(getByLabelText(labelled('New email')), email)
    await press('Send Codes')
  }
  await ask('asha')
  await (await section()).findByText('Please enter a valid email address')
  await ask(asha.email)
  await (await section()).findByText('This is your email already.')
  await ask(next)
  const field = await (await section()).findByLabelText(labelled(`Code sent to ${next}`))
  await expect.poll(() => document.activeElement).toBe(field)
  const again = (await section()).getByRole<HTMLButtonElement>('button', { name: /Resend Codes in \d+s/ })
  expect(again.disabled).toBe(true)
  await reload()
  const code = codeMailedTo(app, asha.email)
  await user.type(
    await (await section()).findByLabelText(labelled(`Code sent to ${next}`)),
    codeMailedTo(app, next),
  )
  const own = async () => (await section()).getByLabelText(labelled(`Code sent to ${asha.email}`))
  await user.type(await own(), otherThan(code))
  await user.click(await (await section()).findByRole('button', { name: 'Change Email' }))
  await (await section()).findByText('This code is wrong. Look at the newest email from us.')
  await expect.poll(() => document.activeElement?.id).toBe((await own()).id)
  await user.clear(await own())
  await user.type(await own(), code)
  await user.click(await (await section()).findByRole('button', { name: 'Change Email' }))
  await screen.findByText(`Your email is now ${next}.`)
  await (await section()).findByText(next, { exact: false })
  await (await section()).findByRole('button', { name: 'Change Email' })
})

test('a change of email that was given up is gone', async () => {
  await visit(settings, { as: await aMember(app) })
  const section = () => region('Email')
  await user.click(await (await section()).findByRole('button', { name: 'Change Email' }))
  await user.type((await section()).getByLabelText(labelled('New email')), anEmail())
  await user.click((await section()).getByRole('button', { name: 'Send Codes' }))
  await user.click(await (await section()).findByRole('button', { name: 'Keep My Email' }))
  await (await section()).findByRole('button', { name: 'Change Email' })
  await reload()
  await (await section()).findByRole('button', { name: 'Change Email' })
})

test('another device is signed out from here, and lands on the sign-in page', async () => {
  const asha = await aMember(app)
  const { email } = asha
  const { sessionToken } = await app.api.accounts.sendOtp({ body: { email } })
  const { tokens } = await app.api.accounts.verifyOtp({
    body: { email, sessionToken, otp: codeMailedTo(app, email) },
  })
  await visit(settings, { as: asha })
  const devices = await region('Your devices')
  await expect.poll(() => devices.queryAllByRole('listitem')).toHaveLength(2)
  expect(devices.getAllByText('This device')).toHaveLength(1)
  await user.click(devices.getByRole('button', { name: /^Sign Out/ }))
  await screen.findByText('This device is signed out.')
  await expect.poll(() => devices.queryAllByRole('listitem')).toHaveLength(1)
  localStorage.setItem('accessToken', tokens.accessToken)
  localStorage.setItem('refreshToken', tokens.refreshToken)
  await visit('/profile')
  await expect.poll(address).toMatch(/^\/signin/)
})

test('an account is deleted with a mailed code, after what goes and what stays was said', async () => {
  const asha = await aMember(app)
  await visit(settings, { as: asha })
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete Account' }))
    return within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  }
  const kept = await open()
  kept.getByText('Orders, payments and the ledger, without your name: tax law asks for them.')
  await user.click(kept.getByRole('button', { name: 'Keep My Account' }))
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Delete your account?' })).toBeNull()
  const dialog = await open()
  await user.click(dialog.getByRole('button', { name: 'Send Me a Code' }))
  const field = await dialog.findByLabelText(labelled('6-digit code'))
  await expect.poll(() => document.activeElement).toBe(field)
  const code = codeMailedTo(app, asha.email)
  await user.type(field, otherThan(code))
  await user.click(await dialog.findByRole('button', { name: 'Delete My Account' }))
  await dialog.findByText('This code is wrong. Look at the newest email from us.')
  await user.clear(dialog.getByLabelText(labelled('6-digit code')))
  await user.type(dialog.getByLabelText(labelled('6-digit code')), code)
  await user.click(await dialog.findByRole('button', { name: 'Delete My Account' }))
  await expect.poll(address).toBe('/')
  await screen.findByText('Your account is deleted.')
  await visit('/profile')
  await expect.poll(address).toMatch(/^\/signin/)
  await visit('/profile', { as: await aMember(app, { email: asha.email }) })
  await screen.findByRole('heading', { name: 'Asha Rao', level: 1 })
})
