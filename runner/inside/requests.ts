import type { DevTools, Message } from './devtools.ts'
import { standInFor } from './stand-ins.ts'

/** What requests of pages led to, besides the project itself. */
export interface Outcomes {
  standIns: Set<string>
  outside: Set<string>
  otherCase: Set<string>
}

interface Header {
  name: string
  value: string
}
interface Paused {
  requestId: string
  request: { url: string }
  responseStatusCode?: number
  responseHeaders?: Header[]
}

/** Lets the project's own requests through, answers those for well-known libraries, and refuses the others. */
export async function answerRequest(tools: DevTools, message: Message, seen: Outcomes): Promise<void> {
  const paused = message.params as unknown as Paused
  const { requestId } = paused
  if (paused.responseStatusCode !== undefined) return letThrough(tools, paused)
  const url = new URL(paused.request.url)
  if (url.hostname === 'localhost') return void (await tools.send('Fetch.continueRequest', { requestId }))
  const found = standInFor(url)
  if (!found) {
    if (seen.outside.size < 40) seen.outside.add(url.hostname)
    return void (await tools.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' }))
  }
  seen.standIns.add(found.library)
  await tools.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: 200,
    responseHeaders: [
      { name: 'content-type', value: found.type },
      { name: 'access-control-allow-origin', value: '*' },
    ],
    body: found.body.toString('base64'),
  })
}

/** A stand-in is another version: the digest that a page has for it would turn it away, so pages come without. */
async function letThrough(tools: DevTools, { requestId, responseStatusCode, responseHeaders = [] }: Paused) {
  const page =
    responseStatusCode === 200
      ? await tools
          .send<{ body: string; base64Encoded: boolean }>('Fetch.getResponseBody', { requestId })
          .catch(() => undefined)
      : undefined
  const text = page && Buffer.from(page.body, page.base64Encoded ? 'base64' : 'utf8').toString('latin1')
  if (!text?.includes('integrity=')) return void (await tools.send('Fetch.continueRequest', { requestId }))
  const body = text.replaceAll(/\sintegrity=(?:"[^"]*"|'[^']*')/g, '')
  await tools.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: 200,
    responseHeaders: responseHeaders.filter(
      ({ name }) => !/^content-(?:length|encoding)$|^transfer-encoding$/i.test(name),
    ),
    body: Buffer.from(body, 'latin1').toString('base64'),
  })
}

/** Notices a file that was found because the case of letters does not count: our web server then leads to its name. */
export function noticeOtherCase({ params }: Message, seen: Outcomes): void {
  const { request, redirectResponse } = params as {
    request: { url: string }
    redirectResponse?: { url: string }
  }
  if (!redirectResponse || seen.otherCase.size >= 20) return
  const [asked, found] = [redirectResponse.url, request.url].map((url) => new URL(url).pathname) as [
    string,
    string,
  ]
  if (asked !== found && asked.toLowerCase() === found.toLowerCase()) seen.otherCase.add(asked)
}
