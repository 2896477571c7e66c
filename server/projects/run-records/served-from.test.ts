import { expect, test } from 'vitest'

import { servedFrom } from './served-from.ts'

const paths = ['index.php', 'public/index.php', 'app/web/index.php', 'app/web/router.php']

test.each([
  ['php -S localhost:8000 -t public', '', { root: 'public', router: 'public/index.php' }],
  ['php -S localhost:8000 -t ./public/', '', { root: 'public', router: 'public/index.php' }],
  ['php -S 127.0.0.1:8000 -t web web/router.php', 'app', { root: 'app/web', router: 'app/web/router.php' }],
  ['php -S localhost:8000', '', { root: 'shop', router: null }],
  ['php -S localhost:8000 -t missing', '', { root: 'missing', router: null }],
  ['php artisan serve', '', { root: 'shop', router: null }],
  ['npm start', '', { root: 'shop', router: null }],
])('%s in “%s”', (line, folder, served) => {
  expect(servedFrom({ root: 'shop', start: [{ folder, line }] }, paths)).toEqual(served)
})
