import { expect, test } from 'vitest'

import { langOf } from './language.ts'

test('a text in a script of India names its language, one in Latin letters leaves that to the page', () => {
  const texts = {
    hi: 'छात्रावास प्रबंधन',
    bn: 'হোস্টেল ব্যবস্থাপনা',
    pa: 'ਹੋਸਟਲ ਪ੍ਰਬੰਧਨ',
    gu: 'છાત્રાલય વ્યવસ્થાપન',
    or: 'ଛାତ୍ରାବାସ',
    ta: 'விடுதி மேலாண்மை',
    te: 'హాస్టల్ నిర్వహణ',
    kn: 'ವಸತಿ ನಿಲಯ',
    ml: 'ഹോസ്റ്റൽ',
    ur: 'ہاسٹل کا انتظام',
    sat: 'ᱢᱩᱨᱢᱩ',
    mni: 'ꯃꯅꯤꯄꯨꯔꯤ',
  }
  for (const [tag, text] of Object.entries(texts)) expect(langOf(`${text} 2.0`)).toBe(tag)
  for (const text of ['Hostel Management', '₹499', '', 'Hostel Management (हि)'])
    expect(langOf(text)).toBeUndefined()
})
