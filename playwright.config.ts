import { existsSync } from 'node:fs'

import { defineConfig } from '@playwright/test'
import chromium from '@sparticuz/chromium'

import { isLong } from './test/e2e/long.ts'

// The headless shell is the same browser without what only a window needs, which is less work.
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
)

const fromNpm = await chromium.executablePath()

/** The launch options of one browser. */
const launching = (executablePath: string) => ({
  launchOptions: {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Gives letters fractional widths, as on current screens, instead of whole pixels.
      '--font-render-hinting=none',
      // Two names at which journeys open the shop as from elsewhere.
      '--host-resolver-rules=MAP shop.example 127.0.0.1, MAP lan.test 127.0.0.1',
    ],
  },
})

/** The journeys run against real servers with the demo catalogue, in the machine's Chromium or the one from npm. */
export default defineConfig({
  testDir: 'test/e2e',
  testIgnore: isLong ? [] : '**/*.long.test.ts',
  workers: 2,
  // A journey that passes only on a retry is printed as flaky, and fails the long run.
  retries: 1,
  failOnFlakyTests: isLong,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./test/e2e/flaky-reporter.ts']],
  globalSetup: './test/e2e/demo-template.ts',
  use: {
    viewport: { width: 1280, height: 800 },
    // What moves is drawn sixty times a second, by the processors that the server waits for.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces are slow; `--trace on` records one for every journey.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'newest', use: launching(installed ?? fromNpm) },
    // The second browser shows faults that depend on the version.
    ...(installed && isLong
      ? [{ name: 'npm', testMatch: 'walk.long.test.ts', use: launching(fromNpm) }]
      : []),
  ],
})
