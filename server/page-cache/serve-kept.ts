import type { FastifyInstance } from 'fastify'

import { type Listener, listenTo } from '../database/listener.ts'
import { type KeptPage, sendPage } from './kept-page.ts'
import { type PageCache, pageCache } from './page-cache.ts'

/** Public pages are given out again for 10 s, before anything else is done for a request. Register it first; without `followPageChanges` nothing is kept. */
export function serveKeptPages(app: FastifyInstance) {
  const cache = pageCache<KeptPage>({ bytes: 8 * 1024 * 1024, seconds: 10 })
  app.decorate('pageCache', cache)
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url } = request.raw
    const kept = (method === 'GET' || method === 'HEAD') && cache.kept(url!)
    if (kept) sendPage(reply, kept)
    else done()
  })
}

/** Keeps pages from now on, and drops them whenever the database says that something they show has changed. */
export const followPageChanges = (cache: Pick<PageCache<KeptPage>, 'drop' | 'open' | 'close'>, url: string) =>
  listenTo(url, 'page_changes', { heard: cache.drop, back: cache.open, away: cache.close } satisfies Listener)

declare module 'fastify' {
  interface FastifyInstance {
    pageCache: PageCache<KeptPage>
  }
}
