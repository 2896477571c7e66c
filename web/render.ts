import { createRequestHandler, RouterContextProvider } from 'react-router'

import { createApi, type Send } from '#contract/client.ts'

import { apiContext, nonceContext, problemResponse } from './api.ts'

const answer = createRequestHandler(() => import('virtual:react-router/server-build'))

/** The one door between server/ and web/: a page request in, given a way to reach the API as its visitor; the page out. */
export function renderPage(
  request: Request,
  { send, nonce }: { send: Send; nonce: string },
): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(apiContext, createApi(send, problemResponse))
  context.set(nonceContext, nonce)
  return answer(request, context)
}
