import { expect, test } from 'vitest'

import { strip } from './comments.ts'

const codeOf = (text: string) => strip('php', text).code.replace(/\s+/g, ' ').trim()

test.each([
  [
    'a closing tag inside a string ends nothing',
    `<?php $a = "a ?> b"; // no\n?><a href="x.php">`,
    `<?php $a = "a ?> b"; ?><a href="x.php">`,
  ],
  ['nor does one inside a block comment', `<?php /* ?> <a href="no.php"> */ $b ?><p>`, `<?php $b ?><p>`],
  ['but one inside a line comment does', `<?php // end ?><a href="x.php">`, `<?php ?><a href="x.php">`],
  ['a declaration of XML begins no code', `<?xml version="1.0" // a ?><p>`, `<?xml version="1.0" // a ?><p>`],
  [
    'code inside a comment of the page runs',
    `<!-- <a href="old.php?id=<?php echo $id; ?>">x</a> -->`,
    `<?php echo $id; ?>`,
  ],
  [
    'a quote in the page is no string',
    `<p>it's</p><?php # note\n$c = 1; ?><p>don't</p>`,
    `<p>it's</p><?php $c = 1; ?><p>don't</p>`,
  ],
  ['an attribute of PHP 8 is no comment', `<?php #[Route] class A {}`, `<?php #[Route] class A {}`],
])('%s', (_, text, code) => {
  expect(codeOf(text)).toBe(code)
})

test('a heredoc is a string, whatever stands in it', () => {
  const { strings, bare } = strip(
    'php',
    '<?php $sql = <<<SQL\n  SELECT * FROM "a" // b ?>\n  SQL;\nmysql_query($sql);',
  )
  expect(strings.map(({ value }) => value.trim())).toEqual(['SELECT * FROM "a" // b ?>'])
  expect(bare).toContain('mysql_query($sql)')
  expect(bare).not.toContain('SELECT')
})

test('lines and columns stay where they are', () => {
  const text = '<p>\n<?php /* a\nb */ $x = 1; ?>\n<!-- c -->\n<b>'
  const { code, bare } = strip('php', text)
  expect([code.length, bare.length]).toEqual([text.length, text.length])
  expect(code.indexOf('$x')).toBe(text.indexOf('$x'))
})
