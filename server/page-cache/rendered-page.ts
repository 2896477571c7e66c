import type { FastifyReply } from 'fastify'

import { compressed, type Encoding, encodingFor } from '../http/compression.ts'

/** A page as it is sent, with all its headers, in the variants that were asked for: one for each encoding. */
export interface RenderedPage {
  status: number
  headers: string[]
  body: Buffer
  /** Each is made at the first request for it. */
  variants: Map<Encoding | 'identity', Promise<Variant>>
  size: number
  isCacheable: boolean
}

/** The bytes of a page as they are sent, and its headers as a flat list of names and values. */
interface Variant {
  headers: string[]
  bytes: Buffer
}

/** The page that a reply is about to give, with the headers set so far. Its size counts the compressed variants as half of the plain one. */
export function renderedPage(reply: FastifyReply, status: number, bytes: Uint8Array): RenderedPage {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headers = Object.entries(reply.header('vary', 'accept-encoding').getHeaders()).flatMap(
    ([name, value]) => [name, String(value)],
  )
  return {
    status,
    headers,
    body,
    variants: new Map(),
    size: Math.ceil(body.length * 1.5),
    isCacheable: status === 200,
  }
}

/** Sends a page, compressed when the browser accepts that. Nothing is left to do for it, so it goes past Fastify's own sending. */
export function sendPage(reply: FastifyReply, page: RenderedPage): void {
  const accepted = reply.request.headers['accept-encoding']
  const encoding = (page.body.length > 1000 && encodingFor(accepted)) || 'identity'
  reply.hijack()
  void variantFor(page, encoding).then(({ headers, bytes }) =>
    reply.raw.writeHead(page.status, headers).end(bytes),
  )
}

function variantFor(page: RenderedPage, encoding: Encoding | 'identity'): Promise<Variant> {
  // Better as it is than not at all.
  const make = () => variantOf(page, encoding).catch(() => variantOf(page, 'identity'))
  const variant = page.variants.get(encoding) ?? make()
  page.variants.set(encoding, variant)
  return variant
}

async function variantOf({ headers, body }: RenderedPage, encoding: Encoding | 'identity'): Promise<Variant> {
  const bytes = encoding === 'identity' ? body : await compressed(body, encoding)
  const own = encoding === 'identity' ? [] : ['content-encoding', encoding]
  return { headers: [...headers, ...own, 'content-length', String(bytes.length)], bytes }
}
