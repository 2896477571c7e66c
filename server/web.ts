import { existsSync } from 'node:fs'
import { join } from 'node:path'

import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import type { Pages } from '#contract/site/page.ts'

import { pageSitemapRoute } from './crawlers/routes.ts'
import { admitCalls } from './overload/admission.ts'
import { servePages } from './pages.ts'
import type { Parts } from './parts.ts'
import { sourcePath } from './source-path.ts'

const build = sourcePath('build')

/** Adds the pages and their files to the app: the built ones, or with `dev` the ones that Vite makes on the fly. */
export async function addWeb(app: FastifyInstance, parts: Pick<Parts, 'db' | 'config'>, dev: boolean) {
  const { renderPage, facts } = await (dev ? livePages(app) : builtPages(app))
  servePages(app, renderPage, parts.config, facts)
  await app.register(async (calls) => {
    admitCalls(calls)
    pageSitemapRoute(calls, parts, facts.sitemap)
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
  // The few others stand beside the pages, so each has a route of its own.
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

async function livePages(app: FastifyInstance): Promise<Pages> {
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
  return { renderPage: async (request, send) => (await load()).renderPage(request, send), facts }
}
