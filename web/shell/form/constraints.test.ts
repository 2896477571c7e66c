import { expect, test } from 'vitest'

import { accounts, UserData } from '#contract/accounts/accounts.ts'
import { contacts } from '#contract/content/contacts.ts'
import { z } from '#contract/kit/zod.ts'
import { orders } from '#contract/orders/orders.ts'
import { NewProject } from '#contract/projects/edits.ts'
import { ReportForm } from '#contract/projects/releases.ts'

import { constraintsOf } from './constraints.ts'

test('a required text has a maximum length, a choice from a list has none', () => {
  const { name, message, subject, phone } = constraintsOf(contacts.send.body)
  expect([name, message]).toEqual([
    { required: true, maxLength: 80 },
    { required: true, maxLength: 5000 },
  ])
  expect(subject).toEqual({ required: true })
  expect(phone).toEqual({ maxLength: 20 })
  expect(constraintsOf(orders.checkout.body).state).toEqual({})
})

test('an email has the maximum length of an input of the contract', () => {
  expect(constraintsOf(accounts.checkEmail.body).email).toEqual({ required: true, maxLength: 254 })
})

test('a code has a pattern, and a phone number may be typed with more characters than it has digits', () => {
  expect(constraintsOf(UserData).phone).toEqual({ required: true, maxLength: 20 })
  expect(constraintsOf(accounts.verifyOtp.body).otp).toMatchObject({ pattern: '^[0-9]{6}$' })
})

test('a price has bounds, whether its input is a number or a text', () => {
  const price = { min: 0, max: 1_000_000, step: 0.01 }
  expect(constraintsOf(NewProject).price).toEqual({ required: true, ...price })
  expect(constraintsOf(ReportForm).price).toMatchObject(price)
})

test('a number that goes in steps has their size', () => {
  expect(constraintsOf(z.object({ rate: z.number().multipleOf(0.25) })).rate).toMatchObject({ step: 0.25 })
})

test('a field with a default or without a value is not required', () => {
  const { difficulty, demoUrl, technologies, tags } = constraintsOf(NewProject)
  expect([difficulty, demoUrl, technologies, tags]).toEqual([{}, { maxLength: 500 }, {}, {}])
})
