import { mkdirSync, mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { migrate } from '#server/platform/database/migrate.ts'
import { newLogKey } from '#server/platform/log-key.ts'

import { type Member, newMembers, publishProjects } from './clients.ts'
import { Pair } from './database.ts'
import { Program, until } from './program.ts'

const root = join(import.meta.dirname, '../..')

/** The pieces of docs/scaling.md on the loopback: a database of two, a bucket, processes, the edge. */
export class Site {
  readonly folder: string
  readonly pair: Pair
  readonly bucket: Program
  readonly edge: Program
  readonly processes: Process[]
  /** Makes one more process, which is not behind the edge. */
  readonly newProcess: (index: number) => Process
  /** The address of the edge. */
  readonly origin: string
  readonly secret = 'the secret of the loopback, 32 bytes or more'

  /** Uses about 40 ports from `port` on. `stopGrace` is in seconds. */
  constructor(port: number, { processes = 3, stopGrace = 60 } = {}) {
    this.folder = mkdtempSync(join(tmpdir(), 'readymade-nodes-'))
    chmodSync(this.folder, 0o755)
    this.pair = new Pair(this.folder, port + 20)
    const bucketPort = port + 1
    this.bucket = this.#program('bucket', [
      process.execPath,
      join(import.meta.dirname, 'bucket.ts'),
      String(bucketPort),
      join(this.folder, 'bucket'),
    ])
    this.origin = `http://127.0.0.1:${port}`
    const settings = {
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      PUBLIC_URL: this.origin,
      DATABASE_URL: this.pair.url,
      STORAGE_URL: `s3://shop?endpoint=${encodeURIComponent(`http://127.0.0.1:${bucketPort}`)}&region=ap-south-1`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      SECRET: this.secret,
      LOG_KEY: newLogKey(`127.0.0.1:${port}/log`),
      // All of them write the mails of the demo into one folder, where the tries look for codes.
      DATA_DIR: join(this.folder, 'data'),
      TRUST_PROXY: '1',
      STOP_DELAY: '3',
      STOP_GRACE: String(stopGrace),
    }
    const processAt = (at: number) => new Process(this.folder, at, settings)
    this.processes = Array.from({ length: processes }, (_, index) => processAt(port + 2 + index))
    this.newProcess = (index) => processAt(port + 2 + processes + index)
    this.edge = this.#program(
      'edge',
      ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')],
      {
        SITE: this.origin,
        INNER_PORT: String(port + 15),
        UPSTREAMS: this.processes.map(({ port: at }) => `127.0.0.1:${at}`).join(' '),
        PAGES: join(root, 'deploy'),
      },
    )
  }

  async start() {
    await this.pair.create()
    mkdirSync(join(this.folder, 'bucket'))
    this.bucket.start()
    await migrate(this.pair.url)
    // A database with a member is left alone by the demo, whose pictures would take a minute of a processor.
    const [owner] = (await newMembers(this, 1)) as [Member]
    for (const one of this.processes) await one.start()
    this.edge.start()
    await until('The edge', () => answers(`${this.origin}/healthz`))
    await publishProjects(this, owner)
  }

  /** Ends everything, and deletes what was written unless it is kept. */
  async stop(isKept = false) {
    await Promise.all([
      this.edge.kill(),
      this.bucket.kill(),
      ...this.processes.map(({ program }) => program.kill()),
    ])
    await this.pair.stop()
    if (!isKept) rmSync(this.folder, { recursive: true, force: true })
  }

  #program = (name: string, command: string[], env: Record<string, string> = {}) =>
    new Program(command, { env, log: join(this.folder, `${name}.log`) })
}

/** One process of ours. */
export class Process {
  readonly port: number
  readonly origin: string
  readonly program: Program

  constructor(folder: string, port: number, settings: Record<string, string>) {
    this.port = port
    this.origin = `http://127.0.0.1:${port}`
    this.program = new Program([process.execPath, 'server/start.ts'], {
      env: { ...settings, PORT: String(port) },
      log: join(folder, `process-${port}.log`),
    })
  }

  /** Starts it and waits until it is ready. Variables are added to its environment. */
  async start({ seconds = 60, env = {} }: { seconds?: number; env?: Record<string, string> } = {}) {
    this.program.start(env)
    await until(
      `The process on port ${this.port}`,
      async () => {
        if (!this.program.isRunning) throw new Error(`A process ended:\n${this.program.log().slice(-2000)}`)
        return answers(`${this.origin}/readyz`)
      },
      { seconds },
    )
  }

  async restart() {
    await this.program.end()
    await this.start()
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
