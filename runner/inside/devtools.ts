import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** A message of the browser's protocol: the answer to a command, or an event. */
export interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
}

export interface DevTools {
  /** Sends a command to the tab of this session. Throws when it fails, or is not answered in time. */
  send<Result = Record<string, unknown>>(
    method: string,
    params?: object,
    options?: { milliseconds?: number },
  ): Promise<Result>
  /** The tab that commands are for; undefined for the browser itself. */
  sessionId: string | undefined
}

/** Starts Chromium, which is driven through pipes, because a page could talk to a port. */
export function startChromium(path: string, hear: (event: Message) => void): DevTools {
  const child = spawn(path, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
  const waiting = new Map<number, (message: Message) => void>()
  const commands = child.stdio[3] as Writable
  // A browser that has died is noticed by the commands that it does not answer.
  commands.on('error', () => {})
  let next = 1
  const tools: DevTools = {
    sessionId: undefined,
    send: (method, params = {}, { milliseconds = 8000 } = {}) => {
      const id = next++
      commands.write(`${JSON.stringify({ id, method, params, sessionId: tools.sessionId })}\0`)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id)
          reject(new Error('The page did not answer in time'))
        }, milliseconds)
        waiting.set(id, ({ result, error }) => {
          clearTimeout(timer)
          waiting.delete(id)
          if (error) reject(new Error(error.message))
          else resolve(result as never)
        })
      })
    },
  }
  readMessages(child.stdio[4] as Readable, (message) => {
    if (message.id === undefined) hear(message)
    else waiting.get(message.id)?.(message)
  })
  return tools
}

function readMessages(output: Readable, hear: (message: Message) => void) {
  let pieces: Buffer[] = []
  output.on('data', (piece: Buffer) => {
    let from = 0
    for (let at = piece.indexOf(0); at >= 0; at = piece.indexOf(0, from)) {
      hear(JSON.parse(Buffer.concat([...pieces, piece.subarray(from, at)]).toString()) as Message)
      pieces = []
      from = at + 1
    }
    pieces.push(piece.subarray(from))
  })
}

/** What it is started with: the sandbox is around it, so it has none of its own, and no other name than localhost leads anywhere. */
const flags = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--remote-debugging-pipe',
  '--user-data-dir=/tmp/profile',
  '--hide-scrollbars',
  '--mute-audio',
  '--window-size=1280,800',
  '--no-first-run',
  '--no-pings',
  '--block-new-web-contents',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,Translate,MediaRouter',
  '--host-resolver-rules=MAP localhost:80 127.0.0.1:8080, MAP * ~NOTFOUND',
]
