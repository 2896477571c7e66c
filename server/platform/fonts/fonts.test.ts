import { expect, test } from 'vitest'

import { runsOf } from './fonts.ts'

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

test('a letter is drawn by the font of its script, with the joiners and full stops inside it', () => {
  const names = {
    arabic: 'خان',
    bengali: 'শ্রীমতী।',
    gujarati: 'કૃષ્ણા',
    gurmukhi: 'ਗੁਰਪ੍ਰੀਤ',
    kannada: 'ಶ್ರೀನಿವಾಸ',
    malayalam: 'കൃഷ്ണൻ‌',
    'meetei-mayek': 'ꯃꯅꯤꯄꯨꯔꯤ',
    'ol-chiki': 'ᱢᱩᱨᱢᱩ',
    oriya: 'ଭୁବନେଶ୍ୱର',
    tamil: 'கிருஷ்ணமூர்த்தி',
    telugu: 'కృష్ణమూర్తి',
  }
  for (const [font, text] of Object.entries(names))
    expect(runsOf(`A ${text} 5`, 'strong')).toEqual([
      { font: 'strong', text: 'A ' },
      { font, text },
      { font: 'strong', text: ' 5' },
    ])
})

test('an accent is drawn where a font has it, left out where none has like a pictograph, and other letters become question marks', () => {
  expect(runsOf('Tripāṭhī 🎓 тест x²', 'text')).toEqual([
    { font: 'text', text: 'Trip' },
    { font: 'accents', text: 'ā' },
    { font: 'text', text: 'th' },
    { font: 'accents', text: 'ī' },
    { font: 'text', text: '  ???? x2' },
  ])
})

test('what is seen by nobody takes no place', () => {
  expect(runsOf('a\u202E\u200B\uFE0Fb', 'mono')).toEqual([{ font: 'mono', text: 'ab' }])
})

test('digits of Urdu are drawn as 0 to 9, because they are read from left to right', () => {
  expect(runsOf('سال ۲۰۲۶', 'text')).toEqual([
    { font: 'arabic', text: 'سال' },
    { font: 'text', text: ' 2026' },
  ])
})
