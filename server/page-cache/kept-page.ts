import type { FastifyReply } from 'fastify'

import { compressed, type Encoding, encodingFor } from '../http/compression.ts'

/** A finished page with all its headers, in the forms it was asked for. */
export interface KeptPage {
  status: number
  headers: string[]
  body: Buffer
  /** Each is made the first time somebody asks for it, once for all who ask meanwhile. */
  forms: Map<Encoding | undefined, Form | Promise<Form>>
  size: number
  lasts: boolean
}

/** The bytes of a page as they are sent, and its headers as a flat list of names and values. */
interface Form {
  headers: string[]
  bytes: Buffer
}

/** The page that a reply is about to give, with the headers set so far. Its compressed forms are reckoned in as half of it. */
export function keptPage(reply: FastifyReply, status: number, bytes: Uint8Array): KeptPage {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headers = Object.entries(reply.header('vary', 'accept-encoding').getHeaders()).flatMap(
    ([name, value]) => [name, String(value)],
  )
  return {
    status,
    headers,
    body,
    forms: new Map(),
    size: Math.ceil(body.length * 1.5),
    lasts: status === 200,
  }
}

/** Answers with a finished page, compressed when the visitor's browser takes that. Nothing is left to do for it, so it goes past Fastify's own sending. */
export function sendPage(reply: FastifyReply, page: KeptPage): void {
  const accepted = reply.request.headers['accept-encoding']
  const encoding = page.body.length > 1000 ? encodingFor(accepted) : undefined
  const form = page.forms.get(encoding) ?? makeForm(page, encoding)
  reply.hijack()
  const send = ({ headers, bytes }: Form) => void reply.raw.writeHead(page.status, headers).end(bytes)
  if (form instanceof Promise) void form.then(send)
  else send(form)
}

function makeForm(page: KeptPage, encoding: Encoding | undefined): Form | Promise<Form> {
  const plain = formOf(page, page.body)
  const form =
    encoding &&
    compressed(page.body, encoding).then(
      (bytes) => formOf(page, bytes, encoding),
      // Better as it is than not at all.
      () => plain,
    )
  page.forms.set(encoding, form ?? plain)
  void form?.then((made) => page.forms.set(encoding, made))
  return form ?? plain
}

const formOf = ({ headers }: KeptPage, bytes: Buffer, encoding?: Encoding): Form => ({
  bytes,
  headers: [
    ...headers,
    ...(encoding ? ['content-encoding', encoding] : []),
    'content-length',
    String(bytes.length),
  ],
})
