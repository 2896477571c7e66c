import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type ListenOptions, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'

import { boxAccount, isRoot } from '../../box/account.ts'

/** What lies and listens on the machine for probes to get at. It is open to everybody here, so that only the sandbox keeps them. */
export type Baits = Awaited<ReturnType<typeof layBaits>>

export async function layBaits() {
  const marker = `bait-${randomBytes(12).toString('hex')}`
  // What a runner might know and no upload may: the token, say.
  process.env.RUNNER_BAIT = marker
  const folder = mkdtempSync('/var/tmp/bait-')
  chmodSync(folder, 0o777)
  const secret = join(folder, 'secret.txt')
  writeFileSync(secret, marker, { mode: 0o644 })
  const hits: string[] = []
  const catching = (what: string) => (line: Socket) => {
    hits.push(what)
    line.on('error', () => {})
    line.end(`HTTP/1.0 200 OK\r\nAccess-Control-Allow-Origin: *\r\n\r\n${marker}`)
  }
  const listen = (what: string, where: ListenOptions) =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer(catching(what)).listen(where, () => resolve(server))
    })
  const door = await listen('connected to the machine', { port: 0, host: '::' })
  const { port } = door.address() as AddressInfo
  const others = [
    await listen('connected to an abstract socket', { path: `\0${marker}` }),
    await listen('connected to a socket file', { path: join(folder, 'door.sock'), writableAll: true }),
  ]
  const datagrams = createSocket('udp4', () => hits.push('sent a datagram to the machine')).bind(port)
  const account = boxAccount()
  const victim = spawn('sleep', ['100000'], {
    ...(isRoot && { uid: account, gid: account }),
    stdio: 'ignore',
  })
  shareMemory()
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === 'IPv4')
  return {
    marker,
    folder,
    secret,
    port,
    hits,
    victim,
    address: own?.address ?? '127.0.0.1',
    /** The files that somebody wrote beside the bait, or where it would like to. */
    taken: () => [
      ...readdirSync(folder).filter((name) => !['secret.txt', 'door.sock'].includes(name)),
      ...readdirSync('/var/tmp').filter((name) => /^(?:taken|big|record\.json|page-)/.test(name)),
    ],
    remove: () => {
      victim.kill('SIGKILL')
      for (const server of [door, ...others]) server.close()
      datagrams.close()
      spawnSync('ipcrm', ['-M', sharedKey, '-Q', sharedKey])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const sharedKey = '0x52454144'

/** Makes memory and a queue that every process of the machine may use. */
function shareMemory() {
  const calls = `syscall(29, ${sharedKey}, 4096, 01666); syscall(68, ${sharedKey}, 01666)`
  spawnSync('perl', ['-e', calls])
}
