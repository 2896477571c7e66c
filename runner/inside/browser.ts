import { setTimeout as sleep } from 'node:timers/promises'

import { type Message, startChromium } from './devtools.ts'
import { answerRequest, noticeOtherCase, type Outcomes } from './requests.ts'

/** The size of pictures, in pixels. */
const picture = { width: 1280, height: 800 }

/** Opens a browser with one tab that reaches `localhost` alone. */
export async function openBrowser(path: string) {
  let events: Message[] = []
  let dialogs: string[] = []
  let answered = 0
  let frameId = ''
  const seen: Outcomes = { standIns: new Set(), outside: new Set(), otherCase: new Set() }

  const tools = startChromium(path, (event) => {
    if (event.method === 'Fetch.requestPaused') {
      answerRequest(tools, event, seen).catch(() => {})
      return
    }
    if (event.method === 'Network.requestWillBeSent') noticeOtherCase(event, seen)
    if (event.method === 'Page.javascriptDialogOpening') answerDialog(event)
    if (events.length < 5000) events.push(event)
  })
  const send = tools.send

  /** alert() stops a page until somebody answers, and student pages report everything by it. One that asks without end is left alone. */
  function answerDialog({ params }: Message) {
    if (dialogs.length < 10) dialogs.push(String(params?.message).slice(0, 300))
    if (answered++ < 100) send('Page.handleJavaScriptDialog', { accept: true }).catch(() => {})
  }

  /** Opens a fresh tab, also in place of one that hangs. */
  async function openTab(): Promise<void> {
    type Targets = { targetInfos: { targetId: string }[] }
    const before = tools.sessionId
      ? await send<Targets>('Target.getTargets').catch(() => undefined)
      : undefined
    tools.sessionId = undefined
    for (const { targetId } of before?.targetInfos ?? [])
      send('Target.closeTarget', { targetId }).catch(() => {})
    const { targetId } = await send(
      'Target.createTarget',
      { url: 'about:blank', ...picture },
      { milliseconds: 20_000 },
    )
    const attached = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
    tools.sessionId = attached.sessionId
    for (const domain of ['Page', 'Network', 'Runtime', 'Inspector']) await send(`${domain}.enable`)
    const { frameTree } = await send<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree')
    frameId = frameTree.frame.id
    await send('Browser.setDownloadBehavior', { behavior: 'deny' }).catch(() => {})
    await send('Fetch.enable', {
      patterns: [
        { urlPattern: 'http*', requestStage: 'Request' },
        { urlPattern: 'http*', resourceType: 'Document', requestStage: 'Response' },
      ],
    })
    await send('Emulation.setDeviceMetricsOverride', { ...picture, deviceScaleFactor: 1, mobile: false })
  }

  /** Waits until the page has loaded and then stays quiet: student pages answer with alert() and then go elsewhere. */
  async function settle(atLeast = 0): Promise<void> {
    await sleep(atLeast)
    const isMove = ({ method = '' }: Message) =>
      /frameStartedLoading|frameNavigated|frameRequestedNavigation/.test(method)
    const moves = () => events.filter(isMove).length
    const end = Date.now() + 20_000
    for (let quiet = 0; quiet < 3 && Date.now() < end; quiet++) {
      const before = moves()
      await sleep(100)
      const started = events.findLastIndex(({ method }) => method === 'Page.frameStartedLoading')
      const loaded = events.findLastIndex(
        ({ method }) => method === 'Page.loadEventFired' || method === 'Page.frameStoppedLoading',
      )
      if (moves() !== before || started > loaded) quiet = -1
      if (events.some(({ method }) => method === 'Inspector.targetCrashed'))
        throw new Error('The page crashed the browser')
    }
  }

  await openTab()
  return {
    seen,
    openTab,
    settle,
    /** Calls a function in the page, in a world of our own: the page may have put its functions in place of the browser's. */
    call: async <Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args) => {
      const { executionContextId: contextId } = await send('Page.createIsolatedWorld', {
        frameId,
        worldName: 'reader',
      })
      const expression = `(${String(work)})(...${JSON.stringify(args)})`
      const { result } = await send<{ result: { value: Result } }>('Runtime.evaluate', {
        expression,
        contextId,
        returnByValue: true,
        userGesture: true,
      })
      return result.value
    },
    go: async (url: string): Promise<void> => {
      events = []
      dialogs = []
      answered = 0
      await send('Page.navigate', { url }, { milliseconds: 15_000 })
      await settle()
    },
    forgetCookies: () => send('Network.clearBrowserCookies').catch(() => {}),
    dialogs: () => dialogs,
    /** Takes a picture, once what fades in or turns has had a moment. */
    picture: async (): Promise<string | undefined> => {
      await sleep(500)
      const options = { format: 'png', optimizeForSpeed: true }
      const taken = await send<{ data: string }>('Page.captureScreenshot', options).catch(() => undefined)
      return taken?.data
    },
    /** The status of the page; 0 where nothing answered. */
    status: (): number => {
      type Received = { type: string; response: { status: number } }
      const received = events.findLast(
        ({ method, params }) => method === 'Network.responseReceived' && params?.type === 'Document',
      )
      return (received?.params as Received | undefined)?.response.status ?? 0
    },
    /** Tells whether the page sent something since it was opened. */
    hasPosted: (): boolean =>
      events.some(
        ({ method, params }) =>
          method === 'Network.requestWillBeSent' &&
          (params?.request as { method: string } | undefined)?.method === 'POST',
      ),
  }
}
