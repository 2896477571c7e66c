import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { createApi, type Send } from '#contract/client.ts'
import type { PageAnswer } from '#contract/page.ts'

import { documentContext } from './document.server.ts'
import { pageFacts } from './page-facts.ts'
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
