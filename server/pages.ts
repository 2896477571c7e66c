import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Send } from '#contract/client.ts'

import { fewAtOnce } from './http/few-at-once.ts'
import { type KeptPage, keptPage, sendPage } from './page-cache/kept-page.ts'
import { isPublicAddress } from './page-cache/public-address.ts'

/** What web/render.ts offers. Only plain data, plain functions and platform objects cross between the two bundles. */
export type RenderPage = (
  request: Request,
  send: Send,
) => Promise<{
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
  scripts: string[]
}>

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
        const left = leaving(reply)
        const page = isForAll(request)
          ? await app.pageCache.page(request.url, left, (signal) =>
              inTurn(() => finished(reply, new Request(addressOf(request.url, publicUrl), { signal }))),
            )
          : await finished(reply, ownRequest(request, publicUrl, left))
        sendPage(reply, page)
        return reply
      },
    })
  })

  async function finished(reply: FastifyReply, request: Request): Promise<KeptPage> {
    const send = sendFor(app, reply.request.ip, request.signal)
    const { status, headers, body, scripts } = await renderPage(request, send)
    if (status === 503) reply.header('retry-after', '2')
    for (const [name, value] of headers) reply.header(name, value)
    reply.allowScripts(scripts)
    return keptPage(reply, status, body)
  }
}

// Pages share one processor: half done side by side, each would hold its memory longer and come later. A visitor's own page
// does not wait with them: its body may come slowly, and nobody else's page shall wait for it.
const inTurn = fewAtOnce(4)

/** Below these there are calls and files; an unknown one is not found, it does not lead home. */
const notPages = /^\/(api|assets|media|files)\//

/** Always an address of ours: two slashes at the start, of either kind, would name another host. */
const addressOf = (url: string, publicUrl: string) => new URL(url.replace(/^[/\\]*/, '/'), publicUrl)

const isForAll = ({ method, url }: FastifyRequest) => method !== 'POST' && isPublicAddress(url)

function leaving(reply: FastifyReply): AbortSignal {
  const abort = new AbortController()
  // The answer's end, not the request's: a body that was read to its end closes too.
  reply.raw.on('close', () => reply.raw.writableFinished || abort.abort())
  return abort.signal
}

/** A visitor's own request; pages for all get one without headers, so that they cannot depend on who asks. */
function ownRequest({ method, url, headers, raw }: FastifyRequest, publicUrl: string, signal: AbortSignal) {
  const init: RequestInit = { method, headers: headers as Record<string, string>, signal }
  const body =
    method === 'POST' ? { body: Readable.toWeb(raw) as ReadableStream, duplex: 'half' as const } : {}
  return new Request(addressOf(url, publicUrl), { ...init, ...body })
}

const sendFor =
  (app: FastifyInstance, remoteAddress: string, signal: AbortSignal): Send =>
  async ({ method, url, body }) => {
    const reply = await app.inject({
      method: method as 'GET',
      url,
      remoteAddress,
      signal,
      ...(typeof body === 'string' && { payload: body, headers: { 'content-type': 'application/json' } }),
    })
    return {
      status: reply.statusCode,
      text: async () => reply.body,
      blob: async () => new Blob([new Uint8Array(reply.rawPayload)]),
    }
  }
