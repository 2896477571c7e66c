import { expect, test } from 'vitest'

import { noHelpFigures } from '#contract/projects/project.ts'

import { helpText } from './label-facts.ts'

test('the label says how soon help came and how many said that it was solved, and nothing before there are figures', () => {
  expect(helpText({ helpRequests: 12, helpSolved: 11, medianAnswerHours: 5 })).toBe(
    'answers in about 5 hours, 11 of 12 solved',
  )
  expect(helpText({ helpRequests: 5, helpSolved: 0, medianAnswerHours: 1 })).toBe(
    'answers in about 1 hour, 0 of 5 solved',
  )
  expect(helpText({ helpRequests: 5, helpSolved: 0, medianAnswerHours: null })).toBe('0 of 5 solved')
  expect(helpText(noHelpFigures)).toBeNull()
})
