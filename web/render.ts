import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { createApi, type Send } from '#contract/client.ts'
import type { PageAnswer } from '#contract/page.ts'

import { nonceContext } from './entry.server.tsx'
import { pageFacts } from './page-facts.ts'
import { apiContext, problemResponse } from './shell/session/api.ts'

/** The one door between server/ and web/: a page request in, given a way to reach the API as its client; the page out. */
export async function renderPage(request: Request, send: Send, nonce?: string): Promise<PageAnswer> {
  const context = new RouterContextProvider()
  context.set(apiContext, createApi(send, problemResponse, { areChecked: true }))
  context.set(nonceContext, nonce)
  const response = await answer(request, context)
  return {
    status: response.status,
    headers: [...response.headers],
    body: await response.bytes(),
  }
}

const answer = createRequestHandler(build)

/** What the pages say of themselves. */
export const facts = pageFacts(build.routes)
