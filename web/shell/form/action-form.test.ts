import { redirect } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { NoMessageError, ProblemError } from '#contract/problem.ts'

import { act } from '../../../test/act.ts'
import { formAction, formActions } from './action-form.tsx'
import { checked, wrongField } from './use-form.ts'

const failing = (thrown: unknown) =>
  formAction('Failed to save', async () => {
    throw thrown
  })

test('a sentence is what was done, and no sentence is a success without one', async () => {
  expect(
    await act(
      formAction('Failed to save', async () => 'Saved.'),
      {},
      {},
    ),
  ).toEqual({
    answer: { done: 'Saved.' },
  })
  expect(
    await act(
      formAction('Failed to save', async () => {}),
      {},
      {},
    ),
  ).toEqual({ answer: { done: '' } })
})

test('what an action hands on stands beside what was done', async () => {
  const action = formAction<{ codes: string[] }>('Failed to save', async () => ({ codes: ['1'] }))
  expect(await act(action, {}, {})).toEqual({ answer: { codes: ['1'], done: '' } })
})

test('a refusal says what the server said, with its code and its fields, and has the page read anew', async () => {
  const refused = failing(new ProblemError('conflict', 'Taken', { fields: { code: 'Taken' } }))
  expect(await act(refused, {}, {})).toEqual({
    answer: { code: 'conflict', message: 'Taken', fields: { code: 'Taken' } },
  })
})

test('silence is said in the sentence of the place, and the page loads nothing again', async () => {
  const silent = new NoMessageError('Request failed', { status: 0 })
  expect(await act(failing(silent), {}, {})).toEqual({ answer: { message: 'Failed to save' }, status: 400 })
})

test('what is wrong with a form is said at its fields, and nothing is sent or loaded', async () => {
  const body = z.object({ text: z.string().min(1, 'Write something') })
  const sent: string[] = []
  const action = formAction('Failed to save', async ({ form }) => {
    sent.push(checked(body, form).text)
  })
  const wrong = { message: 'Write something', fields: { text: 'Write something' } }
  expect(await act(action, {}, { text: ' ' })).toEqual({ answer: wrong, status: 400 })
  await act(action, {}, { text: ' Good ' })
  expect(sent).toEqual(['Good'])
  expect(await act(failing(wrongField('again', 'Not the same')), {}, {})).toMatchObject({
    answer: { message: 'Not the same', fields: { again: 'Not the same' } },
  })
})

test('an action that leads elsewhere does, whether it returns the way or throws it', async () => {
  const { answer } = await act(
    formAction('Failed to save', async () => redirect('/there')),
    {},
    {},
  )
  expect((answer as Response).headers.get('location')).toBe('/there')
  await expect(act(failing(redirect('/signin')), {}, {})).rejects.toBeInstanceOf(Response)
})

test('of several forms of a page the one that is named is sent', async () => {
  const action = formActions({
    keep: formAction('Failed to keep', async () => 'Kept.'),
    hide: formAction('Failed to hide', async ({ api }) => {
      await api.sessions.endOthers()
      return 'Hidden.'
    }),
  })
  const api = { sessions: { endOthers: async () => {} } }
  expect(await act(action, api, { intent: 'hide' })).toMatchObject({ answer: { done: 'Hidden.' } })
  expect(await act(action, {}, { intent: 'hide' })).toMatchObject({ answer: { message: 'Failed to hide' } })
  expect(await act(action, {}, { intent: 'other' })).toMatchObject({
    answer: { message: 'Reload the page and try again.' },
  })
})
