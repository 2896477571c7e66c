import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { RunnerMachine } from '#contract/projects/runners.ts'

import { canRead, boxAccount, stepDown } from './box/account.ts'
import { tryControlGroups } from './box/control-groups.ts'
import { ownNamespaces } from './box/view.ts'
import { emptyDatabase } from './home.ts'
import { plain } from './texts.ts'

/** Programs and the packages of Debian that have them. */
const programs = {
  bwrap: 'bubblewrap',
  setpriv: 'util-linux',
  prlimit: 'util-linux',
  mariadbd: 'mariadb-server',
  'mariadb-install-db': 'mariadb-server',
  mariadb: 'mariadb-client',
  php: 'php-cli',
}
const extensions = {
  mysqli: 'php-mysql',
  pdo_mysql: 'php-mysql',
  gd: 'php-gd',
  mbstring: 'php-mbstring',
  xml: 'php-xml',
  zip: 'php-zip',
  curl: 'php-curl',
  sqlite3: 'php-sqlite3',
}
const folders = ['/usr/bin', '/usr/sbin', '/bin', '/sbin']
const isThere = (program: string) => folders.some((folder) => existsSync(join(folder, program)))

/** The browser's own program; the one of that name in /usr/bin is a script. */
export const chromium = (): string | undefined =>
  ['/usr/lib/chromium/chromium-headless-shell', '/usr/lib/chromium/chromium'].find((path) => existsSync(path))

/** The files of a release that sandboxes see. */
export const inside = join(import.meta.dirname, 'inside')
export const standIns = join(import.meta.dirname, 'stand-ins/node_modules')

/** Looks at the machine: the versions that it has, and what it lacks for running projects. */
export async function lookAtMachine(): Promise<RunnerMachine> {
  const php = isThere('php') ? versionOf('php') : null
  const mariadb = isThere('mariadbd') ? versionOf('mariadbd') : null
  const path = chromium()
  const browser = path ? versionOf(path) : null
  const lacks = [
    ...Object.entries(programs)
      .filter(([program]) => !isThere(program))
      .map(([program, from]) => `${program} is missing: Debian package ${from}`),
    ...(path ? [] : ['chromium-headless-shell is missing: Debian package chromium-headless-shell']),
    ...(php ? missingExtensions() : []),
    ...(process.arch === 'x64' ? [] : [`The list of refused system calls is for x64, not ${process.arch}`]),
    ...unreadable(),
    ...(isThere('bwrap') ? missingNamespaces() : []),
    ...(await missingLimits()),
  ]
  if (lacks.length === 0 && mariadb) lacks.push(...failureOf(() => emptyDatabase(mariadb)))
  return { php, mariadb, browser, lacks: lacks.map((sentence) => plain(sentence, 300)).slice(0, 20) }
}

/** The first two numbers are what matters of PHP and MariaDB; a browser has four. */
function versionOf(program: string): string | null {
  const { stdout } = spawnSync(program, ['--version'], {
    encoding: 'utf8',
    env: { PATH: folders.join(':') },
    cwd: '/',
  })
  const found = /\d+(?:\.\d+)+/
    .exec(stdout ?? '')?.[0]
    .split('.')
    .slice(0, program.includes('chromium') ? 4 : 2)
  return found?.join('.') ?? null
}

function missingExtensions(): string[] {
  const { stdout } = spawnSync('php', ['-m'], { encoding: 'utf8' })
  const there = stdout.toLowerCase().split('\n')
  return Object.entries(extensions)
    .filter(([extension]) => !there.includes(extension))
    .map(([extension, from]) => `PHP has no ${extension}: Debian package ${from}`)
}

function unreadable(): string[] {
  return [process.execPath, inside].flatMap((path) =>
    canRead(path) ? [] : [`The account ${boxAccount()} of sandboxes cannot read ${path}: move the release`],
  )
}

function missingNamespaces(): string[] {
  const command = [...stepDown(), 'bwrap', ...ownNamespaces, '--ro-bind', '/', '/', '--', '/bin/true']
  const { status, stderr } = spawnSync(command[0]!, command.slice(1), { encoding: 'utf8' })
  return status === 0
    ? []
    : [`An account may make no namespaces here: ${(stderr ?? '').trim().slice(0, 200)}`]
}

async function missingLimits(): Promise<string[]> {
  try {
    await tryControlGroups()
    return []
  } catch (error) {
    return [`Limits cannot be set: ${(error as Error).message}`]
  }
}

function failureOf(work: () => unknown): string[] {
  try {
    work()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}
