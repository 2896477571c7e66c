import type { AddressInfo } from 'node:net'

import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

interface Received {
  from: string | undefined
  to: string[]
  raw: string
}
interface Refusal {
  code: number
  text: string
}

/**
 * Starts a mail server that stores the emails it receives. `on` sets its answers: 'data' may refuse an email, never
 * answer ('hang') or disconnect after accepting it ('drop'); 'rcpt' may refuse a recipient; each answer comes after
 * `pause` milliseconds.
 */
export async function mailServer(
  on: {
    rcpt?: (address: string) => Refusal | undefined
    data?: (address: string) => Refusal | 'hang' | 'drop' | undefined
    pause?: number
  } = {},
) {
  const received: Received[] = []
  let open: SMTPServer | undefined
  const later = (done: () => void) => void (on.pause ? setTimeout(done, on.pause) : done())
  const begin = async (port: number) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 10,
      onConnect: (_session, done) => later(done),
      onMailFrom: (_address, _session, done) => later(done),
      onRcptTo({ address }, _session, done) {
        const refusal = on.rcpt?.(address)
        later(() => done(refusal && answer(refusal)))
      },
      onData(stream, session, done) {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const outcome = on.data?.(to[0]!)
          if (typeof outcome === 'object') return done(answer(outcome))
          const raw = Buffer.concat(chunks).toString()
          if (outcome !== 'hang') received.push({ from: mailFrom ? mailFrom.address : undefined, to, raw })
          if (outcome === undefined) return later(done)
          if (outcome === 'drop') for (const connection of server.connections) connection.close()
          return undefined
        })
      },
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    open = server
    return (server.server.address() as AddressInfo).port
  }
  const stop = async () => {
    const server = open
    open = undefined
    if (server) await new Promise<void>((resolve) => server.close(resolve))
  }
  const port = await begin(0)
  afterAll(stop)
  return {
    received,
    /** The emails that an address received. */
    to: (address: string) => received.filter((mail) => mail.to.includes(address)),
    url: `smtp://127.0.0.1:${port}`,
    stop,
    start: () => begin(port),
  }
}

const answer = ({ code, text }: Refusal) => Object.assign(new Error(text), { responseCode: code })

/** Returns the header lines of an email, each unfolded into one line. */
export const headerOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
