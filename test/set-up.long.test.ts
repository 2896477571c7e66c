import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { setUpSteps } from '#contract/projects/set-up-steps.ts'
import type { SetUpStep } from '#contract/projects/set-up-steps/step.ts'
import { check } from '#server/projects/findings/check/check.ts'

/**
 * The steps of each demo project, followed word by word on Linux: what they say to copy is what runs, and what they say
 * to open has to answer with a page. A project waits for its runtime, and for a registry where it installs something.
 */
const catalogue = join(import.meta.dirname, '../demo/catalogue')
const folder = mkdtempSync(join(tmpdir(), 'set-up-'))
const running: ChildProcess[] = []

afterAll(() => {
  for (const one of running) stop(one)
  rmSync(folder, { recursive: true, force: true })
})

/** The programs of the first words of commands, and what takes the place of XAMPP where only its PHP is there. */
const xamppPhp = '/opt/lampp/bin/php'
const isThere = (program: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}
const needed: Record<string, string[]> = {
  'campus-attendance-pwa': ['npm', 'node'],
  'expense-splitter-flutter': ['flutter'],
  'gst-invoice-saas': ['npm'],
  'handloom-shop-react': ['npm'],
  'handwritten-digit-recogniser': ['python3', 'pip'],
  'helpdesk-ticketing': ['npm'],
  'hospital-management-system': ['php'],
  'hostel-mess-feedback': ['python3'],
  'kirana-store': ['php'],
  'library-management-jdbc': ['mvn'],
  'movie-recommender': ['python3'],
  'online-exam-portal': ['python3'],
  'smart-parking-dashboard': ['python3'],
  'spam-mail-classifier': ['python3'],
  // Its steps also want a server of PostgreSQL with a user of one's own.
  'student-result-database': ['createdb-as-the-reader'],
}

const stepsOf = (name: string): SetUpStep[] => {
  const source = join(catalogue, name, 'source')
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => {
      const bytes = readFileSync(join(parentPath, file))
      const isText = !bytes.subarray(0, 8000).includes(0)
      const path = join(parentPath, file).slice(source.length + 1)
      return { path, size: bytes.length, ...(isText && { text: bytes.toString() }) }
    })
  return setUpSteps({ facts: check(files).setUp!, findings: [], name, signIns: [] }, 'linux')
}

/** What is copied from these steps, in their order. */
const commandsIn = (steps: SetUpStep[], ...ids: string[]) =>
  steps
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ parts }) =>
      parts.flatMap((part) => ('copy' in part && part.what === 'Command' ? part.copy : [])),
    )
    .map((line) => (existsSync(xamppPhp) ? line : line.replace(xamppPhp, 'php')))

function stop({ pid }: ChildProcess) {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** The first answer of an address within ten minutes, the time in which Maven loads its libraries. */
async function answerOf(address: string, program: ChildProcess): Promise<Response> {
  const end = Date.now() + 600_000
  for (;;) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer) return answer
    if (program.exitCode !== null || Date.now() > end) throw new Error(`Nothing answers at ${address}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Maven loads its plugins from there. */
const hasMaven = await fetch('https://repo.maven.apache.org/maven2/', {
  signal: AbortSignal.timeout(10_000),
}).then(
  ({ ok }) => ok,
  () => false,
)

for (const name of readdirSync(catalogue)) {
  const runtimes = needed[name] ?? ['unknown']
  test.runIf(runtimes.every(isThere) && (hasMaven || !runtimes.includes('mvn')))(
    `${name} runs when its steps are followed word by word`,
    { timeout: 900_000 },
    async () => {
      const place = join(folder, name)
      cpSync(join(catalogue, name, 'source'), place, { recursive: true })
      const steps = stepsOf(name)
      const lines = commandsIn(steps, 'install', 'start')
      const address = steps
        .flatMap(({ id, parts }) => (id === 'open' ? parts : []))
        .find((part) => 'link' in part)
      expect(lines.length).toBeGreaterThan(0)
      // A terminal of the reader, which stays in its folder and its environment.
      const program = spawn('bash', ['-c', ['set -e', ...lines].join('\n')], {
        cwd: place,
        detached: true,
        stdio: 'ignore',
        // The tests' own Node.js and mode are not the reader's.
        env: { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined },
      })
      running.push(program)
      try {
        const answer = await answerOf((address as { link: string }).link, program)
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          expect.stringContaining('html'),
        ])
      } finally {
        stop(program)
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    },
  )
}
