import { renderToReadableStream } from 'react-dom/server'
import { createContext, type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'

import { NonceContext } from './shell/document.ts'

/** Maximum time for loaders, in milliseconds. */
export const streamTimeout = 5000

/** The nonce in the Content-Security-Policy of the rendered page. */
export const nonceContext = createContext<string | undefined>(undefined)

/** Renders a page completely before it is sent, so that its status is right and it can be read without scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), streamTimeout + 1000)
  try {
    let hasFailed = false
    const stream = await renderToReadableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      { nonce, signal: timeout.signal, onError: () => void (hasFailed = true) },
    )
    await stream.allReady
    headers.set('content-type', 'text/html; charset=utf-8')
    return new Response(stream, { headers, status: hasFailed ? 500 : status })
  } finally {
    clearTimeout(timer)
  }
}
