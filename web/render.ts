import { createRequestHandler, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { createApi, type Send } from '#contract/client.ts'

import { apiContext, problemResponse } from './api.ts'
import { documentContext } from './document.server.ts'

/** An answer to a page's request; `scripts` are the sources of the inline scripts it brings, for its Content-Security-Policy. */
export interface RenderedPage {
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
  scripts: string[]
}

/** The one door between server/ and web/: a page request in, given a way to reach the API as its visitor; the page out. */
export async function renderPage(request: Request, send: Send): Promise<RenderedPage> {
  const context = new RouterContextProvider()
  context.set(apiContext, createApi(send, problemResponse))
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

/** Says whether the page at an address, or at the address of its data, does something on the server with a form. */
export function takesForm(href: string): boolean {
  const path = new URL(href).pathname.replace(/(\/_)?\.data$/, '')
  const matches = matchRoutes(routes, path || '/') ?? []
  return matches.some(({ route }) => build.routes[route.id!]?.module.action)
}

const routesBelow = (parentId?: string): RouteObject[] =>
  Object.values(build.routes).flatMap((route) =>
    route && route.parentId === parentId
      ? [
          route.index
            ? { id: route.id, index: true }
            : { id: route.id, path: route.path, children: routesBelow(route.id) },
        ]
      : [],
  )
const routes = routesBelow()
