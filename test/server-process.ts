import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'

import { createApi } from '#contract/client.ts'

import type { TestApp } from './app.ts'

const root = join(import.meta.dirname, '..')

/** The real server in a process of its own, on the database of a test app, to be killed and started again. */
export async function serverProcess({ url, parts }: Pick<TestApp, 'url' | 'parts'>) {
  // The process serves pages too and does not start without them; which ones does not matter here.
  if (!existsSync(join(root, 'build/server/index.js'))) {
    execFileSync(process.execPath, ['build.ts'], { cwd: root, stdio: 'ignore' })
  }
  const folder = mkdtempSync(join(tmpdir(), 'readymade-process-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const start = async () => {
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      MODE: 'demo',
      NODE_ENV: 'production',
      DATABASE_URL: url,
      DATA_DIR: folder,
      SECRET: parts.secret,
      PORT: String(port),
      PUBLIC_URL: address,
    }
    let output = ''
    const started = spawn(process.execPath, ['server/start.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    await new Promise<void>((resolve, reject) => {
      const read = (part: Buffer) => {
        output += part.toString()
        if (output.includes('Readymade is ready')) resolve()
      }
      started.stdout.on('data', read)
      started.stderr.on('data', read)
      started.once('exit', () => reject(new Error(`The server ended before it was ready:\n${output}`)))
    })
  }
  /** Ends the process at once, as a power cut would. */
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  afterAll(async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const as = (token: string) =>
    createApi(async ({ method, url: path, body }) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      }
      const request: RequestInit = { method, headers, ...(body && { body }) }
      return fetch(`${address}${path}`, request)
    })
  return { start, kill, as, folder }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
