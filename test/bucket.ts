import { type ChildProcess, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import S3rver from 's3rver'
import { afterAll } from 'vitest'

const accessKeyId = 'S3RVER'
const secretAccessKey = 'S3RVER'

/** Starts a local S3 server with an empty bucket. `silence` lets it accept everything and say nothing until `speak`. */
export async function aBucket() {
  const folder = mkdtempSync(join(tmpdir(), 'readymade-bucket-'))
  const server = new S3rver({
    port: 0,
    directory: folder,
    silent: true,
    configureBuckets: [{ name: 'shop', configs: [] }],
  })
  const { port } = await server.run()
  const line = await aLine(port)
  afterAll(async () => {
    line.close()
    await server.close()
    rmSync(folder, { recursive: true })
  })
  return { ...addressOf(line.port), silence: line.silence, speak: line.speak }
}

/**
 * Starts the same server with objects of these keys, in its own process: it answers lists that continue only with
 * ciphers of the past.
 */
export async function aBucketOf(keys: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'readymade-bucket-'))
  for (const key of keys) {
    const path = join(folder, 'shop', key)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}._S3rver_object`, key)
    writeFileSync(`${path}._S3rver_object.md5`, hash('md5', key))
  }
  const program = join(import.meta.dirname, '../node_modules/s3rver/bin/s3rver.js')
  const child: ChildProcess = spawn(
    process.execPath,
    ['--openssl-legacy-provider', program, '-d', folder, '-p', '0', '-s', '--configure-bucket', 'shop'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  for await (const part of child.stdout!) {
    said += String(part)
    if (/:\d+\s/.test(said)) break
  }
  afterAll(async () => {
    child.kill()
    await once(child, 'exit')
    rmSync(folder, { recursive: true })
  })
  return addressOf(Number(/:(\d+)\s/.exec(said)![1]))
}

const addressOf = (port: number) => ({
  storageUrl: `s3://shop?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=ap-south-1`,
  storageKeys: { accessKeyId, secretAccessKey },
  /** The same keys as settings of a server. */
  keySettings: { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
})

/** A line to a port that can fall silent: bytes that go into it come out of it when it speaks again. */
async function aLine(port: number) {
  const sockets = new Set<Socket>()
  let isSilent = false
  const line = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      from.on('data', (bytes: Buffer) => void to.write(bytes))
      if (isSilent) from.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  return {
    port: (line.address() as AddressInfo).port,
    silence: () => {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    speak: () => {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    close: () => {
      line.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
