import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { createApi, type Send } from '#contract/client.ts'
import type { PageAnswer } from '#contract/page.ts'

import { nonceContext } from './entry.server.tsx'
import { pageFacts } from './page-facts.ts'
import { problemResponse, provideApi } from './shell/session/api.ts'

/**
 * Renders the page of a request; `send` reaches the API as the client of that request. This is the only way from
 * server/ into web/.
 */
export async function renderPage(request: Request, send: Send, nonce?: string): Promise<PageAnswer> {
  const context = new RouterContextProvider()
  provideApi(context, createApi(send, problemResponse, { areChecked: true }))
  context.set(nonceContext, nonce)
  const response = await answer(request, context)
  return {
    status: response.status,
    headers: [...response.headers],
    body: await response.bytes(),
  }
}

const answer = createRequestHandler(build)

/** The facts that the pages state about themselves. */
export const facts = pageFacts(build.routes)
