import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import { ProblemError } from '#contract/problem.ts'

import { limiterEach } from '../overload/limiter.ts'

/** How long a client may keep a connection busy. Times in milliseconds. */
export interface ClientTimeouts {
  /** A whole body that is no upload. */
  bodyTimeout: number
  /** In each such window an upload brings at least `uploadBytes`. */
  uploadWindow: number
  uploadBytes: number
  /** Of one upload, in all. */
  maxUploadBytes: number
  /** What still comes of a request that has been answered is dropped, so long and so much, so that the client gets to read the answer. */
  restTimeout: number
  restBytes: number
  /** Nothing of an answer is taken; Node looks twice before it says so. */
  stallTimeout: number
  /** Connections in all; when there are so many, the idle ones are closed. */
  maxConnections: number
}

/** A slow line brings 20 kB/s and stands still for some seconds now and then: an upload may be ten times slower. */
const clientTimeouts: ClientTimeouts = {
  bodyTimeout: 20_000,
  uploadWindow: 30_000,
  uploadBytes: 60_000,
  maxUploadBytes: 256 * 1024 * 1024,
  restTimeout: 20_000,
  restBytes: 16 * 1024 * 1024,
  stallTimeout: 20_000,
  maxConnections: 4000,
}

/** Cuts the connections of clients that send or read too slowly, as the timeouts say. */
export function cutSlowClients(server: Server, timeouts: ClientTimeouts = clientTimeouts) {
  server.setTimeout(timeouts.stallTimeout)
  server.maxConnections = timeouts.maxConnections
  let closedIdle = 0
  server.on('drop', () => {
    // It looks at every connection: 10 % of the processor while 6,000 asked for one.
    if (performance.now() < closedIdle + 100) return
    closedIdle = performance.now()
    server.closeIdleConnections()
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    // Nothing has moved. Only who does not read is cut: work on an answer may take its time, and bodies have limits of their own.
    response.on('timeout', () => response.writableLength > 0 && request.socket.destroy())
    if (bringsBody(request)) watchBody(request, response, timeouts)
  })
}

/** A request that may take as long as a file on a slow line does, as long as enough of it comes in every window. */
const allowSlowUpload = (request: IncomingMessage) => void uploads.add(request)
const uploads = new WeakSet<IncomingMessage>()

const bringsBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

function watchBody(request: IncomingMessage, response: ServerResponse, timeouts: ClientTimeouts) {
  const { socket } = request
  const start = socket.bytesRead
  let seen = start
  const look = () => {
    if (request.complete) return
    const { bytesRead } = socket
    // While bytes wait to be read, it is the server that is slow.
    const isFast = bytesRead - seen >= timeouts.uploadBytes || request.readableLength > 0
    const isUpload = uploads.has(request) && bytesRead - start < timeouts.maxUploadBytes
    if (!isUpload || !isFast) return void socket.destroy()
    seen = bytesRead
    timer = setTimeout(look, timeouts.uploadWindow).unref()
  }
  let timer = setTimeout(look, timeouts.bodyTimeout).unref()
  response.once('finish', () => request.complete || dropRest(request, timeouts))
  response.once('close', () => clearTimeout(timer))
}

function dropRest(request: IncomingMessage, { restTimeout, restBytes }: ClientTimeouts) {
  const { socket } = request
  const [bytes, end] = [socket.bytesRead + restBytes, performance.now() + restTimeout]
  request.unpipe()
  request.resume()
  const looking = setInterval(() => {
    if (!request.complete && (socket.bytesRead > bytes || performance.now() > end)) socket.destroy()
    if (request.complete || socket.destroyed) clearInterval(looking)
  }, 100).unref()
}

/** Lets an upload come as slowly as files may. At most 20 of one member are taken in at once, the others wait unread. */
export async function admitUpload(memberId: string, request: IncomingMessage, response: ServerResponse) {
  allowSlowUpload(request)
  const release = await takeSlot(memberId)
  if (release && !response.closed) return void response.once('close', release)
  release?.()
  throw new ProblemError('invalid_input', 'The client has left')
}

const takeSlot = limiterEach({ slots: 20 })
