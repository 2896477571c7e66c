import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

import pg from 'pg'
import { afterEach, expect, test } from 'vitest'

import { clusterFolder, startCluster } from './cluster.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

function emptyFolder(name = 'data') {
  const home = mkdtempSync(join(tmpdir(), 'readymade-cluster-test-'))
  chmodSync(home, 0o755)
  closers.push(async () => rmSync(home, { recursive: true }))
  const folder = join(home, name)
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  return folder
}

async function clusterIn(folder: string) {
  const cluster = await startCluster(folder)
  closers.push(cluster.stop)
  return cluster
}

const socketOf = (folder: string) =>
  readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[4]!

async function numberFrom(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select 1 as n').finally(() => client.end())
  return rows[0]!.n
}

test('the socket lies in the data folder, where nobody else can come', async () => {
  const folder = emptyFolder()
  const cluster = await clusterIn(folder)
  expect(socketOf(folder)).toBe(join(folder, 'postgres'))
  expect(await numberFrom(cluster.url('postgres'))).toBe(1)
})

test('below a path too long for a socket it lies in a folder whose name nobody can guess, and a running server is found there', async () => {
  const folder = emptyFolder('x'.repeat(100))
  const cluster = await clusterIn(folder)
  const socket = socketOf(folder)
  expect(socket).toMatch(/\/readymade-\w{6}$/)
  expect(await numberFrom(cluster.url('postgres'))).toBe(1)
  expect(await clusterFolder(folder)).toEqual({ path: folder, exists: true, running: expect.any(Function) })
  expect((await startCluster(folder)).url('postgres')).toBe(cluster.url('postgres'))
  // What others may enter is not believed to be ours.
  chmodSync(socket, 0o755)
  expect(await clusterFolder(folder)).toEqual({ path: folder, exists: true, running: undefined })
  await expect(startCluster(folder)).rejects.toThrow('PostgreSQL did not start')
  chmodSync(socket, 0o700)
})

test('a folder may have any name', async () => {
  const cluster = await clusterIn(emptyFolder('a, "b" #%41 é'))
  expect(await numberFrom(cluster.url('postgres'))).toBe(1)
})

test('a relative path is the same place as the absolute one', async () => {
  const folder = emptyFolder()
  await clusterIn(folder)
  expect(await clusterFolder(relative(process.cwd(), folder))).toEqual({
    path: folder,
    exists: true,
    running: expect.any(Function),
  })
})

test('a cluster whose process was killed is started again where it was', async () => {
  const folder = emptyFolder()
  const cluster = await clusterIn(folder)
  execFileSync('kill', ['-9', readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]!])
  await expect(numberFrom(cluster.url('postgres'))).rejects.toThrow(
    /ECONNREFUSED|ENOENT|ECONNRESET|EPIPE|terminated/,
  )
  await expect.poll(() => cluster.revive().then(() => 'runs', String)).toBe('runs')
  expect(await numberFrom(cluster.url('postgres'))).toBe(1)
})

test('of two starts at once on an empty folder both find one server', async () => {
  const folder = emptyFolder()
  const starts = [1, 2].map(() => inAnotherProcess(folder))
  const outcomes = await Promise.all(starts)
  expect(outcomes).toEqual([`runs on ${join(folder, 'postgres')}`, `runs on ${join(folder, 'postgres')}`])
  closers.push((await startCluster(folder)).stop)
  expect(
    readdirSync(folder).filter((name) => name.startsWith('postgres.') && name !== 'postgres.log'),
  ).toEqual([])
})

/** Starts a cluster in a process of its own, which leaves it running; resolves with what it said. */
async function inAnotherProcess(folder: string): Promise<string> {
  const script = `import { startCluster } from '#server/database/cluster/cluster.ts'
    const { searchParams } = new URL((await startCluster(${JSON.stringify(folder)})).url('postgres'))
    console.log('runs on ' + searchParams.get('host'))
    process.exit(0)`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return run.then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }: { stderr: string }) => stderr,
  )
}
