import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { Limiter } from '../overload/limiter.ts'

export type Encoding = 'br' | 'gzip'

/** Compresses texts of more than 1 kB for clients that accept it. Streams and compressed answers pass unchanged. */
export function compressTexts(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isLongText(payload) || !isText(reply) || reply.hasHeader('content-encoding')) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (!encoding) return payload
    const bytes = await compressed(payload, encoding)
    reply.header('content-encoding', encoding).header('content-length', bytes.length)
    return bytes
  })
}

/**
 * The encoding that an Accept-Encoding header prefers, of several equal ones the smallest; undefined when it allows
 * none.
 */
export const encodingFor = (accepted = '', offered: Encoding[] = encodings): Encoding | undefined =>
  negotiate(accepted, offered) ?? undefined

const encodings: Encoding[] = ['br', 'gzip']

/** Compresses a text, with Brotli at a level that costs about as much as gzip. */
export const compressed = (text: string | Buffer, encoding: Encoding): Promise<Buffer> =>
  slots.run(() => (encoding === 'br' ? brotli(text, brotliOptions) : gzipped(text)))

// Each compression takes megabytes from the moment it is requested, and more at once than there are threads are no
// faster.
const slots = new Limiter({ slots: 4 })

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // Large enough for our texts, and saves memory.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
}

const isLongText = (payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > 1000

const isText = (reply: FastifyReply) =>
  /^text\/|json|xml|javascript/.test(String(reply.getHeader('content-type')))
