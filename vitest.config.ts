import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the tests that start and kill whole servers first: they mostly wait, and their short files would otherwise run
 * last and alone.
 */
class KillsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const kills = ({ moduleId }: TestSpecification) => Number(/\.(?:kill|long)\.test\./.test(moduleId))
    return (await super.sort(files)).toSorted((one, other) => kills(other) - kills(one))
  }
}

const kills = '**/*.kill.test.ts'
const journeys = 'web/**/*.journey.test.tsx'

export default defineConfig({
  test: {
    exclude: [
      'test/e2e/**',
      '**/node_modules/**',
      // What takes minutes, or kills at random moments.
      ...(process.env.LONG ? [] : ['**/*.long.test.ts']),
    ],
    globalSetup: './test/database.ts',
    setupFiles: './test/setup.ts',
    reporters: ['default', './test/timings.ts'],
    // These limits only catch tests that hang: on a busy machine everything takes several times as long.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 240_000,
    sequence: { sequencer: KillsFirst },
    // One more than the machine that CI has cores, because many tests wait.
    maxWorkers: 3,
    // Each file has its own app, database and data folder, so loading the modules again for each file would only cost time.
    isolate: false,
    projects: [
      // A killed process may lose a race that no test decides; such a test may run once more, and is then printed as FLAKY.
      { test: { name: 'kill', include: [kills], retry: 1 } },
      {
        test: {
          name: 'unit',
          include: ['{contract,server,runner,web,test,lint}/**/*.test.{ts,tsx}'],
          exclude: [kills, journeys],
        },
      },
      // The pages in a document, with the real server behind them: test/in-process.tsx. One more attempt, as in a browser.
      { test: { name: 'journeys', include: [journeys], environment: './test/document.ts', retry: 1 } },
    ],
  },
})
