import { isRoot } from '../box/account.ts'
import { lookAtMachine } from '../machine.ts'
import { runEscapes } from './escapes/run-escapes.ts'
import { runAsPlainAccount } from './plain-account.ts'
import { runSmallProjects } from './run-projects.ts'

/**
 * `npm run runner:test` runs the small projects, and uploads that want out of their sandboxes, for real; started as
 * root, those once more as a plain account. `-- projects` and `-- escapes` choose, words after them choose by name. It
 * ends with 3 when an upload escapes; what else is not as expected is printed.
 */
const escape = 3
const [part, ...words] = process.argv.slice(2)
const machine = await lookAtMachine()
if (machine.lacks.length > 0) {
  console.log(`No project can be run here: ${machine.lacks.join('; ')}`)
  process.exit(0)
}
if (part !== 'escapes') await runSmallProjects(machine, words)
if (part === 'projects') process.exit(0)
console.log(isRoot ? 'As root that steps down:' : 'As a plain account:')
let hasEscaped = (await runEscapes(machine, words)) > 0
if (isRoot)
  hasEscaped =
    runAsPlainAccount([process.execPath, import.meta.filename, 'escapes', ...words]) === escape || hasEscaped
process.exit(hasEscaped ? escape : 0)
