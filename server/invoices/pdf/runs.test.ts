import { expect, test } from 'vitest'

import { runsOf } from './runs.ts'

test('a line of several scripts is cut where the font changes, conjuncts stay whole', () => {
  expect(runsOf('Asha श्रीमती ₹499', 'text')).toEqual([
    { font: 'text', text: 'Asha ' },
    { font: 'devanagari', text: 'श्रीमती' },
    { font: 'text', text: ' ₹499' },
  ])
  expect(runsOf('क्‍ष र्‍य', 'strong').filter(({ font }) => font === 'strong')).toEqual([
    { font: 'strong', text: ' ' },
  ])
})

test('an accent is drawn where a font has it, left out where none has, and other letters become question marks', () => {
  expect(runsOf('Tripāṭhī 🎓 тест x²', 'text')).toEqual([
    { font: 'text', text: 'Trip' },
    { font: 'accents', text: 'ā' },
    { font: 'text', text: 'th' },
    { font: 'accents', text: 'ī' },
    { font: 'text', text: ' ? ???? x2' },
  ])
})

test('what is seen by nobody takes no place', () => {
  expect(runsOf('a\u202E\u200B\uFE0Fb', 'mono')).toEqual([{ font: 'mono', text: 'ab' }])
})
