import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { pipeline } from 'node:stream'

/**
 * Serves another origin on a port, with the Referrer-Policy removed from every answer: Lighthouse 13.5 with Chromium
 * 147 from npm cannot load a page that has one (net::ERR_ABORTED, even for a page of one line). The header is not part
 * of its scores.
 */
export async function withoutReferrerPolicy(origin: string, port: number) {
  const server = createServer((asked, answer) => {
    const passed = request(
      `${origin}${asked.url}`,
      { method: asked.method, headers: asked.headers },
      (got) => {
        // The browser may have disconnected meanwhile.
        if (answer.destroyed) return void got.destroy()
        const { 'referrer-policy': _, ...headers } = got.headers
        answer.writeHead(got.statusCode!, headers)
        pipeline(got, answer, () => {})
      },
    )
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await once(server.listen(port, 'localhost'), 'listening')
  return {
    origin: `http://localhost:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
