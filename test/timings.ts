import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

/** Number of files that are listed. */
const listed = 30

/**
 * Prints which files of a run took longest, with what each of them took for its setup, its imports and its tests and
 * how many processor seconds, and each test that passed only on a retry as FLAKY. The long run fails because of those.
 */
export default class Timings implements Reporter {
  onTestRunEnd(files: readonly TestModule[], _errors: readonly unknown[], reason: TestRunEndReason): void {
    if (reason === 'interrupted') return
    const rows = files.map(timesOf).sort((one, other) => other.total - one.total)
    console.log(`\nThe slowest files of ${files.length}, in seconds:`)
    console.log('  total   setup  import   tests     CPU')
    for (const { name, total, setup, imports, tests, cpu } of rows.slice(0, listed))
      console.log([total, setup, imports, tests, cpu].map(inSeconds).join(' '), ` ${name}`)
    const sums = (['total', 'setup', 'imports', 'tests', 'cpu'] as const).map((key) =>
      inSeconds(rows.reduce((sum, row) => sum + row[key], 0)),
    )
    console.log(sums.join(' '), '  all files')
    for (const file of files)
      for (const test of file.children.allTests('passed'))
        if (test.diagnostic()?.flaky) {
          console.log(`FLAKY ${file.relativeModuleId} > ${test.fullName}`)
          for (const error of test.result().errors ?? []) console.log(error.stack ?? error.message)
          if (process.env.LONG) process.exitCode = 1
        }
  }
}

function timesOf(file: TestModule) {
  const { collectDuration, environmentSetupDuration, prepareDuration, setupDuration, duration } =
    file.diagnostic()
  const setup = environmentSetupDuration + prepareDuration + setupDuration
  const total = setup + collectDuration + duration
  const cpu = (file.meta().cpu ?? 0) * 1000
  return { name: file.relativeModuleId, total, setup, imports: collectDuration, tests: duration, cpu }
}

const inSeconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1).padStart(7)
