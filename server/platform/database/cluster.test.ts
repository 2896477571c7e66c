import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { isLong } from '../../../test/long.ts'
import { temporaryFolder } from '../../../test/memory.ts'
import { seed } from '../../../test/seed.ts'
import { clusterFolder, startCluster } from './cluster.ts'
import { SystemAccount } from './system-account.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

function emptyFolder(name = 'data') {
  const home = temporaryFolder('readymade-cluster-test-')
  chmodSync(home, 0o755)
  closers.push(async () => rmSync(home, { recursive: true }))
  const folder = join(home, name)
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  return folder
}

const stopped = temporaryFolder('readymade-cluster-test-')
let unfinished: Awaited<ReturnType<typeof clusterFolder>>
beforeAll(async () => {
  chmodSync(stopped, 0o755)
  mkdirSync(join(stopped, 'postgres/base/1'), { recursive: true })
  writeFileSync(join(stopped, 'postgres/PG_VERSION'), '18\n')
  unfinished = await clusterFolder(stopped)
  await (await startCluster(stopped)).stop()
})
afterAll(() => rmSync(stopped, { recursive: true }))

/** A folder with a cluster that was set up and is not running: a copy, because a set-up takes a second. */
function folderOfCluster(name?: string) {
  const folder = emptyFolder(name)
  execFileSync('cp', ['-a', join(stopped, 'postgres'), folder])
  return folder
}

async function clusterIn(folder: string) {
  const cluster = await startCluster(folder)
  closers.push(cluster.stop)
  return cluster
}

const lockOf = (folder: string) => join(folder, 'postgres/postmaster.pid')
const linesIn = (folder: string) => readFileSync(lockOf(folder), 'utf8').split('\n')
const socketOf = (folder: string) => linesIn(folder)[4]!
const postmasterOf = (folder: string) => Number(linesIn(folder)[0])
/** A start takes long on a busy machine. */
const patient = { timeout: 100_000 }
/** Resolves when a start was refused because of the lock, which the log says. */
async function untilRefused(folder: string) {
  const log = () => readFileSync(join(folder, 'postgres.log'), 'utf8')
  await expect.poll(log, patient).toContain('Is another postmaster')
}

async function numberFrom(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select 1 as n').finally(() => client.end())
  return rows[0]!.n
}

test('what is there of a set-up that never ended is kept aside, and the start begins anew', () => {
  expect(unfinished).toMatchObject({ exists: false })
  const kept = readdirSync(stopped).filter((name) => name.startsWith('postgres.unfinished-'))
  expect(kept.map((name) => readdirSync(join(stopped, name)).toSorted())).toEqual([['PG_VERSION', 'base']])
})

test('the socket lies in the data folder, where nobody else can come, a relative path to it is the same place, and what was killed is started again there', async () => {
  const folder = folderOfCluster()
  const cluster = await clusterIn(folder)
  expect(socketOf(folder)).toBe(join(folder, 'postgres'))
  expect(await clusterFolder(relative(process.cwd(), folder))).toEqual({
    path: folder,
    exists: true,
    isInUse: true,
    running: expect.any(Function),
  })
  process.kill(postmasterOf(folder), 'SIGKILL')
  await expect(numberFrom(cluster.url('postgres'))).rejects.toThrow(
    /ECONNREFUSED|ENOENT|ECONNRESET|EPIPE|terminated/,
  )
  await expect.poll(() => cluster.revive().then(() => 'runs', String)).toBe('runs')
  expect(await numberFrom(cluster.url('postgres'))).toBe(1)
})

test.runIf(isLong)(
  'below a path too long for a socket it lies in a folder whose name nobody can guess, and a running server is found there',
  async () => {
    const folder = folderOfCluster('x'.repeat(100))
    const cluster = await clusterIn(folder)
    const socket = socketOf(folder)
    expect(socket).toMatch(/\/readymade-\w{6}$/)
    expect(await numberFrom(cluster.url('postgres'))).toBe(1)
    expect(await clusterFolder(folder)).toEqual({
      path: folder,
      exists: true,
      isInUse: true,
      running: expect.any(Function),
    })
    expect((await startCluster(folder)).url('postgres')).toBe(cluster.url('postgres'))
    // A folder that others may enter is not trusted.
    chmodSync(socket, 0o755)
    expect(await clusterFolder(folder)).toEqual({
      path: folder,
      exists: true,
      isInUse: true,
      running: undefined,
    })
    await expect(startCluster(folder)).rejects.toThrow('PostgreSQL still runs in')
    chmodSync(socket, 0o700)
  },
)

test.runIf(isLong)('a folder may have any name', async () => {
  const cluster = await clusterIn(emptyFolder('a, "b" #%41 é'))
  expect(await numberFrom(cluster.url('postgres'))).toBe(1)
})

test.each(isLong ? ['ready', 'starting'] : [['ready', 'starting'][seed % 2]!])(
  'after a kill -9 of one that was %s, whose end nobody has noticed, a start does not wait until somebody does',
  async (status) => {
    const folder = folderOfCluster()
    // A stopped parent reaps nothing, as process 1 of many containers for a while: the dead process keeps its number.
    const parent = startedIn(folder, 'setInterval(() => {}, 1000)')
    await parent.says('runs on')
    parent.kill('SIGSTOP')
    const killed = postmasterOf(folder)
    process.kill(killed, 'SIGKILL')
    const state = () => execFileSync('ps', ['-o', 'stat=', '-p', String(killed)], { encoding: 'utf8' })
    await expect.poll(state).toMatch(/^Z/)
    const lines = linesIn(folder)
    writeFileSync(lockOf(folder), [...lines.slice(0, 7), status.padEnd(8), ...lines.slice(8)].join('\n'))
    expect(await numberFrom((await clusterIn(folder)).url('postgres'))).toBe(1)
    expect(postmasterOf(folder)).not.toBe(killed)
    expect(state()).toMatch(/^Z/)
  },
)

test('a server that is silent for a moment is taken over when it answers', async () => {
  const folder = folderOfCluster()
  const { url } = await clusterIn(folder)
  const running = postmasterOf(folder)
  process.kill(running, 'SIGSTOP')
  const start = startCluster(folder)
  await Promise.race([start, untilRefused(folder)]).finally(() => process.kill(running, 'SIGCONT'))
  expect((await start).url('postgres')).toBe(url('postgres'))
  expect(postmasterOf(folder)).toBe(running)
})

test.runIf(isLong)('one that stays silent is left alone: the start names it and ends', async () => {
  const folder = folderOfCluster()
  await clusterIn(folder)
  const running = postmasterOf(folder)
  process.kill(running, 'SIGSTOP')
  await expect(startCluster(folder).finally(() => process.kill(running, 'SIGCONT'))).rejects.toThrow(
    `PostgreSQL still runs in ${join(folder, 'postgres')} (process ${running}) and does not answer`,
  )
  expect(postmasterOf(folder)).toBe(running)
})

test('what a power cut leaves of lock files does not stop a start', async () => {
  const folder = folderOfCluster()
  const cluster = await clusterIn(folder)
  const socketLock = join(folder, 'postgres/.s.PGSQL.5432.lock')
  const lines = linesIn(folder).slice(1)
  // PostgreSQL itself takes no account's process for one of its own but that of its own account.
  const other = spawn('sleep', ['1000'], new SystemAccount().spawn)
  closers.push(async () => void other.kill())
  for (const text of ['', [other.pid, ...lines].join('\n')]) {
    const killed = postmasterOf(folder)
    process.kill(killed, 'SIGKILL')
    for (const file of [lockOf(folder), socketLock]) writeFileSync(file, text)
    await startCluster(folder)
    expect(postmasterOf(folder)).not.toBe(killed)
    expect(await numberFrom(cluster.url('postgres'))).toBe(1)
  }
})

test.runIf(isLong)('a database of ours that is damaged is never put aside', async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'postgres/base/16384'), { recursive: true })
  await expect(startCluster(folder)).rejects.toThrow('PostgreSQL did not start')
  expect(readdirSync(join(folder, 'postgres'))).toContain('base')
})

test('whatever a shell has for other servers, libraries and languages, PostgreSQL starts and is reached', async () => {
  const folder = folderOfCluster()
  // Each of the programs needs this library, and this is none.
  writeFileSync(join(folder, 'libz.so.1'), 'no library')
  const shell = {
    PGHOST: 'db.example.in',
    PGPORT: '6543',
    PGUSER: 'someone',
    PGPASSWORD: 'x',
    PGDATABASE: 'other',
    PGSSLMODE: 'require',
    PGSSLNEGOTIATION: 'direct',
    PGOPTIONS: '-c nonsense=1',
    PGCLIENTENCODING: 'nonsense',
    PGDATESTYLE: 'nonsense',
    PGTZ: 'Nowhere/None',
    PGDATA: '/elsewhere',
    LD_LIBRARY_PATH: folder,
    LC_ALL: 'xx_YY.nonsense',
    TZ: 'Nowhere/None',
  }
  const { ended } = startedIn(folder, 'process.exit(0)', shell)
  expect(await ended).toBe(`runs on ${join(folder, 'postgres')}`)
  closers.push((await startCluster(folder)).stop)
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

const inAnotherProcess = (folder: string) => startedIn(folder, 'process.exit(0)').ended

/** Starts a cluster in its own process, which then runs `after` and leaves the cluster running. */
function startedIn(folder: string, after: string, variables: Record<string, string> = {}) {
  const script = `import { startCluster } from '#server/platform/database/cluster.ts'
    const { searchParams } = new URL((await startCluster(${JSON.stringify(folder)})).url('postgres'))
    console.log('runs on ' + searchParams.get('host'))
    ${after}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...variables },
  })
  closers.push(async () => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()))
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    says: async (text: string) => {
      await expect.poll(() => output, patient).toContain(text)
    },
    /** Its output, once it has ended. */
    ended: once(child, 'close').then(() => output.trim()),
  }
}
