import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

import type { PageFacts } from '#contract/page.ts'

import type { PageHandle } from './shell/page-handle.tsx'

type Routes = ServerBuild['routes']

/** Collects the facts that the pages' own modules state. */
export function pageFacts(routes: Routes): PageFacts {
  const tree = below(routes)
  const matched = (pathname: string) => {
    const path = pathname.replace(/(\/_)?\.data$/, '') || '/'
    return (matchRoutes(tree, path) ?? []).map(({ route }) => routes[route.id!]!.module)
  }
  // Kept, because finding the routes of a path goes through all of them.
  const pages = new LRUCache<string, { isPublic: boolean; reads: string[] }>({
    maxSize: 1_000_000,
    sizeCalculation: (_, pathname) => 100 + pathname.length,
    memoMethod: (pathname) => {
      const handles = matched(pathname).map((module) => handleOf(module))
      return {
        isPublic: handles.some((handle) => handle?.isPublic),
        reads: [...alwaysRead, ...handles.flatMap((handle) => handle?.reads ?? [])],
      }
    },
  })
  return {
    acceptsForm: (href) => matched(new URL(href).pathname).some(({ action }) => action),
    publicAddress: (href) => {
      const { pathname, search } = new URL(href)
      const { isPublic, reads } = pages.memo(pathname)
      return isPublic ? pathname + withParameters(search, reads) : undefined
    },
    sitemap: Object.values(routes).flatMap((route) => handleOf(route?.module)?.sitemap ?? []),
  }
}

/** The parameters of the router itself, with which it asks for the data of some routes of a page. */
const alwaysRead = ['_routes']

/** Returns the query of an address with the named parameters alone, each as it was written. */
function withParameters(search: string, names: string[]): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((parameter) => names.includes([...new URLSearchParams(parameter).keys()].join('')))
  return kept.length > 0 ? `?${kept.join('&')}` : ''
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
