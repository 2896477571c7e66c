import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

import { ownMark } from './own-scripts.server.ts'
import { NonceContext } from './shell/nonce.ts'

/** Milliseconds that loaders may take. */
export const streamTimeout = 5000

/** Renders a page whole, so that its status is right and it reads without scripts. Its data is there before: nothing is streamed. */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
): Promise<Response> {
  const data = await textOf(serverHandoffStream)
  const html = renderToString(
    <NonceContext value={ownMark}>
      <ServerRouter context={context} url={request.url} nonce={ownMark} />
    </NonceContext>,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(`<!DOCTYPE html>${html.replace('</body>', () => `${dataScript(data)}</body>`)}`, {
    headers,
    status,
  })
}

async function textOf(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of stream ?? []) text += decoder.decode(part, { stream: true })
  return text
}

/** What ServerRouter streams behind the page otherwise: the loaders' data, for the browser to take over with. */
function dataScript(data: string): string {
  const text = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escaped)
  return `<script nonce="${ownMark}">{const c=window.__reactRouterContext.streamController;c.enqueue(${text});c.close()}</script>`
}

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
