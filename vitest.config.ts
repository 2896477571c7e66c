import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    exclude: ['test/e2e/**'],
    include: ['{contract,server,web,test}/**/*.test.{ts,tsx}'],
    globalSetup: './test/database.ts',
    testTimeout: 30_000,
    // What happens a moment after an answer may take longer on a busy machine than Vitest's second.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Each file has its own app, database and data folder; loading the modules anew for each would take a third of the time.
    isolate: false,
  },
})
