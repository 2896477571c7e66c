import { expect, test } from 'vitest'

import { strip } from './comments.ts'

const cases: [ending: string, text: string, code: string][] = [
  ['js', 'a /* b\n  c */ d // e\nf', 'a     \n       d     \nf'],
  [
    'java',
    '/**\n * import x;\n */\nclass A { String s = "// no comment"; }',
    '   \n            \n   \nclass A { String s = "// no comment"; }',
  ],
  ['py', 'a = 1 # b\n"""c\nd"""\nx = """e"""', 'a = 1    \n    \n    \nx = """e"""'],
  [
    'php',
    '<p>Don\'t</p><!-- a\nb --><?php # c\n$x = "#d"; /* e\n*/ ?>',
    '<p>Don\'t</p>      \n     <?php    \n$x = "#d";     \n   ?>',
  ],
  ['html', '<!-- a\n\nb --><p>', '      \n\n     <p>'],
  ['css', 'a /* b\nc */ d', 'a     \n     d'],
  ['properties', '# a=b\nc=d # e\n', '     \nc=d # e\n'],
  ['js', 'a /* never\nclosed', 'a         \n      '],
]

test.each(cases)('comments of .%s are blanked over all their lines: %j', (ending, text, code) => {
  expect(strip(ending, text).code).toBe(code)
})

test('strings are told from code, with where they begin', () => {
  const { strings, bare } = strip('php', `<p>split('x')</p><?php split("a'b", 'c'); ?>`)
  expect(strings.map(({ value }) => value)).toEqual(["a'b", 'c'])
  expect(bare.trim()).toBe('<?php split(     ,    ); ?>')
})
