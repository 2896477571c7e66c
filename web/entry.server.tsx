import { renderToString } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'

import { documentContext, documentOf, ownMark } from './document.server.ts'
import { NonceContext } from './shell/document.ts'

/** Milliseconds that loaders may take. */
export const streamTimeout = 5000

/** Renders a page whole, so that its status is right and it reads without scripts. Its data is there before: nothing is streamed. */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routerContext }: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const data = await textOf(serverHandoffStream)
  const html = renderToString(
    <NonceContext value={ownMark}>
      <ServerRouter context={withOwnRoutes(routerContext)} url={request.url} nonce={ownMark} />
    </NonceContext>,
  )
  context.set(documentContext, documentOf(html, data))
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(null, { headers, status })
}

async function textOf(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of stream ?? []) text += decoder.decode(part, { stream: true })
  return text
}

/** Without the routes of other pages: putting all of them together for every page took a tenth of what a page takes the process. */
function withOwnRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]))
  return { ...context, manifest: { ...manifest, routes } }
}
