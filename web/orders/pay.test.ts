import { expect, test } from 'vitest'

import { type ProblemCode, ProblemError } from '#contract/kit/problem.ts'

import { unreachableMessage, payProblem } from './pay.ts'

const saidOf = (code: ProblemCode, message: string) => payProblem(new ProblemError(code, message)).message

test('a failure on our side before the gateway says once that nothing was charged', () => {
  expect(saidOf('internal', 'Something went wrong on our side')).toBe(
    'Something went wrong on our side. Nothing was charged; please try again.',
  )
  expect(saidOf('unavailable', 'Please try again in a moment.')).toBe(
    'Please try again in a moment. Nothing was charged.',
  )
  expect(saidOf('unavailable', 'No answer. Nothing was charged; please try again.')).toBe(
    'No answer. Nothing was charged; please try again.',
  )
  expect(payProblem(new TypeError('Failed to fetch')).message).toBe(unreachableMessage)
})

test('a refusal stays as the server said it', () => {
  expect(saidOf('already_owned', 'You already own Library Desk')).toBe('You already own Library Desk')
})
