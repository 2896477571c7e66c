import { expect, test } from 'vitest'

import { filesOf } from '../../../../test/findings/files.ts'
import { check } from '../check/check.ts'

const found = (script: string) =>
  check(
    filesOf({ 'package.json': JSON.stringify({ scripts: { dev: script } }), 'src/index.ts': 'let a = 1' }),
  )
    .findings.filter(({ rule }) => rule === 'no-entry')
    .map(({ message }) => message)

test.each([
  'tsx watch src/index.ts',
  'tsx watch --env-file=.env src/index.ts',
  'node --watch src/index.ts',
  'node -r dotenv/config src/index.ts',
  'nodemon --watch src --exec ts-node src/index.ts',
  'nodemon --exec "ts-node src/start.ts"',
  'nodemon -e ts,json --watch src',
  'node --loader ts-node/esm ./src/index.ts --port 3000',
])('“%s” runs a file that is there', (script) => {
  expect(found(script)).toEqual([])
})

test.each([
  ['tsx watch src/server.ts', 'src/server.ts'],
  ['nodemon server', 'server'],
  ['node -r dotenv/config ./server.js', 'server.js'],
])('“%s” runs a file that is not there', (script, path) => {
  expect(found(script)).toEqual([`The script “dev” runs ${path}, which is not there.`])
})
