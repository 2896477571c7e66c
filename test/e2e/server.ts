import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'

import { freePort } from '../free-port.ts'

/** The folder of the server that has loaded the demo catalogue. */
export const templateFolder = () => join(process.env.E2E_FOLDER!, 'template')

/** Starts a server of one's own on a copy of the demo catalogue: its database, its files and its secret. */
export async function serverWithDemo(name: string) {
  const dataDir = join(process.env.E2E_FOLDER!, name)
  // A run that was cut may have left one.
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { mode: 0o700 })
  for (const part of ['storage', 'secret'])
    cpSync(join(templateFolder(), part), join(dataDir, part), { recursive: true })
  return startServer(await createDatabase(name, 'template_demo'), dataDir)
}

/** Creates a database in the PostgreSQL of the run, empty or as a copy of another one. Returns its address. */
export async function createDatabase(name: string, template = 'template1'): Promise<string> {
  const url = process.env.E2E_CLUSTER!
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`drop database if exists "${name}"`)
  await client.query(`create database "${name}" template "${template}"`)
  await client.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Starts the real server on a database, and resolves when it is ready, the first time with the demo catalogue. */
export async function startServer(databaseUrl: string, dataDir: string) {
  const port = await freePort()
  const child = spawn(process.execPath, ['server/start.ts', '--stop-with-parent'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      // As in `npm start`: its processes reuse compiled code.
      NODE_COMPILE_CACHE: 'node_modules/.cache/node',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.on('data', (part: Buffer) => process.stderr.write(part))
  const isReady = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => part.includes('Readymade is ready') && resolve())
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)))
  })
  await isReady
  return {
    address: `http://localhost:${port}`,
    dataDir,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
