import { expect, test } from 'vitest'

import { drawText } from './text.ts'

const widthOf = async (text: string) =>
  (await drawText(text, { font: 'heading', size: 64, colour: '#000000' })).width

/** A narrow and a wide letter of each script of India. In a font that has neither, both are boxes of one width. */
const letters = {
  Bengali: 'রঅ',
  Devanagari: 'रक',
  Gujarati: 'રઅ',
  Gurmukhi: 'ਰਅ',
  Kannada: 'ರಋ',
  Malayalam: 'രഌ',
  'Meetei Mayek': 'ꯂꯄ',
  Odia: 'ରଔ',
  'Ol Chiki': 'ᱢᱛ',
  Tamil: 'ரஔ',
  Telugu: 'రఋ',
  Urdu: 'اش',
}

test.each(Object.entries(letters))('a title in %s is drawn in its letters, not as boxes', async (_, both) => {
  const [narrow, wide] = await Promise.all(Array.from(both, (letter) => widthOf(letter.repeat(4))))
  expect(narrow).toBeGreaterThan(0)
  expect(narrow! * 1.15).toBeLessThan(wide!)
})

test('a title mixes scripts as it likes, and conjuncts stay whole in it', async () => {
  const parts = ['நூலகம்', 'గ్రంథాలయం', 'Library', 'क्षत्रिय']
  const widths = await Promise.all(parts.map(widthOf))
  const sum = widths.reduce((sum, width) => sum + width, 0)
  expect(Math.abs((await widthOf(parts.join(''))) - sum)).toBeLessThan(24)
  expect(await widthOf('क्षत्रिय')).toBeLessThan(await widthOf('क्‌षत्‌रिय'))
})

test('a title keeps its words whole while a smaller size holds them', async () => {
  const style = { font: 'heading', size: 64, colour: '#000000', width: 300 } as const
  const word = 'கிருஷ்ணமூர்த்தி'
  expect((await drawText(word, style)).width).toBeGreaterThan(300)
  expect((await drawText(word, { ...style, breaksWords: true })).width).toBeLessThanOrEqual(300)
})

test('what no font has leaves no mark behind', async () => {
  expect(await widthOf('🎓 Library')).toBe(await widthOf('Library'))
  expect(await drawText('🎓', { font: 'heading', size: 64, colour: '#000000', width: 300 })).toMatchObject({
    width: 0,
  })
})
