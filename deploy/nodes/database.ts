import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

import pg from 'pg'

import { postgresAccount, postgresFolder } from './debian.ts'
import { Program, until } from './program.ts'

const password = 'loopback'
const bin = (program: string) => join(postgresFolder()!, program)
const inDeploy = (file: string) => join(import.meta.dirname, '..', file)

/** One PostgreSQL of the pair, and what Patroni would answer for it at /primary. */
class Member {
  readonly port: number
  readonly folder: string
  readonly program: Program
  isLeader = false

  constructor(folder: string, name: string, port: number) {
    this.port = port
    this.folder = join(folder, name)
    const log = join(folder, `${name}.log`)
    this.program = new Program([bin('postgres'), '-D', this.folder], { account: postgresAccount(), log })
    createServer((_request, response) => {
      void this.isPrimary().then((isPrimary) => response.writeHead(isPrimary ? 200 : 503).end())
    })
      .listen(port + 10, '127.0.0.1')
      .unref()
  }

  url = (user = 'postgres', database = 'postgres') =>
    `postgres://${user}:${password}@127.0.0.1:${this.port}/${database}`

  async ask<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: this.url(),
      connectionTimeoutMillis: 1500,
      query_timeout: 1500,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(sql)).rows
    } finally {
      client.end().catch(() => {})
    }
  }

  isPrimary = async () =>
    this.isLeader &&
    (await this.ask<{ standby: boolean }>('select pg_is_in_recovery() as standby').then(
      ([row]) => !row!.standby,
      () => false,
    ))

  async start() {
    this.program.start()
    await until('PostgreSQL', () => this.ask('select 1').then(Boolean, () => false))
  }
}

/**
 * A primary and a synchronous standby behind deploy/postgresql/haproxy.cfg. This process is in the place of Patroni: it
 * answers /primary, and promotes when it is told to.
 */
export class Pair {
  readonly #folder: string
  readonly #members: [Member, Member]
  readonly #balancer: Program
  readonly #port: number
  primary: Member

  /** Takes four ports and two more ten above the second and third. */
  constructor(folder: string, port: number) {
    this.#folder = folder
    this.#port = port
    this.#members = [new Member(folder, 'one', port + 1), new Member(folder, 'two', port + 2)]
    this.primary = this.#members[0]
    const [one, two] = this.#members
    const configuration = readFileSync(inDeploy('postgresql/haproxy.cfg'), 'utf8')
      .replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`)
      .replace('10.0.0.21:5432', `127.0.0.1:${one.port} port ${one.port + 10}`)
      .replace('10.0.0.22:5432', `127.0.0.1:${two.port} port ${two.port + 10}`)
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, configuration)
    this.#balancer = new Program(['haproxy', '-db', '-f', file], { log: join(folder, 'haproxy.log') })
  }

  get standby(): Member {
    return this.#members.find((member) => member !== this.primary)!
  }

  /** The address that always leads to the primary. */
  get url(): string {
    return `postgres://readymade:${password}@127.0.0.1:${this.#port}/readymade`
  }

  /** A port that nothing here uses. */
  get freePort(): number {
    return this.#port + 3
  }

  async create() {
    const { primary } = this
    this.#empty(primary)
    const passwordFile = join(this.#folder, 'password')
    writeFileSync(passwordFile, password, { mode: 0o644 })
    this.#run(
      'initdb',
      '-D',
      primary.folder,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      `--pwfile=${passwordFile}`,
      '--no-sync',
    )
    // Data of a try: the disk need not keep it through a power cut.
    this.#configure(primary, "listen_addresses = '127.0.0.1'", 'max_connections = 200', 'fsync = off')
    await primary.start()
    primary.isLeader = true
    const role = [
      '-v',
      `password=${password}`,
      '-v',
      'ON_ERROR_STOP=1',
      '-f',
      inDeploy('postgresql/role.sql'),
    ]
    execFileSync('psql', [primary.url(), '-q', ...role])
    await this.join()
    this.#balancer.start()
    // HAProxy leads to both until it has asked them; in turn, so that two connections tell.
    await until('The way to the primary', async () => (await this.#leads()) && (await this.#leads()))
  }

  async #leads() {
    const client = new pg.Client({ connectionString: this.url })
    client.on('error', () => {})
    const isPrimary = async () => {
      await client.connect()
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      return !rows[0]!.standby
    }
    const leads = await isPrimary().catch(() => false)
    await client.end().catch(() => {})
    return leads
  }

  /** Makes the other member anew as the standby of the primary, and has commits wait for it. */
  async join() {
    const { primary, standby } = this
    await standby.program.kill()
    standby.isLeader = false
    this.#empty(standby)
    this.#run(
      'pg_basebackup',
      '-D',
      standby.folder,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
      '--no-sync',
      '-d',
      primary.url(),
    )
    this.#configure(standby)
    await standby.start()
    await primary.ask("alter system set synchronous_standby_names = '*'")
    await primary.ask('select pg_reload_conf()')
    await until('The synchronous standby', async () => {
      const [row] = await primary.ask<{ sync_state: string }>('select sync_state from pg_stat_replication')
      return row?.sync_state === 'sync'
    })
  }

  /** Makes the standby the primary. */
  async promote() {
    const { primary, standby } = this
    primary.isLeader = false
    await standby.ask('select pg_promote(true)')
    standby.isLeader = true
    this.primary = standby
  }

  /** Changes the roles in order: nothing is written while both stand by. */
  async switchOver() {
    await this.primary.program.end('SIGINT')
    await this.promote()
  }

  /** The server's own setting; every session sees it. */
  async setReadOnly(isReadOnly: boolean) {
    await this.primary.ask(`alter system set default_transaction_read_only = ${isReadOnly}`)
    await this.primary.ask('select pg_reload_conf()')
  }

  async stop() {
    await this.#balancer.end()
    for (const { program } of this.#members) await program.kill()
  }

  #run = (program: string, ...args: string[]) =>
    execFileSync(bin(program), args, { ...postgresAccount(), stdio: 'ignore', cwd: '/' })

  #configure(member: Member, ...lines: string[]) {
    const own = [`port = ${member.port}`, `unix_socket_directories = ''`, ...lines]
    appendFileSync(join(member.folder, 'postgresql.conf'), `${own.join('\n')}\n`)
    // A standby waits for nobody once it is promoted, until another one has joined.
    appendFileSync(join(member.folder, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n")
  }

  #empty({ folder }: Member) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
    const account = postgresAccount()
    if (account) execFileSync('chown', [`${account.uid}:${account.gid}`, folder])
  }
}
