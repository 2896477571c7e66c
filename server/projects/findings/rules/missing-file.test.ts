import { expect, test } from 'vitest'

import { type Files, filesOf } from '../../../../test/findings/files.ts'
import { check } from '../check/check.ts'

const missing = (files: Files) =>
  check(filesOf({ 'index.php': '<?php echo 1;', ...files }))
    .findings.filter(({ rule }) => rule === 'missing-file')
    .map(({ file, line, message }) => [file, line, message])

test.each([
  ['an id after the name', '<a href="details.php?id=<?php echo $row["id"]; ?>">More</a>', 'details.php'],
  [
    'two values after the name',
    '<a href="edit.php?id=<?= $id ?>&amp;page=<?= $page ?>">Edit</a>',
    'edit.php',
  ],
  ['a form inside echo', `<?php echo "<form action='save.php?id=" . $id . "'>"; ?>`, 'save.php'],
  ['a redirect', '<?php header("Location: done.php?order=" . $order); ?>', 'done.php'],
])('a link with code, %s, is checked for its file', (_, page, path) => {
  expect(missing({ 'list.php': page })).toEqual([
    ['list.php', 1, `“${path}” is used here, but no such file is in the project.`],
  ])
  expect(missing({ 'list.php': page, [path]: '<?php echo 2;' })).toEqual([])
})

test('a link whose name is made by code is not checked', () => {
  expect(missing({ 'list.php': '<a href="<?php echo $page; ?>.php">More</a>' })).toEqual([])
})

test('names that differ in upper and lower case are two, as on Linux', () => {
  const files = {
    'list.php': '<img src="Images/Logo.png"><?php include "Header.php"; ?>',
    'images/logo.png': '',
    'header.php': '<?php echo 3;',
  }
  expect(missing(files)).toEqual([
    [
      'list.php',
      1,
      '“Images/Logo.png” is used here, but the file is called “images/logo.png”. On a server with Linux these are two names.',
    ],
    [
      'list.php',
      1,
      '“Header.php” is used here, but the file is called “header.php”. On a server with Linux these are two names.',
    ],
  ])
})
