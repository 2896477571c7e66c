import { LRUCache } from 'lru-cache'
import {
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { createApi, type Send } from '#contract/client.ts'
import type { PageAnswer, PageFacts } from '#contract/page.ts'

import { documentContext } from './document.server.ts'
import type { PageHandle } from './shell/page-handle.tsx'
import { apiContext, problemResponse } from './shell/session/api.ts'

/** The one door between server/ and web/: a page request in, given a way to reach the API as its client; the page out. */
export async function renderPage(request: Request, send: Send): Promise<PageAnswer> {
  const context = new RouterContextProvider()
  context.set(apiContext, createApi(send, problemResponse, { areChecked: true }))
  const response = await answer(request, context)
  const document = context.get(documentContext)
  return {
    status: response.status,
    headers: [...response.headers],
    body: document?.bytes ?? (await response.bytes()),
    scripts: document?.scripts ?? [],
  }
}

const answer = createRequestHandler(build)

/** What the pages say of themselves. */
export const facts = pageFacts(build.routes)

type Routes = ServerBuild['routes']
type Module = NonNullable<Routes[string]>['module']

/** The facts that the pages' own modules state. */
export function pageFacts(routes: Routes): PageFacts {
  const tree = below(routes)
  // React Router ranks all routes for each address anew: 0.1 ms of a page of 2.5 ms.
  const modules = new LRUCache<string, Module[]>({ max: 200 })
  const matched = (href: string) => {
    const path = new URL(href).pathname.replace(/(\/_)?\.data$/, '') || '/'
    const known = modules.get(path)
    if (known) return known
    const found = (matchRoutes(tree, path) ?? []).map(({ route }) => routes[route.id!]!.module)
    modules.set(path, found)
    return found
  }
  return {
    takesForm: (href) => matched(href).some(({ action }) => action),
    isPublic: (href) => handleOf(matched(href).at(-1))?.isPublic ?? false,
    sitemap: Object.values(routes).flatMap((route) => handleOf(route?.module)?.sitemap ?? []),
  }
}

function handleOf(module?: { handle?: unknown }): PageHandle | undefined {
  return module?.handle as PageHandle | undefined
}

function below(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) =>
    route && route.parentId === parentId
      ? [
          route.index
            ? { id: route.id, index: true }
            : { id: route.id, path: route.path, children: below(routes, route.id) },
        ]
      : [],
  )
}
