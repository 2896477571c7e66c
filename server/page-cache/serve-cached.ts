import type { FastifyInstance } from 'fastify'

import { listenTo } from '../database/listener.ts'
import { type PageCache, pageCache } from './page-cache.ts'
import { type RenderedPage, sendPage } from './rendered-page.ts'

/** Answers public pages from the cache for 10 s, before anything else is done for a request. Register it first; without `followPageChanges` nothing is cached. */
export function serveCachedPages(app: FastifyInstance) {
  const cache = pageCache<RenderedPage>({ bytes: 8 * 1024 * 1024, seconds: 10 })
  app.decorate('pageCache', cache)
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url } = request.raw
    const cached = (method === 'GET' || method === 'HEAD') && cache.get(url!)
    if (cached) sendPage(reply, cached)
    else done()
  })
}

/** Opens the cache, and drops its pages whenever the database notifies us that something they show has changed. */
export const followPageChanges = (
  cache: Pick<PageCache<RenderedPage>, 'drop' | 'open' | 'close'>,
  url: string,
) =>
  listenTo(url, 'page_changes', {
    onNotification: cache.drop,
    onOpen: cache.open,
    onLost: cache.close,
  })

declare module 'fastify' {
  interface FastifyInstance {
    pageCache: PageCache<RenderedPage>
  }
}
