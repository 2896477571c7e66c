import { expect, test } from 'vitest'

import { nameProblem, pathProblem } from './files.ts'

test.each([
  ['CON', "'CON': Windows reserves the name 'CON'"],
  ['src/aux.js', "'src/aux.js': Windows reserves the name 'aux'"],
  ['com1.txt', "'com1.txt': Windows reserves the name 'com1'"],
  ['NUL', "'NUL': Windows reserves the name 'NUL'"],
  ['nul.tar.gz', "'nul.tar.gz': Windows reserves the name 'nul'"],
  ['prn .txt', "'prn .txt': Windows reserves the name 'prn'"],
  ['Lpt9/a.js', "'Lpt9/a.js': Windows reserves the name 'Lpt9'"],
  ['com².txt', "'com².txt': Windows reserves the name 'com²'"],
  ['conin$', "'conin$': Windows reserves the name 'conin$'"],
  ['notes.', "'notes.': Windows drops the dot or space at the end of 'notes.'"],
  ['...', "'...': Windows drops the dot or space at the end of '...'"],
  ['.git /config', "'.git /config': Windows drops the dot or space at the end of '.git '"],
  ['a\u00a0/b', "'a\u00a0/b': Windows drops the dot or space at the end of 'a\u00a0'"],
  ...'< > : " | ? *'
    .split(' ')
    .map((sign) => [`docs/a${sign}b.txt`, `'docs/a${sign}b.txt': Windows allows no ${sign} in a name`]),
  ['invoice\u202efdp.exe.py', "'invoice\\u{202e}fdp.exe.py': it holds the invisible character U+202E"],
  ...[
    ['\u200e', '\u200f', '\u061c', '\u202a', '\u202b', '\u202c', '\u202d'],
    ['\u2066', '\u2067', '\u2068', '\u2069', '\ufeff', '\u200b', '\u2060', '\u00ad', '\u180e'],
    ['\u3164', '\u115f', '\u034f', '\u2028', '\u2029', '\u200c', '\u200d', '\ufe0f', '\u{e0041}'],
  ]
    .flat()
    .map((sign) => [
      `a${sign}b.js`,
      `it holds the invisible character U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
    ]),
  [`${'न'.repeat(86)}/a.js`, 'a name of more than 255 bytes fits on no disk'],
  [`a${'\u0301'.repeat(11)}.js`, 'a letter has more than 10 marks'],
] as [string, string][])('%j is refused', (path, problem) => {
  expect(pathProblem(path)).toBeUndefined()
  expect(nameProblem(path)).toContain(problem)
})

test.each(
  [
    ['a', 'src/main.py', '.env', '..a/b', 'a b/(c).js', '~$report.docx', "it's #1 & 50%!.md", '[id].tsx'],
    ['console.js', 'auxiliary.js', 'com10.txt', 'com.txt', 'my con.txt', 'nullable.ts', 'lpt/a', 'src/.aux'],
    // Names in Hindi, Malayalam, Persian or with emoji need joiners.
    [
      'café/नमस्ते.txt',
      'क्\u200dष.txt',
      'ന്\u200d.md',
      'می\u200cخواهم.txt',
      '👩🏽\u200d💻.md',
      '❤\ufe0f.md',
      '1\ufe0f⃣.txt',
    ],
    ['Screenshot 2024-05-01 at 3.45.12\u202fPM.png', 'a'.repeat(255), `a${'\u0301'.repeat(10)}.js`],
  ].flat(),
)('%j may be in a project', (path) => {
  expect(nameProblem(path)).toBeUndefined()
})
