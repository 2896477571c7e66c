import { execFileSync, spawnSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { aProject, aRelease } from '../test/makers.ts'
import { serverProcess } from '../test/server-process.ts'
import { openSession } from './accounts/service.ts'
import { signUp } from './accounts/verify-code.ts'
import { readConfig } from './config.ts'
import { requireDataFolder } from './platform/data-folder.ts'
import { connect as connectDatabase } from './platform/database/connection.ts'
import { migrate } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/open.ts'
import { secretOf } from './platform/secret.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 })
// Started as people start it, from what is already built.
const server = await serverProcess(undefined, { command: ['npm', 'start', '--ignore-scripts'] })
const data = join(server.folder, 'postgres')
const isRoot = process.getuid?.() === 0
const sockets: Socket[] = []

beforeAll(async () => {
  const token = await withMember(server.folder)
  await server.start()
  const api = server.as(token)
  await aRelease({ api }, (await aProject({ api }))._id)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const meera = { name: 'Meera', phone: '9876543210', college: '', course: '', year: '' as const }
/** Creates the data folder, with a member in its database so that no demo is loaded. Returns the member's token. */
async function withMember(dataDir: string) {
  requireDataFolder(dataDir)
  const config = readConfig({ DATA_DIR: dataDir })
  const database = await openDatabase(config)
  await migrate(database.url)
  const { db, pool } = connectDatabase(database.url)
  const { id } = await signUp(db, 'meera@example.in', meera)
  const { accessToken } = await openSession({ db, secret: secretOf(config) }, id)
  await pool.end()
  await database.close()
  return accessToken
}

const pidLines = () => readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
const postmasterPid = () => Number(pidLines()[0])
/** Lists the processes of this test's server and its PostgreSQL that still run; zombies are not among them. */
const leftRunning = () =>
  execFileSync('ps', ['-e', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => !line.includes('<defunct>'))
    .filter((line) => line.includes(data) || Number(line.trim().split(/\s+/)[1]) === server.pid())
const get = (path: string) =>
  fetch(`${server.address}${path}`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(8000) })
const untilAnswered = () =>
  vi.waitFor(async () => expect((await get('/api/projects')).status).toBe(200), 60_000)
const mails = () => readdirSync(join(server.folder, 'mail')).length

async function requestCode(email: string) {
  const before = mails()
  const { status } = await fetch(`${server.address}/api/users/auth/email/send-otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  expect(status).toBe(200)
  await vi.waitFor(() => expect(mails()).toBe(before + 1), 60_000)
}

/** Opens a connection that sends a text and nothing more. */
async function openIdleConnection(text: string) {
  const { hostname, port } = new URL(server.address)
  const socket = connect(Number(port), hostname)
  sockets.push(socket.on('error', () => {}))
  await new Promise((resolve) => socket.once('connect', resolve))
  if (text) socket.write(text)
}

/** Runs a program as another account of this machine. Returns whether it succeeded, and its output. */
function asAccount(uid: number, program: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { uid, gid: uid, cwd: '/', encoding: 'utf8' })
  return { done: status === 0, output: `${stdout}${stderr}` }
}

const selectOne = `
  const pg = require(${JSON.stringify(join(import.meta.dirname, '../node_modules/pg'))})
  const client = new pg.Client({ host: process.argv[1], user: 'readymade', database: 'readymade' })
  client.connect().then(() => client.query('select current_user')).then(() => process.exit(0), (error) => {
    console.error(error.message)
    process.exit(1)
  })`

test.runIf(isRoot)(
  'another account of the machine reads no mail, no secret, no file, and gets no connection',
  async () => {
    await requestCode('asha@example.in')
    const [mail] = readdirSync(join(server.folder, 'mail'))
    const socket = pidLines()[4]!
    expect(readdirSync(join(server.folder, 'storage/blobs'))).not.toEqual([])
    // 65534 is 'nobody', under which root runs PostgreSQL.
    for (const uid of [12_345, 65_534]) {
      for (const path of ['', 'mail', 'storage', 'storage/blobs'])
        expect(asAccount(uid, 'ls', [join(server.folder, path)]).done, `${uid} ls ${path}`).toBe(false)
      for (const path of ['secret', `mail/${mail}`, 'postgres.log'])
        expect(asAccount(uid, 'cat', [join(server.folder, path)]).done, `${uid} cat ${path}`).toBe(false)
      const { done, output } = asAccount(uid, process.execPath, ['-e', selectOne, socket])
      expect(done).toBe(false)
      expect(output).toMatch(/EACCES|authentication failed/)
    }
  },
)

test('every file and folder that was made is for its account alone', () => {
  const open = readdirSync(server.folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0)
  // PostgreSQL's own account reads these two, in which nothing is secret.
  const expected = isRoot ? ['pg_hba.conf', 'pg_ident.conf'] : []
  expect(open.filter((path) => !path.startsWith(data)).toSorted()).toEqual(
    expected.map((name) => join(server.folder, name)),
  )
  expect(lstatSync(data).mode & 0o077).toBe(0)
})

test('a second start on the folder says that the first runs, also with its port, and harms nothing', async () => {
  const before = postmasterPid()
  const env = {
    PATH: process.env.PATH,
    MODE: 'demo',
    DATA_DIR: server.folder,
    PORT: new URL(server.address).port,
  }
  const second = spawnSync(process.execPath, ['server/start.ts'], { env, encoding: 'utf8' })
  expect(second.status).toBe(1)
  expect(second.stderr.trim()).toBe(
    `Readymade could not start. Another Readymade is running on ${server.folder}; stop it, or set DATA_DIR to another folder.`,
  )
  expect((await get('/api/projects')).status).toBe(200)
  expect(postmasterPid()).toBe(before)
})

test('while PostgreSQL is down, calls are answered with 503 and the log says why; when it starts again, the same process goes on', async () => {
  const before = postmasterPid()
  renameSync(data, `${data}.away`)
  process.kill(before, 'SIGKILL')
  await vi.waitFor(() => expect(server.output()).toMatch(/PostgreSQL did not start.*attempt 2/), 60_000)
  for (const path of ['/api/projects?page=2', '/projects?page=2', '/readyz', '/api/categories'])
    expect((await get(path)).status, path).toBe(503)
  expect(await (await get('/projects?page=2')).text()).toContain('try again')
  renameSync(`${data}.away`, data)
  await untilAnswered()
  expect(postmasterPid()).not.toBe(before)
  await vi.waitFor(() => expect(server.output()).toContain('PostgreSQL answers again.'), 60_000)
  await requestCode('ravi@example.in')
})

test('when PostgreSQL is killed it runs again within seconds', async () => {
  const revivals = () => server.output().split('PostgreSQL answers again.').length
  const before = revivals()
  process.kill(postmasterPid(), 'SIGKILL')
  // Until the server notices that PostgreSQL has ended, cached pages are answered.
  await vi.waitFor(() => expect(revivals()).toBe(before + 1), 60_000)
  await vi.waitFor(async () => {
    const { status } = await get('/api/projects?page=2')
    expect([200, 503]).toContain(status)
    expect(status).toBe(200)
  }, 60_000)
})

test('SIGTERM to npm start ends everything, also when connections are idle, silent, slow or half open', async () => {
  const kept = await fetch(`${server.address}/healthz`)
  await kept.text()
  await openIdleConnection('')
  await openIdleConnection('GET / HT')
  await openIdleConnection(
    'POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{',
  )
  const begun = Date.now()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(Date.now() - begun).toBeLessThan(30_000)
  expect(leftRunning()).toEqual([])
  expect(readdirSync(data)).not.toContain('postmaster.pid')
})

test('Ctrl-C, pressed more than once, ends everything in order', async () => {
  await server.start()
  const { exited } = server
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) {
    try {
      process.kill(-server.pid(), signal)
    } catch (error) {
      // All processes have ended already.
      expect(error).toMatchObject({ code: 'ESRCH' })
    }
    await new Promise((resume) => setTimeout(resume, 100))
  }
  await exited()
  // npm may end with the second signal, before the server has closed in order.
  await vi.waitFor(() => expect(leftRunning()).toEqual([]), 60_000)
  expect(readdirSync(data)).not.toContain('postmaster.pid')
})

test.each(['SIGHUP', 'SIGKILL'] as const)(
  'when npm dies of %s, which it does not pass on, the server ends in order all the same',
  async (signal) => {
    await server.start()
    expect(await server.end(signal)).toBe(signal)
    await vi.waitFor(() => expect(leftRunning()).toEqual([]), 60_000)
    expect(readdirSync(data)).not.toContain('postmaster.pid')
  },
)

test.each([100, 700, 1500])('a stop %i ms after the start leaves nothing running', async (milliseconds) => {
  server.begin()
  await new Promise((resume) => setTimeout(resume, milliseconds))
  await server.end('SIGTERM')
  await vi.waitFor(() => expect(leftRunning()).toEqual([]), 60_000)
})

test('after a power cut the PostgreSQL that was left running is taken over', async () => {
  await server.start()
  const before = postmasterPid()
  const line = leftRunning().find((one) => one.includes('server/start.ts') && !one.includes('npm'))
  process.kill(Number(line!.trim().split(/\s+/)[0]), 'SIGKILL')
  await server.exited()
  await server.start()
  expect(postmasterPid()).toBe(before)
  await untilAnswered()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(leftRunning()).toEqual([])
})
