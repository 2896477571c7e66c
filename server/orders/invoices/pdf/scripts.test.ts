import { stat } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { fontFiles } from '../../../platform/fonts/fonts.ts'
import { drawn, type PrintedDocument } from './layout.ts'

const documentFor = (...names: string[]): PrintedDocument => ({
  title: 'Receipt',
  brand: 'Readymade',
  number: 'RM/26-27/000001',
  issuedAt: new Date(0),
  tag: { amount: '₹499.00', says: 'paid' },
  facts: [],
  parties: names.map((name) => ({ role: 'buyer', name, says: [name] })),
  columns: ['amount'],
  lines: [],
  totals: [],
  notes: [],
})
/** The names of the fonts embedded in a PDF. */
const fontsIn = (pdf: Buffer) =>
  new Set(Array.from(pdf.toString('latin1').matchAll(/\/BaseFont \/[A-Z]+\+(\w+)/g), ([, name]) => name))

const names = {
  NotoSansArabic: 'احمد علی خان',
  NotoSansBengali: 'শ্রীমতী অনন্যা চট্টোপাধ্যায়',
  NotoSansDevanagari: 'श्रीमती अनन्या क्षत्रिय',
  NotoSansGujarati: 'શ્રીમતી કૃષ્ણા જ્ઞાન',
  NotoSansGurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਅੰਮ੍ਰਿਤਸਰ',
  NotoSansKannada: 'ಶ್ರೀನಿವಾಸ ಕೃಷ್ಣಮೂರ್ತಿ',
  NotoSansMalayalam: 'ശ്രീലക്ഷ്മി കൃഷ്ണൻ',
  NotoSansOlChiki: 'ᱥᱟᱱᱛᱟᱲᱤ ᱢᱩᱨᱢᱩ',
  NotoSansOriya: 'ଶ୍ରୀ କୃଷ୍ଣ ଭୁବନେଶ୍ୱର',
  NotoSansTamil: 'ஸ்ரீதேவி கிருஷ்ணமூர்த்தி',
  NotoSansTelugu: 'శ్రీనివాస్ కృష్ణమూర్తి',
}

test.each(Object.entries(names))(
  'a name in the script of %s takes its font along, and that alone',
  async (font, name) => {
    const fonts = fontsIn(await drawn(documentFor(name)))
    expect([...fonts].filter((one) => one?.startsWith('Noto'))).toEqual([font])
  },
)

test('all scripts of India in one document come to less than 100 kB', async () => {
  const pdf = await drawn(documentFor(...Object.values(names)))
  expect(fontsIn(pdf).size).toBeGreaterThanOrEqual(Object.keys(names).length)
  expect(pdf.length).toBeLessThan(100_000)
})

test('no order of letters and marks, however senseless, keeps a document from being drawn', async () => {
  const blocks = [
    0x0600, 0x0900, 0x0980, 0x0a00, 0x0a80, 0x0b00, 0x0b80, 0x0c00, 0x0c80, 0x0d00, 0x1c50, 0xabc0,
  ]
  expect(blocks).toHaveLength(Object.keys(names).length + 1)
  for (const start of blocks) {
    const words = Array.from({ length: 64 }, (_, at) =>
      String.fromCodePoint(...[0, 1, 2, 3].map((step) => start + ((at * 37 + step * 61) % 128))),
    )
    const lines = words.map((title) => ({ title, says: '', cells: [] }))
    expect((await drawn({ ...documentFor(), lines })).length).toBeGreaterThan(500)
  }
}, 60_000)

test('every font of a script is a file of its own, at most 200 kB', async () => {
  for (const file of Object.values(fontFiles)) expect((await stat(file)).size).toBeLessThan(200_000)
})
