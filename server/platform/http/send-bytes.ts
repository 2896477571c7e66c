import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'

import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { withoutInvisible } from '#contract/kit/invisible.ts'

/** A range of bytes from `start` to `end`, both included. */
interface Range {
  start: number
  end: number
}

/** Stored bytes that never change under their ETag. */
export interface Bytes {
  size: number
  /** Without quotes. */
  etag: string
  /** Reads the bytes. A piece may be overwritten when the next is requested. */
  read(range?: Range): Promise<AsyncIterable<Buffer>>
}

/**
 * Sends stored bytes as HTTP asks for them: 304 when the client has them, 206 for one range, 416 for an impossible one,
 * 412 when it goes on with others.
 * Sets no name, type or caching headers. Reading stops when the client goes away.
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, etag, read }: Bytes,
): Promise<FastifyReply> {
  const quoted = `"${etag}"`
  reply.header('etag', quoted).header('accept-ranges', 'bytes').header('x-content-type-options', 'nosniff')
  if (!isWanted(request, quoted)) return reply.code(412).send()
  if (hasAlready(request, { etag })) return reply.code(304).send()
  const range = rangeIn(request, quoted, size)
  if (range === 'impossible') return reply.code(416).header('content-range', `bytes */${size}`).send()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  // There is nothing to read. An empty stream keeps the length that a HEAD asks for.
  if (request.method === 'HEAD' || size === 0) return reply.send(Readable.from([]))
  return reply.send(ReadableStream.from(sendable(await read(range), reply.raw.writableHighWaterMark)))
}

/** Requests a piece after the last one was sent. A piece that the socket may buffer while it accepts more is copied. */
async function* sendable(pieces: AsyncIterable<Buffer>, highWaterMark: number) {
  for await (const piece of pieces) yield piece.length < highWaterMark ? Buffer.from(piece) : piece
}

/** Whether the client has these bytes already, so that it gets 304 instead of them. */
export function hasAlready({ headers }: FastifyRequest, { etag }: Pick<Bytes, 'etag'>): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known?.some((one) => one === '*' || one === `"${etag}"`) ?? false
}

/** Whether these are the bytes with which the client goes on; Firefox resumes with If-Match. */
const isWanted = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-match']?.split(',').some((one) => ['*', etag].includes(one.trim())) ?? true

/** Whether a client goes on with a download of these bytes: it knows their ETag, which only their sender tells. */
export function continues({ headers }: FastifyRequest, { etag }: Pick<Bytes, 'etag'>): boolean {
  const known = headers['if-range'] ?? headers['if-match']
  return known === `"${etag}"` && /^bytes=[1-9]\d*-\d*$/.test(headers.range ?? '')
}

/** The one requested range. Several ranges, other units and a range of an older version are ignored (RFC 9110). */
function rangeIn({ headers, method }: FastifyRequest, etag: string, size: number) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  const isOlder = headers['if-range'] !== undefined && headers['if-range'] !== etag
  if (method !== 'GET' || isOlder || (!first && !last)) return undefined
  const start = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  if (first && last && Number(last) < start) return undefined
  return start >= size || (!first && Number(last) === 0) ? 'impossible' : { start, end }
}

/**
 * Makes a Content-Disposition with which a browser saves an answer under a name, without hidden characters and path
 * separators.
 */
export const contentDisposition = (fileName: string): string =>
  create(withoutInvisible(fileName.replace(unwanted, '')).slice(0, 150).toWellFormed() || 'download')

const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}/\\]/gu
