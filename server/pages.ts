import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Send } from '#contract/client.ts'

import { fewAtOnce } from './http/few-at-once.ts'
import { readPageForm } from './http/page-form.ts'
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

/** Says whether the page at an address does something with a form that is sent to it. */
export type TakesForm = (href: string) => boolean

/**
 * Answers every address that is no call and no file with a rendered page. Loaders reach the API through app.inject: same
 * routes, same checks, no socket. A body is read only for a page that takes a form.
 */
export function servePages(
  app: FastifyInstance,
  renderPage: RenderPage,
  publicUrl: string,
  takesForm: TakesForm = () => true,
) {
  app.register(async (scope) => {
    // What is sent to a page is read when it is known to be wanted: leave the stream untouched.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '*',
      schema: { hide: true },
      handler: async (request, reply) => {
        if (notPages.test(request.url)) return reply.callNotFound()
        const left = leaving(reply)
        const bringsForm = request.method === 'POST' && takesForm(addressOf(request.url, publicUrl).href)
        const form = bringsForm ? await readPageForm(request.raw) : undefined
        const page = isForAll(request)
          ? await app.pageCache.page(request.url, left, (signal) =>
              inTurn(() => finished(reply, new Request(addressOf(request.url, publicUrl), { signal }))),
            )
          : await finished(reply, ownRequest(request, publicUrl, { signal: left, form }))
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
function ownRequest(
  { method, url, headers }: FastifyRequest,
  publicUrl: string,
  { form, signal }: { form: URLSearchParams | undefined; signal: AbortSignal },
) {
  const { 'content-type': _type, 'content-length': _length, ...others } = headers as Record<string, string>
  const init: RequestInit = { method, headers: others, signal, ...(form && { body: form }) }
  return new Request(addressOf(url, publicUrl), init)
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
