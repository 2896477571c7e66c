import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'

import { freePort } from '../free-port.ts'

/** The folder of the server that has loaded the demo catalogue. */
export const templateFolder = () => join(process.env.E2E_FOLDER!, 'template')

/** What journeys need of a server: its address, and its folder with the mails and the secret. */
export interface Server {
  address: string
  dataDir: string
  stop: () => Promise<void>
}

/** Starts a server of one's own on a copy of the demo catalogue, or returns the one that runs at E2E_PORT. */
export async function serverWithDemo(name: string): Promise<Server> {
  const { E2E_PORT: port, E2E_DATA_DIR: given } = process.env
  if (port) return { address: `http://localhost:${port}`, dataDir: given!, stop: async () => {} }
  const dataDir = join(process.env.E2E_FOLDER!, name)
  // A run that was cut may have left one.
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { mode: 0o700 })
  for (const part of ['storage', 'secret', 'log-key'])
    cpSync(join(templateFolder(), part), join(dataDir, part), { recursive: true })
  const server = await startServer(await createDatabase(name, 'template_demo'), dataDir)
  return {
    ...server,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
      await inCluster(`drop database "${name}"`)
    },
  }
}

/** Creates a database in the PostgreSQL of the run, empty or as a copy of another one. Returns its address. */
export async function createDatabase(name: string, template = 'template1'): Promise<string> {
  await inCluster(`drop database if exists "${name}"`, `create database "${name}" template "${template}"`)
  return Object.assign(new URL(process.env.E2E_CLUSTER!), { pathname: `/${name}` }).href
}

async function inCluster(...statements: string[]) {
  const client = new pg.Client({ connectionString: process.env.E2E_CLUSTER! })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Starts the real server on a database, and resolves when it is ready, the first time with the demo catalogue. */
export async function startServer(databaseUrl: string, dataDir: string): Promise<Server> {
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
