import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

interface Written {
  packages: Record<string, { engines?: { node: string } }>
  devEngines?: { runtime: { version: string } }
}

/** Runs `npm ci` as a newcomer would, without fetching or writing, after changing one file of the project. */
function install(file: 'package.json' | 'package-lock.json', change: (written: Written) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'readymade-install-'))
  folders.push(folder)
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(folder, name))
  const path = join(folder, file)
  const written = JSON.parse(readFileSync(path, 'utf8')) as Written
  change(written)
  writeFileSync(path, JSON.stringify(written))
  // Variables that npm run has set for this process would override the project's own settings.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')),
  )
  const args = ['ci', '--dry-run', '--offline', '--ignore-scripts']
  return spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' })
}

test('a newcomer whose Node is older than a package asks for reads no warnings: the right one comes with the packages', () => {
  const { status, stderr } = install('package-lock.json', ({ packages }) => {
    packages['node_modules/react']!.engines = { node: '>=999' }
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})

test('a Node that is too old to start anything still ends it, with a sentence', () => {
  const { status, stderr } = install('package.json', ({ devEngines }) => {
    devEngines!.runtime.version = '>=999'
  })
  expect(status).not.toBe(0)
  expect(stderr).toContain('Invalid semver version ">=999" does not match')
})
