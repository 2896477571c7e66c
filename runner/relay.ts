import { chmodSync, chownSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'

import { boxAccount, isRoot } from './box/account.ts'

/** What joins the two sandboxes of a run: a socket file in each. */
export interface Relay {
  /** The file of the project's sandbox, which offers lines to its web server. */
  project: string
  /** The file of the browser's sandbox, which asks for them. */
  browser: string
  stop(): void
}

/** The most lines that each side holds. */
const mostLines = 64

/**
 * Joins what the browser asks for to what the project offers. It copies bytes and reads none of them. A line that waits
 * for its other half is not read either: what a stranger sends stays with the kernel, not in our memory.
 */
export async function startRelay(folder: string): Promise<Relay> {
  const offers: Socket[] = []
  const requests: Socket[] = []
  const pair = () => {
    for (const lines of [offers, requests])
      lines.splice(0, lines.length, ...lines.filter(({ destroyed }) => !destroyed))
    while (offers.length > 0 && requests.length > 0) connect(offers.shift()!, requests.shift()!)
  }
  const servers = await Promise.all([
    listen(join(folder, 'project.sock'), offers, pair),
    listen(join(folder, 'browser.sock'), requests, pair),
  ])
  const [project, browser] = servers
  return {
    project: project.file,
    browser: browser.file,
    stop: () => {
      for (const { server, lines } of servers) {
        server.close()
        for (const line of lines) line.destroy()
      }
    },
  }
}

async function listen(file: string, waiting: Socket[], onLine: () => void) {
  const lines = new Set<Socket>()
  const server: Server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (line) => {
    lines.add(line)
    // An end without an answer is no failure of ours.
    line.on('error', () => line.destroy()).once('close', () => lines.delete(line))
    waiting.push(line)
    onLine()
  })
  server.maxConnections = mostLines
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(file, resolve)
  })
  // Sandboxes come in, and nobody else on the machine.
  chmodSync(file, 0o600)
  if (isRoot) chownSync(file, boxAccount(), boxAccount())
  return { file, server, lines }
}

function connect(one: Socket, other: Socket) {
  const end = () => {
    one.destroy()
    other.destroy()
  }
  one.once('close', end)
  other.once('close', end)
  pipeline(one, other, () => {})
  pipeline(other, one, () => {})
}
