import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, onTestFinished, test } from 'vitest'

import { deleteStaleLocks, serverOn } from './lock-file.ts'

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'readymade-lock-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Starts a process that waits, under a name and with the options of a PostgreSQL on a data folder. */
function waiting(name: string, ...options: string[]) {
  const child = spawn('sh', ['-c', 'read never', 'sh', ...options], { argv0: name })
  running.push(child)
  return child
}

const names = ['postmaster.pid', '.s.PGSQL.5432.lock']
const lockOf = (pid: number | string, data: string) =>
  [pid, data, 1_790_000_000, 5432, data, '', '  1234  5678', 'ready   '].join('\n')

/** Writes a text as both lock files of a folder, and returns those that are left when the stale ones are deleted. */
async function leftOf(data: string, text: string) {
  for (const name of names) writeFileSync(join(data, name), text)
  await deleteStaleLocks(data)
  return names.filter((name) => existsSync(join(data, name)))
}

test('lock files without a number, as a power cut may leave them, are deleted', async () => {
  const texts = ['', '\0'.repeat(80), '\n/data\n']
  expect(await Promise.all(texts.map((text) => leftOf(aFolder(), text)))).toEqual([[], [], []])
})

test('lock files whose number some other process has now are deleted', async () => {
  const data = aFolder()
  const editor = waiting('vim', `${data}/postgresql.conf`)
  const child = waiting('postgres: checkpointer ')
  const other = waiting('/usr/bin/postgres', '-D', aFolder(), '-c', 'fsync=on')
  for (const pid of [process.pid, editor.pid!, child.pid!, other.pid!]) {
    writeFileSync(join(data, 'postmaster.pid'), lockOf(pid, data))
    expect(serverOn(data)).toBeUndefined()
    expect(await leftOf(data, lockOf(pid, data))).toEqual([])
  }
})

test('those of a PostgreSQL that runs on the folder stay, whether it answers or not', async () => {
  const data = aFolder()
  for (const options of [['-D', data, '-c', 'fsync=on'], ['-D', data], ['-D', `${data}/.`], []]) {
    const { pid } = waiting('/usr/bin/postgres', ...options)
    expect(await leftOf(data, lockOf(pid!, data))).toEqual(names)
    expect(serverOn(data)).toBe(pid)
  }
})

test('those of a process that has ended stay: PostgreSQL deletes them when nothing of it runs any more', async () => {
  const data = aFolder()
  const child = waiting('postgres', '-D', data)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await leftOf(data, lockOf(child.pid!, data))).toEqual(names)
  expect(serverOn(data)).toBeUndefined()
})

test('where somebody listens they stay, because the server may run in another container', async () => {
  const data = aFolder()
  const server = createServer().listen(join(data, '.s.PGSQL.5432'))
  await once(server, 'listening')
  for (const text of ['', lockOf(process.pid, data)]) expect(await leftOf(data, text)).toEqual(names)
  server.close()
})
