import type { FastifyReply } from 'fastify'

import { compressed, type Encoding, encodingFor } from '../http/compression.ts'

/** A finished page with all its headers, in the forms it was asked for. */
export interface KeptPage {
  status: number
  headers: ReturnType<FastifyReply['getHeaders']>
  body: Buffer
  /** Compressed the first time somebody asks for it so, once for all who ask meanwhile. */
  forms: Map<Encoding, Buffer | Promise<Buffer>>
  size: number
  lasts: boolean
}

/** The page that a reply is about to give, with the headers set so far. Its compressed forms are reckoned in as half of it. */
export function keptPage(reply: FastifyReply, status: number, bytes: Uint8Array): KeptPage {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headers = { ...reply.header('vary', 'accept-encoding').getHeaders() }
  return {
    status,
    headers,
    body,
    forms: new Map(),
    size: Math.ceil(body.length * 1.5),
    lasts: status === 200,
  }
}

/** Answers with a finished page, compressed when the visitor's browser takes that. */
export function sendPage(reply: FastifyReply, page: KeptPage): FastifyReply | Promise<FastifyReply> {
  const encoding = page.body.length > 1000 && encodingFor(reply.request.headers['accept-encoding'])
  reply.code(page.status).headers(page.headers)
  if (!encoding) return reply.send(page.body)
  reply.header('content-encoding', encoding)
  const form = page.forms.get(encoding) ?? compress(page, encoding)
  if (Buffer.isBuffer(form)) return reply.send(form)
  return form.then(
    (bytes) => reply.send(bytes),
    () => reply.removeHeader('content-encoding').send(page.body),
  )
}

function compress({ body, forms }: KeptPage, encoding: Encoding): Promise<Buffer> {
  const compressing = compressed(body, encoding).then((bytes) => {
    forms.set(encoding, bytes)
    return bytes
  })
  forms.set(encoding, compressing)
  return compressing
}
