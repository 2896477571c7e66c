import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'

import { nameProblem } from '#contract/projects/files.ts'

import { startApp } from '../app.ts'
import { docx, reportsIn, withBody } from '../reports.ts'
import { aListing, download } from '../uploads.ts'

const app = await startApp()

/** Words that are written with joiners, in the scripts of India and its neighbours. */
const words = [
  ['Hindi', 'दुर्\u200dयोग'],
  ['Marathi, eyelash ra', 'तऱ्\u200dहा'],
  ['Nepali', 'गर्\u200cयो'],
  ['Bengali, ra before ya-phala', 'র\u200d্যাম'],
  ['Bengali, khanda ta of old', 'ত্\u200d'],
  ['Assamese', 'ৰ\u200d্যাল'],
  ['Kannada, ra as a letter', 'ರ\u200d್ಯಾಂಕ್'],
  ['Kannada, loan word', 'ಸಾಫ್ಟ್\u200cವೇರ್'],
  ['Telugu', 'సాఫ్ట్\u200cవేర్'],
  ['Tamil', 'க்\u200cஷ'],
  ['Malayalam, chillu of old', 'അവന്\u200d'],
  ['Malayalam, after a chillu', 'എൻ\u200cറെ'],
  ['Gujarati', 'ક્\u200dષ'],
  ['Punjabi', 'ਸ੍\u200dਵ'],
  ['Odia', 'କ୍\u200cଷ'],
  ['Sinhala', 'ශ්\u200dරී'],
  ['Manipuri', 'ꯀ꯭\u200cꯂ'],
  ['Urdu', 'می\u200cخواہم'],
  ['emoji of a family', '👩\u200d👩\u200d👧'],
]

test.each(words)('“my file is refused for an invisible character”: a joiner is a letter in %s', (_, word) => {
  expect(nameProblem(`${word}/${word}.py`)).toBeUndefined()
  expect(nameProblem(`${word}?.py`)).toBe(`'${word}?.py': Windows allows no ? in a name`)
})

test.each([
  'a\u200db.js',
  'index\u200c.js',
  '\u200dक.js',
  'क\u200d.js',
  'क\u200da.js',
  'क्\u200d\u200dष.js',
  'क\u200bख.js',
  '1\u200d2.js',
  'а\u200dб.js',
])('a joiner that no script needs is still a trick: %j', (path) => {
  expect(nameProblem(path)).toContain('it holds the invisible character')
})

test('“the script cannot be run after unzipping”: what begins with #! can be, and the wrappers of Maven and Gradle; nothing else', async () => {
  const { id, owner } = await aListing(app, {
    'README.md': '#! no script, but a heading? It begins alike.\n'.slice(3),
    'run.sh': '#!/bin/sh\necho 1\n',
    'tools/deploy': '#! /usr/bin/env python3\nprint(1)\n',
    mvnw: '\ufeff#!/bin/sh\r\n',
    'android/gradlew': '@rem empty',
    'gradlew.bat': '@rem',
    'src/lib.rs': '#![allow(unused)]\nfn main() {}\n',
    'src/main.py': 'print("#!/bin/sh")\n',
    'empty.sh': '',
  })
  const { rawPayload } = await download(app, owner.token, id)
  const zip = await fromBufferPromise(rawPayload)
  const runs: string[] = []
  for await (const { fileName, externalFileAttributes } of zip.eachEntry()) {
    const mode = externalFileAttributes >>> 16
    if (mode === 0o100755) runs.push(fileName)
    else expect(mode).toBe(0o100644)
  }
  expect(runs).toEqual(['android/gradlew', 'mvnw', 'run.sh', 'tools/deploy'])
})

test('“the report lost letters of its name and its headings”: joiners stay in both, and in the name of the download', async () => {
  const { newProject, add, linkFor, owner, get } = await reportsIn(app)
  const id = await newProject()
  const word = 'സോഫ്റ്റ്\u200cവെയർ'
  const heading = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${word} one\u00adtwo</w:t></w:r></w:p>`
  const project = await add(id, withBody(heading), 0, `${word}.docx`)
  expect(project.reportFileName).toBe(`${word}.docx`)
  expect(project.reportHeadings.map(({ text }) => text)).toEqual([`${word} onetwo`])
  const { headers } = await get((await linkFor(owner, id)).downloadUrl)
  expect(headers['content-disposition']).toContain(encodeURIComponent(`${word}.docx`))
  expect(await add(await newProject(), docx(), 0, 'a\u200db.docx')).toMatchObject({
    reportFileName: 'ab.docx',
  })
})
