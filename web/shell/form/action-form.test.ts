import { redirect } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { NoMessageError, ProblemError } from '#contract/kit/problem.ts'

import { runAction } from '../../../test/act.ts'
import { formAction, formActions } from './action-form.tsx'
import { checked, fieldError } from './use-form.ts'

const failing = (thrown: unknown) =>
  formAction('Failed to save', async () => {
    throw thrown
  })

test('a sentence is the message of a success, and nothing is a success without a message', async () => {
  expect(
    await runAction(
      formAction('Failed to save', async () => 'Saved.'),
      {},
      {},
    ),
  ).toEqual({
    answer: { done: 'Saved.' },
  })
  expect(
    await runAction(
      formAction('Failed to save', async () => {}),
      {},
      {},
    ),
  ).toEqual({ answer: { done: '' } })
})

test('the extra data of an action is part of its answer', async () => {
  const action = formAction<{ codes: string[] }>('Failed to save', async () => ({ codes: ['1'] }))
  expect(await runAction(action, {}, {})).toEqual({ answer: { codes: ['1'], done: '' } })
})

test('an error of the server is answered with its message, code and fields, and the page loads again', async () => {
  const refused = failing(new ProblemError('conflict', 'Taken', { fields: { code: 'Taken' } }))
  expect(await runAction(refused, {}, {})).toEqual({
    answer: { code: 'conflict', message: 'Taken', fields: { code: 'Taken' } },
  })
})

test('a call without an answer gets the fallback message, and the page loads nothing again', async () => {
  const silent = new NoMessageError('Request failed', { status: 0 })
  expect(await runAction(failing(silent), {}, {})).toEqual({
    answer: { message: 'Failed to save' },
    status: 400,
  })
})

test('an invalid form is answered with its fields, and nothing is sent or loaded', async () => {
  const body = z.object({ text: z.string().min(1, 'Write something') })
  const sent: string[] = []
  const action = formAction('Failed to save', async ({ form }) => {
    sent.push(checked(body, form).text)
  })
  const wrong = { message: 'Write something', fields: { text: 'Write something' } }
  expect(await runAction(action, {}, { text: ' ' })).toEqual({ answer: wrong, status: 400 })
  await runAction(action, {}, { text: ' Good ' })
  expect(sent).toEqual(['Good'])
  expect(await runAction(failing(fieldError('again', 'Not the same')), {}, {})).toMatchObject({
    answer: { message: 'Not the same', fields: { again: 'Not the same' } },
  })
})

test('an action redirects whether it returns the redirect or throws it', async () => {
  const { answer } = await runAction(
    formAction('Failed to save', async () => redirect('/there')),
    {},
    {},
  )
  expect((answer as Response).headers.get('location')).toBe('/there')
  await expect(runAction(failing(redirect('/signin')), {}, {})).rejects.toBeInstanceOf(Response)
})

test('the form field intent selects one of several actions', async () => {
  const action = formActions({
    keep: formAction('Failed to keep', async () => 'Kept.'),
    hide: formAction('Failed to hide', async ({ api }) => {
      await api.sessions.endOthers()
      return 'Hidden.'
    }),
  })
  const api = { sessions: { endOthers: async () => {} } }
  expect(await runAction(action, api, { intent: 'hide' })).toMatchObject({ answer: { done: 'Hidden.' } })
  expect(await runAction(action, {}, { intent: 'hide' })).toMatchObject({
    answer: { message: 'Failed to hide' },
  })
  expect(await runAction(action, {}, { intent: 'other' })).toMatchObject({
    answer: { message: 'Reload the page and try again.' },
  })
})

test('a field that the schema does not ask for and the form does not have is not sent', async () => {
  const body = z.object({ name: z.string(), password: z.string().min(1, 'Enter a password').optional() })
  const sent: unknown[] = []
  const action = formAction('Failed to save', async ({ form }) => {
    sent.push(checked(body, form))
  })
  expect(await runAction(action, {}, { name: 'Asha' })).toEqual({ answer: { done: '' } })
  expect(sent).toEqual([{ name: 'Asha' }])
})
