import { existsSync } from 'node:fs'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { type RenderPage, servePages, type TakesForm } from './pages.ts'

interface Pages {
  renderPage: RenderPage
  takesForm: TakesForm
}

const build = join(import.meta.dirname, '..', 'build')

/** Adds the pages and their files to the app: the built ones, or with `dev` the ones that Vite makes on the fly. */
export async function addWeb(app: FastifyInstance, publicUrl: string, dev: boolean) {
  if (dev) return addLiveWeb(app, publicUrl)
  const entry = join(build, 'server', 'index.js')
  if (!existsSync(entry))
    throw new Error('The pages are not built yet; start with npm start, or run npm run build first.')
  await app.register(fastifyStatic, {
    root: join(build, 'client'),
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasting = path.includes('/assets/')
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  const { renderPage, takesForm } = (await import(entry)) as Pages
  servePages(app, renderPage, publicUrl, takesForm)
}

async function addLiveWeb(app: FastifyInstance, publicUrl: string) {
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
  servePages(
    app,
    async (request, visit) =>
      ((await vite.ssrLoadModule('./web/render.ts')) as { renderPage: RenderPage }).renderPage(
        request,
        visit,
      ),
    publicUrl,
  )
}
