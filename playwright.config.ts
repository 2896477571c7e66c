import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineConfig } from '@playwright/test'
import chromium from '@sparticuz/chromium'

const port = Number(process.env.E2E_PORT ?? 4310)
// Workers read the folder from the environment; the first load of this file sets it.
const dataDir = (process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'readymade-e2e-')))
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
    ],
  },
})

/** The journeys run against the real server with its demo catalogue, in the machine's Chromium or the one from npm. */
export default defineConfig({
  testDir: 'test/e2e',
  workers: 2,
  // A journey that passes only on a retry is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  globalTeardown: './test/e2e/clean-up.ts',
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    // Traces are slow; `--trace on` records one for every journey.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'newest', use: launching(installed ?? fromNpm) },
    // The second browser shows faults that depend on the version.
    ...(installed ? [{ name: 'npm', testMatch: 'walk.test.ts', use: launching(fromNpm) }] : []),
  ],
  webServer: {
    command: 'node server/start.ts',
    url: `http://localhost:${port}/readyz`,
    // The demo is loaded first, which can take minutes on a busy machine.
    timeout: 600_000,
    reuseExistingServer: process.env.E2E_PORT !== undefined,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      NODE_ENV: 'production',
      // As in `npm start`: its processes reuse compiled code.
      NODE_COMPILE_CACHE: 'node_modules/.cache/node',
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
