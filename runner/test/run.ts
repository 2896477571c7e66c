import { lookAtMachine } from '../machine.ts'
import { runSmallProjects } from './run-projects.ts'

/**
 * `npm run runner:test` runs the small projects, and uploads that want out of their sandboxes, for real: as root that
 * steps down and as a plain account. `-- projects`, `-- escapes` and words of their names choose. It fails when one
 * escapes; what else is not as expected is printed.
 */
const [part, ...words] = process.argv.slice(2)
const machine = await lookAtMachine()
if (machine.lacks.length > 0) {
  console.log(`No project can be run here: ${machine.lacks.join('; ')}`)
  process.exit(0)
}
if (part !== 'escapes') await runSmallProjects(machine, words)
