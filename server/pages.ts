import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Send } from '#contract/client.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Pages } from '#contract/page.ts'

import { pageSitemapRoute } from './content/crawlers/sitemap.ts'
import type { Dependencies } from './dependencies.ts'
import { readPageForm } from './platform/http/bodies.ts'
import { isOwnAddress, type Site } from './platform/http/own-address.ts'
import { abortOnDisconnect, acceptConnections, admitCalls } from './platform/overload/admission.ts'
import { networkOf, requestScope } from './platform/overload/request-scope.ts'
import { stalePage, type RenderedPage, renderedPage, sendPage } from './platform/page-cache.ts'

/**
 * Answers every address that is neither a call nor a file with a rendered page. Loaders reach the API through
 * app.inject: same routes, same checks, no socket. Only pages with a form accept a POST. A browser gets an error as a
 * small page.
 */
export function registerPages(
  app: FastifyInstance,
  renderPage: Pages['renderPage'],
  site: Site,
  { acceptsForm, publicAddress }: Omit<Pages['facts'], 'sitemap'>,
) {
  const { publicUrl } = site
  app.register(async (scope) => {
    // A body is read only when the page accepts it, so the stream stays untouched until then.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '*',
      schema: { hide: true },
      config: { isPage: true },
      helmet: { enableCSPNonces: true },
      handler: async (request, reply) => {
        if (nonPagePaths.test(request.url)) return reply.callNotFound()
        const { signal } = abortOnDisconnect(reply)
        const hasForm = request.method === 'POST'
        if (hasForm && !acceptsForm(addressOf(request.url, publicUrl).href))
          throw new ProblemError('not_found', 'Nothing can be sent to this page')
        if (hasForm && isForeign(request.headers, site)) throw foreignFormProblem(publicUrl)
        // Read before a slot is taken, because a body may arrive slowly.
        const form = hasForm ? await readPageForm(request.raw) : undefined
        const address = publicAddressOf(request)
        const page = address
          ? await pageOrKept(address, signal, publicPage(reply, address, signal))
          : await privatePage(reply, signal, form)
        if (page) sendPage(reply, page)
        else if (!signal.aborted) app.overload.shed(reply, dataAddress.test(request.url) ? 'problem' : 'page')
        return reply
      },
    })
  })

  const publicAddressOf = ({ method, url }: FastifyRequest) =>
    method === 'POST' ? undefined : publicAddress(addressOf(url, publicUrl).href)

  /**
   * Returns undefined when the request was shed or its client left. A page that is cached or being rendered needs no
   * slot.
   */
  async function publicPage(reply: FastifyReply, address: string, signal: AbortSignal) {
    const cached = app.pageCache.join(address, signal)
    if (cached) return cached
    const release = await slotFor(reply.request, 'normal', signal)
    if (!release) return undefined
    const cachedMeanwhile = app.pageCache.join(address, signal)
    if (cachedMeanwhile) release()
    return (
      cachedMeanwhile ??
      app.pageCache.page(address, signal, (sharedSignal) =>
        rendered(reply, new Request(addressOf(address, publicUrl), { signal: sharedSignal })).finally(
          release,
        ),
      )
    )
  }

  /** Replaces a page that is not made, or late, by the one that was good before when the database does not answer. */
  async function pageOrKept(address: string, signal: AbortSignal, making: Promise<RenderedPage | undefined>) {
    const timely = new AbortController()
    const isLate = pause(late, 'late' as const, { signal: timely.signal }).catch(() => 'late' as const)
    const page = await Promise.race([making, isLate])
    timely.abort()
    if (signal.aborted) return undefined
    if (page && page !== 'late' && page.status !== 503) return page
    const stale = await app.pageCache.staleUnlessAnswered(address)
    if (!stale) return page === 'late' ? making : page
    // Nobody waits for it any more.
    making.catch(() => {})
    return stalePage(stale)
  }

  async function privatePage(reply: FastifyReply, signal: AbortSignal, form?: URLSearchParams) {
    // Private pages are where people pay and work, so they are shed last.
    const release = await slotFor(reply.request, 'high', signal)
    return release && rendered(reply, ownRequest(reply.request, publicUrl, { signal, form })).finally(release)
  }

  const slotFor = (request: FastifyRequest, priority: 'normal' | 'high', signal: AbortSignal) =>
    app.overload.pages.take({ client: networkOf(request.ip), priority, signal })

  async function rendered(reply: FastifyReply, request: Request): Promise<RenderedPage> {
    await acceptConnections(16)
    const send = sendFor(app, reply.request, request.signal)
    const { script: nonce } = reply.cspNonce
    const { status, headers, body } = await requestScope.run({}, () => renderPage(request, send, nonce))
    if (status === 503) reply.header('retry-after', '2')
    for (const [name, value] of headers) reply.header(name, value)
    return renderedPage(reply, status, body)
  }
}

/** Milliseconds after which a page that is being made is late, because the database may have fallen silent. */
const late = 1_500

/** The paths of calls and files; an unknown one is not found, and no page is rendered for it. */
const nonPagePaths = /^\/(api|assets|media|files|log)\//

/** Whether a form was sent from a page of another site. A browser may send 'null' as its origin, or none. */
const isForeign = ({ origin, host }: FastifyRequest['headers'], site: Site) =>
  origin !== undefined &&
  origin !== 'null' &&
  !(URL.canParse(origin) && isOwnAddress(new URL(origin), site, host))

const foreignFormProblem = (publicUrl: string) =>
  new ProblemError(
    'not_allowed',
    `This form is taken at ${publicUrl} only. Open the page there to send it.`,
    { site: publicUrl },
  )

/** Matches the addresses that the browser's router requests instead of a page. */
const dataAddress = /^[^?]*\.data(\?|$)/

/** Returns an address of our own site: two slashes at the start, of either kind, would name another host. */
const addressOf = (url: string, publicUrl: string) => new URL(url.replace(/^[/\\]*/, '/'), publicUrl)

/**
 * Builds the client's own request, for a page that is theirs alone. Public pages get a request without headers, so that
 * they cannot depend on the caller.
 */
function ownRequest(
  { method, url, headers }: FastifyRequest,
  publicUrl: string,
  { form, signal }: { form: URLSearchParams | undefined; signal: AbortSignal },
) {
  // React Router would compare the origin once more, with the one address that it knows.
  const {
    'content-type': _type,
    'content-length': _length,
    origin: _origin,
    ...others
  } = headers as Record<string, string>
  const init: RequestInit = { method, headers: others, signal, ...(form && { body: form }) }
  return new Request(addressOf(url, publicUrl), init)
}

/** Makes a page's calls to the API within the process. */
const sendFor =
  (
    app: FastifyInstance,
    { ip, headers: { 'user-agent': agent = '' } }: FastifyRequest,
    signal: AbortSignal,
  ): Send =>
  async ({ method, url, body }) => {
    const reply = await app.inject({
      method: method as 'GET',
      url,
      remoteAddress: ip,
      // The user agent lets searches be counted for the visitor and those of robots be left out.
      headers: { 'user-agent': agent, ...(body !== undefined && { 'content-type': 'application/json' }) },
      signal,
      ...(typeof body === 'string' && { payload: body }),
    })
    return {
      status: reply.statusCode,
      text: async () => reply.body,
      blob: async () => new Blob([new Uint8Array(reply.rawPayload)]),
    }
  }

const build = join(import.meta.dirname, '../build')

/** Adds the pages and their files to the app: the built ones, or with `dev` those that Vite builds on request. */
export async function registerWeb(app: FastifyInstance, dependencies: Dependencies, dev: boolean) {
  const { renderPage, facts } = await (dev ? devPages(app) : builtPages(app))
  registerPages(app, renderPage, dependencies.config, facts)
  await app.register(async (calls) => {
    admitCalls(calls)
    pageSitemapRoute(calls, dependencies, facts.sitemap)
  })
}

async function builtPages(app: FastifyInstance): Promise<Pages> {
  if (!existsSync(join(build, 'server', 'index.js')))
    throw new Error('The pages are not built yet; start with npm start, or run node build.ts first.')
  const client = join(build, 'client')
  await serveFiles(app, {
    root: join(client, 'assets'),
    prefix: '/assets/',
    maxAge: 'public, max-age=31536000, immutable',
  })
  // The few other files share the root with the pages, so each has a route of its own.
  await serveFiles(app, {
    root: client,
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
    maxAge: 'public, max-age=3600',
  })
  return import('#build/server/index.js')
}

const serveFiles = (
  app: FastifyInstance,
  { maxAge, ...options }: FastifyStaticOptions & { maxAge: string },
) =>
  app.register(fastifyStatic, {
    ...options,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', maxAge),
  })

async function devPages(app: FastifyInstance): Promise<Pages> {
  const [{ default: middie }, { createServer }] = await Promise.all([
    import('@fastify/middie'),
    import('vite'),
  ])
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  })
  app.addHook('onClose', () => vite.close())
  await app.register(middie)
  app.use((request, response, next) =>
    request.url?.startsWith('/api/') ? next() : vite.middlewares(request, response, next),
  )
  const load = () => vite.ssrLoadModule('./web/render.ts') as Promise<Pages>
  const { facts } = await load()
  const renderPage: Pages['renderPage'] = async (...page) => (await load()).renderPage(...page)
  return { renderPage, facts }
}
