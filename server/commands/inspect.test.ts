import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { isLong } from '../../test/long.ts'

interface Inspected {
  files: number
  leftOut: { reason: string; files: number }[]
  refused: string[]
  findings: { rule: string; severity: string; file: string; line: number | null }[]
  technologies: string[]
  languages: { name: string; share: number }[]
  entry: string | null
  readme: { file: string; html: string } | null
  buyersRead: { good: string[]; known: string[] }
}

/** Runs the command on a folder with these files; answers its exit code and what it wrote. */
async function inspect(files: Record<string, string>, sizes: Record<string, number> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'inspect-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [path, size] of Object.entries(sizes)) truncateSync(join(folder, path), size)
  return run(folder)
}

const run = (...folders: string[]) =>
  new Promise<{ code: number; result: Inspected; errors: string }>((done) => {
    const command = [join(import.meta.dirname, 'inspect.ts'), ...folders]
    // Without our environment: the command needs neither a database nor a setting.
    const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
    const child = execFile(process.execPath, command, { env }, (_, out, errors) => {
      const result = (out ? JSON.parse(out) : {}) as Inspected
      done({ code: child.exitCode!, result, errors })
    })
  })

test('a folder is inspected as its upload would be, without a database', async () => {
  const { code, result } = await inspect({
    'README.md':
      '# Library\nInstall XAMPP, import library.sql, then open http://localhost/library in a browser.',
    'public/index.php':
      "<?php mysqli_connect('db.college.in', 'shop', 'Ganesh@1998', 'library'); include 'menu.php';",
    'library.sql': 'create table books (id int);',
    'node_modules/x/index.js': 'x',
    'node_modules/y/index.js': 'y',
    'debug.log': 'line',
  })
  expect(code).toBe(0)
  expect(result).toMatchObject({
    files: 3,
    leftOut: [
      { reason: 'logs', files: 1 },
      { reason: 'installed packages', files: 2 },
    ],
    refused: [],
    entry: 'public/index.php',
    needs: ['XAMPP'],
    readme: { file: 'README.md', html: expect.stringContaining('<h3>Library</h3>') },
  })
  const found = result.findings.map(({ rule, severity, file, line }) => ({ rule, severity, file, line }))
  expect(found).toContainEqual({
    rule: 'database-password',
    severity: 'stops',
    file: 'public/index.php',
    line: 1,
  })
  expect(found).toContainEqual({ rule: 'missing-file', severity: 'warns', file: 'public/index.php', line: 1 })
  expect(JSON.stringify(result)).not.toContain('Ganesh@1998')
  expect(result.technologies).toContain('PHP')
  expect(result.languages.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 1)
  expect(result.buyersRead.known).toContain('One file that it names is not included.')
})

test('what an upload would refuse is named, and the rest is checked', async () => {
  const { code, result } = await inspect(
    { 'a.php': '<?php mysql_query("select 1");', 'con.txt': 'x', 'video.bin': 'x' },
    { 'video.bin': 10 * 1024 * 1024 + 1 },
  )
  expect(code).toBe(0)
  expect(result.refused).toEqual([
    "'con.txt': Windows reserves the name 'con'",
    'video.bin exceeds 10MB limit',
  ])
  expect(result.findings.map(({ rule }) => rule)).toContain('removed-php')
})

test('a folder that is not there, or not named, is said with exit code 2', async () => {
  expect(await run('/nowhere/at/all')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('no such file'),
  })
  expect(await run()).toMatchObject({ code: 2, errors: expect.stringContaining('Name it') })
})

test.runIf(isLong)('what npm writes into a file is JSON from its first to its last byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inspect-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'index.html'), '<p>Hi</p>')
  const place = join(folder, 'result.json')
  const cwd = join(import.meta.dirname, '../..')
  spawnSync('npm', ['run', 'inspect', '--', folder], {
    cwd,
    stdio: ['ignore', openSync(place, 'w'), 'inherit'],
  })
  expect(JSON.parse(readFileSync(place, 'utf8'))).toMatchObject({ refused: [], entry: 'index.html' })
})
