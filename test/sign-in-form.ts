import { screen } from '@testing-library/dom'
import { expect } from 'vitest'

import type { TestApp } from './app.ts'
import { press, user } from './in-process.tsx'
import { codeMailedTo } from './makers.ts'
import { labelled } from './testing-library.ts'

/** Fills in what a form lacks, and requests a code or creates the account. */
export async function sendForm(texts: Record<string, string>, button = 'Send Code') {
  for (const [label, text] of Object.entries(texts)) {
    const field = await screen.findByLabelText(labelled(label))
    await user.clear(field)
    await user.type(field, text)
  }
  await press(button)
}

/** Waits until a form says what is wrong with a field, and has gone back to it. */
export async function refusalOf(label: string, words: string | RegExp) {
  await screen.findByText(words)
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(labelled(label)))
}

/** The field for the code, as soon as it is there. */
export const codeField = () => screen.findByLabelText<HTMLInputElement>(labelled('6-digit code'))

/** Types the newest code mailed to an address; the form is sent at the sixth digit. */
export const enterCode = async (app: TestApp, email: string) =>
  user.type(await codeField(), codeMailedTo(app, email))

/** Signs in with the form that is open. */
export async function signInByHand(app: TestApp, email: string) {
  await sendForm({ Email: email })
  await enterCode(app, email)
  await screen.findByText(/^Welcome back, /)
}
