import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import { ProblemError } from '#contract/kit/problem.ts'

import { keyedLimiter } from '../overload/limiter.ts'

/** Limits for slow clients. Times are in milliseconds. */
export interface ClientTimeouts {
  /** Time for a whole body that is no upload. */
  bodyTimeout: number
  /** Window in which an upload brings at least `uploadBytes`. */
  uploadWindow: number
  uploadBytes: number
  /** Maximum bytes of one upload. */
  maxUploadBytes: number
  /** Time and bytes for which the rest of an answered request is discarded, so that the client can read the answer. */
  restTimeout: number
  restBytes: number
  /** Time in which a client reads nothing of an answer; Node checks twice before it reports that. */
  stallTimeout: number
  /** Maximum number of connections; when it is reached, the idle ones are closed. */
  maxConnections: number
}

/**
 * Default limits. A slow line brings 20 kB/s and pauses for some seconds now and then; an upload may be ten times
 * slower.
 */
const defaultTimeouts: ClientTimeouts = {
  bodyTimeout: 20_000,
  uploadWindow: 30_000,
  uploadBytes: 60_000,
  maxUploadBytes: 256 * 1024 * 1024,
  restTimeout: 20_000,
  restBytes: 16 * 1024 * 1024,
  stallTimeout: 20_000,
  maxConnections: 4000,
}

/** Closes the connections of clients that send or read too slowly. */
export function cutSlowClients(server: Server, timeouts: ClientTimeouts = defaultTimeouts) {
  server.setTimeout(timeouts.stallTimeout)
  server.maxConnections = timeouts.maxConnections
  let closedIdle = 0
  server.on('drop', () => {
    // At most ten times a second, because it looks at every connection.
    if (performance.now() < closedIdle + 100) return
    closedIdle = performance.now()
    server.closeIdleConnections()
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    // Only clients that do not read are cut off: work on an answer may take its time, and bodies have limits of their
    // own.
    response.on('timeout', () => response.writableLength > 0 && request.socket.destroy())
    if (bringsBody(request)) watchBody(request, response, timeouts)
  })
}

/** Allows a request to take as long as a file on a slow line, while enough of it comes in every window. */
const allowSlowUpload = (request: IncomingMessage) => void uploads.add(request)
const uploads = new WeakSet<IncomingMessage>()

const bringsBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

function watchBody(request: IncomingMessage, response: ServerResponse, timeouts: ClientTimeouts) {
  const { socket } = request
  const start = socket.bytesRead
  let seen = start
  const check = () => {
    if (request.complete) return
    const { bytesRead } = socket
    // While bytes wait to be read, the server is the slow side.
    const isFast = bytesRead - seen >= timeouts.uploadBytes || request.readableLength > 0
    const isUpload = uploads.has(request) && bytesRead - start < timeouts.maxUploadBytes
    if (!isUpload || !isFast) return void socket.destroy()
    seen = bytesRead
    timer = setTimeout(check, timeouts.uploadWindow).unref()
  }
  let timer = setTimeout(check, timeouts.bodyTimeout).unref()
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

/**
 * Allows an upload to be slow. At most 20 of one member are read at once; the others wait unread. Throws invalid_input
 * when the client has left.
 */
export async function admitUpload(memberId: string, request: IncomingMessage, response: ServerResponse) {
  allowSlowUpload(request)
  const release = await takeSlot(memberId)
  if (release && !response.closed) return void response.once('close', release)
  release?.()
  throw new ProblemError('invalid_input', 'The client has left')
}

const takeSlot = keyedLimiter({ slots: 20 })
