import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Send } from '#contract/client.ts'

/** What web/render.ts offers. Only plain functions and platform objects cross between the two bundles. */
export type RenderPage = (request: Request, visit: { send: Send; nonce: string }) => Promise<Response>

/** Answers every address that is no call and no file with a rendered page. Loaders reach the API through app.inject: same routes, same checks, no socket. */
export function servePages(app: FastifyInstance, renderPage: RenderPage, publicUrl: string) {
  app.register(async (scope) => {
    // Pages read their own bodies: leave the stream untouched.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '*',
      schema: { hide: true },
      handler: async (request, reply) => {
        if (notPages.test(request.url)) return reply.callNotFound()
        const page = await renderPage(pageRequest(request, reply, publicUrl), {
          send: sendFor(app, request),
          nonce: reply.cspNonce.script,
        })
        return reply.send(page)
      },
    })
  })
}

/** Below these there are calls and files; an unknown one is not found, it does not lead home. */
const notPages = /^\/(api|assets|media|files)\//

function pageRequest(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const { method, headers, raw } = request
  const abort = new AbortController()
  // The answer's end, not the request's: a body that was read to its end closes too.
  reply.raw.on('close', () => reply.raw.writableFinished || abort.abort())
  const init: RequestInit = { method, headers: headers as Record<string, string>, signal: abort.signal }
  const body =
    method === 'POST' ? { body: Readable.toWeb(raw) as ReadableStream, duplex: 'half' as const } : {}
  return new Request(new URL(request.url, publicUrl), { ...init, ...body })
}

const sendFor =
  (app: FastifyInstance, visitor: FastifyRequest): Send =>
  async ({ method, url, body }) => {
    const reply = await app.inject({
      method: method as 'GET',
      url,
      remoteAddress: visitor.ip,
      ...(typeof body === 'string' && { payload: body, headers: { 'content-type': 'application/json' } }),
    })
    return {
      status: reply.statusCode,
      text: async () => reply.body,
      blob: async () => new Blob([new Uint8Array(reply.rawPayload)]),
    }
  }
