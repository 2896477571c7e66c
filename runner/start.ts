import { isReadOnTheWay, readShop } from './config.ts'
import { removeLeft } from './home.ts'
import { lookAtMachine } from './machine.ts'
import { runProject } from './run.ts'
import { serveRuns } from './serve-runs.ts'
import { shopAt } from './shop.ts'

/**
 * `npm run runner`: starts projects of the shop at SHOP_URL in sandboxes and reports what it saw. SIGTERM and Ctrl-C end
 * it with the run that it is at, which another runner then takes.
 */
const { SHOP_URL, RUNNER_TOKEN } = settings()
const ending = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => ending.abort(new Error('the runner was told to end')))
await removeLeft().catch((error: Error) => console.log(error.message))
console.log(`Runs projects of ${SHOP_URL}`)
if (isReadOnTheWay(SHOP_URL))
  console.log('SHOP_URL is not https: who is on the way can read RUNNER_TOKEN and the files of runs')
await serveRuns({
  shop: shopAt(SHOP_URL, RUNNER_TOKEN),
  lookAtMachine,
  run: runProject,
  log: (line) => console.log(line),
  signal: ending.signal,
})

function settings() {
  try {
    return readShop()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
