import { parseArgs } from 'node:util'

import { isRoot } from '../box/account.ts'
import { lookAtMachine } from '../machine.ts'
import { runEscapes } from './escapes/run-escapes.ts'
import { runAsPlainAccount } from './plain-account.ts'
import { runSmallProjects } from './run-projects.ts'

/**
 * `npm run runner:test` runs the small projects, and uploads that want out of their sandboxes, for real; started as
 * root, those once more as a plain account. `-- projects` and `-- escapes` choose, words after them choose by name;
 * `--seconds` leaves out what does not begin in that time, the slow ones, which begin last. It ends with 3 when an upload
 * escapes; what else is not as expected is printed.
 */
const escape = 3
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '3600' } },
})
const [part, ...words] = positionals
const end = Date.now() + Number(values.seconds) * 1000
const machine = await lookAtMachine()
if (machine.lacks.length > 0) {
  console.log(`No project can be run here: ${machine.lacks.join('; ')}`)
  process.exit(0)
}
if (part !== 'escapes') await runSmallProjects(machine, words)
if (part === 'projects') process.exit(0)

console.log(isRoot ? 'As root that steps down:' : 'As a plain account:')
const left = () => end - Date.now()
let hasEscaped = (await runEscapes(machine, words, Date.now() + (isRoot ? left() / 2 : left()))) > 0
if (isRoot) {
  const options = ['--seconds', String(Math.round(left() / 1000)), 'escapes', ...words]
  const status = runAsPlainAccount([process.execPath, import.meta.filename, ...options])
  hasEscaped ||= status === escape
  if (status !== 0 && status !== escape) console.log(`The plain account ended with ${status}.`)
}
process.exit(hasEscaped ? escape : 0)
