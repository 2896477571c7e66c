import type { RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Send } from '#contract/client.ts'

/** What web/render.ts offers: pages answered as plain HTTP, given a way to reach the API as this visitor. */
export type RenderPages = (sendAs: (request: Request) => Send, nonceOf: (request: Request) => string) => RequestListener

/** Carries the page's nonce from the security headers to the renderer, on the raw request. */
export const nonceHeader = 'x-page-nonce'

/** Mounts the rendered pages. Loaders reach the API through app.inject: same routes, same checks, no socket. */
export function servePages(app: FastifyInstance, renderPages: RenderPages) {
  const listener = renderPages(
    (page) => async (call) => {
      const reply = await app.inject({
        method: call.method as 'GET',
        url: call.url,
        headers: { 'x-forwarded-for': page.headers.get('x-client-address') ?? '', ...(call.body && { 'content-type': 'application/json' }) },
        ...(typeof call.body === 'string' && { payload: call.body }),
      })
      return { status: reply.statusCode, text: async () => reply.body, blob: async () => new Blob([reply.rawPayload]) }
    },
    (page) => page.headers.get(nonceHeader) ?? '',
  )
  app.register(async (scope) => {
    // Pages read their own bodies: leave the stream untouched.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('*', (request, reply) => {
      request.raw.headers[nonceHeader] = reply.cspNonce.script
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
      reply.hijack()
      listener(request.raw, reply.raw)
    })
  })
}
