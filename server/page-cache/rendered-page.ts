import type { FastifyReply } from 'fastify'

import { compressed, type Encoding, encodingFor } from '../http/compression.ts'

/** A page as it is sent, with all its headers, in the variants that were asked for: one for each encoding. */
export interface RenderedPage {
  status: number
  headers: string[]
  body: Buffer
  /** Each is made at the first request for it, once for all requests meanwhile. */
  variants: Map<Encoding | undefined, Variant | Promise<Variant>>
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
  const encoding = page.body.length > 1000 ? encodingFor(accepted) : undefined
  const variant = page.variants.get(encoding) ?? makeVariant(page, encoding)
  reply.hijack()
  const send = ({ headers, bytes }: Variant) => void reply.raw.writeHead(page.status, headers).end(bytes)
  if (variant instanceof Promise) void variant.then(send)
  else send(variant)
}

function makeVariant(page: RenderedPage, encoding: Encoding | undefined): Variant | Promise<Variant> {
  const plain = variantOf(page, page.body)
  const compressing =
    encoding &&
    compressed(page.body, encoding).then(
      (bytes) => variantOf(page, bytes, encoding),
      // Better as it is than not at all.
      () => plain,
    )
  page.variants.set(encoding, compressing ?? plain)
  void compressing?.then((made) => page.variants.set(encoding, made))
  return compressing ?? plain
}

const variantOf = ({ headers }: RenderedPage, bytes: Buffer, encoding?: Encoding): Variant => ({
  bytes,
  headers: [
    ...headers,
    ...(encoding ? ['content-encoding', encoding] : []),
    'content-length',
    String(bytes.length),
  ],
})
