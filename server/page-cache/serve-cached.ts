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

/**
 * Opens the cache, and drops its pages when the database notifies us that something they show has changed: a project's own
 * at once, those that it may stand on besides once in half a second. While 20 projects a second change, ten pages of details
 * would be answered at 19 % of the usual pace if all were dropped each time.
 */
export function followPageChanges({ drop, open, close }: Followed, url: string) {
  let resting: NodeJS.Timeout | undefined
  let isDue = false
  const dropAll = () => {
    isDue = resting !== undefined
    if (isDue) return
    drop()
    resting = setTimeout(() => {
      resting = undefined
      if (isDue) dropAll()
    }, 500).unref()
  }
  const onNotification = (projectId: string) => {
    drop(projectId)
    if (projectId) dropAll()
  }
  return listenTo(url, 'page_changes', { onNotification, onOpen: open, onLost: close })
}

type Followed = Pick<PageCache<RenderedPage>, 'drop' | 'open' | 'close'>

declare module 'fastify' {
  interface FastifyInstance {
    pageCache: PageCache<RenderedPage>
  }
}
