import { PassThrough } from 'node:stream'

import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'

import { nonceContext } from './api.ts'
import { NonceContext } from './shell/nonce.ts'

export const streamTimeout = 5000

/** Renders a page whole before the first byte, so that its status is right and it reads without scripts. */
export default function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onAllReady() {
          clearTimeout(timer)
          const body = new PassThrough()
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: finalStatus }))
          pipe(body)
        },
        onShellError: reject,
        onError(error) {
          finalStatus = 500
          console.error(error)
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1000)
  })
}
