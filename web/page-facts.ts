import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

import type { PageFacts } from '#contract/page.ts'

import type { PageHandle } from './shell/page-handle.tsx'

type Routes = ServerBuild['routes']

/** Collects the facts that the pages' own modules state. */
export function pageFacts(routes: Routes): PageFacts {
  const tree = below(routes)
  const matched = (href: string) => {
    const path = new URL(href).pathname.replace(/(\/_)?\.data$/, '') || '/'
    return (matchRoutes(tree, path) ?? []).map(({ route }) => routes[route.id!]!.module)
  }
  return {
    takesForm: (href) => matched(href).some(({ action }) => action),
    isPublic: (href) => matched(href).some((module) => handleOf(module)?.isPublic),
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
