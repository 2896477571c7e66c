import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the tests that start and kill whole servers first: they mostly wait, and their short files would otherwise run
 * last and alone.
 */
class KillsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const kills = ({ moduleId }: TestSpecification) => Number(moduleId.includes('.kill.'))
    return (await super.sort(files)).toSorted((one, other) => kills(other) - kills(one))
  }
}

export default defineConfig({
  test: {
    exclude: ['test/e2e/**', '**/node_modules/**'],
    include: ['{contract,server,web,test,lint}/**/*.test.{ts,tsx}'],
    globalSetup: './test/database.ts',
    // These limits only catch tests that hang: on a busy machine everything takes several times as long.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 240_000,
    sequence: { sequencer: KillsFirst },
    // One more than the machine that CI has cores, because many tests wait.
    maxWorkers: 3,
    // Each file has its own app, database and data folder, so loading the modules again for each file would only cost time.
    isolate: false,
  },
})
