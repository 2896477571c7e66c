import {
  test as base,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Dialog,
  type Page,
} from '@playwright/test'

import { readMailsIn } from './mails.ts'
import { type Server, serverWithDemo } from './server.ts'
import { emptyPage } from './storage.ts'

export { expect, type Locator, type Page, type Route } from '@playwright/test'

interface OfTest {
  /**
   * Whether a test has a context of its own with an empty cache, by `test.use({ own: true })`: what adds scripts to
   * every page, stops the clock, or is about scripts that have to be loaded.
   */
  own: boolean
  /** Opens a page in another browser, whose storage is its own: somebody else, or another device. */
  elsewhere: () => Promise<Page>
  tidied: void
}

interface OfWorker {
  server: Server
  warmPages: WarmPages
}

/**
 * A journey. Each worker has a server of its own on a copy of the demo catalogue, and pages that go on from test to
 * test with their caches and compiled scripts, which are most of what opening a page costs; all else that a test leaves
 * in them is cleared.
 */
export const test = base.extend<OfTest, OfWorker>({
  own: [false, { option: true }],
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants it written so.
    async ({}, use, { workerIndex }) => {
      const server = await serverWithDemo(`worker-${workerIndex}`)
      readMailsIn(server.dataDir)
      await use(server)
      await server.stop()
    },
    // A busy machine takes several times as long.
    { scope: 'worker', auto: true, timeout: 600_000 },
  ],
  warmPages: [
    async ({ browser, server }, use) => use(new WarmPages(browser, server.address)),
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.address),
  tidied: [
    async ({ warmPages }, use) => {
      // Before a test and not after one, so that what failed is still there for its picture.
      await warmPages.clear()
      await use()
    },
    { auto: true },
  ],
  context: async ({ browser, warmPages, own }, use) =>
    use(own ? await browser.newContext() : (await warmPages.next()).context),
  page: async ({ context, own }, use) => use(own ? await context.newPage() : context.pages()[0]!),
  elsewhere: async ({ browser, warmPages, own, context: _first }, use) =>
    use(async () => (own ? (await browser.newContext()).newPage() : (await warmPages.next()).page)),
})

interface Warm {
  context: BrowserContext
  page: Page
  devtools: CDPSession
}

/** Pages that are kept as long as the worker, each in a context of its own: the storage of another person. */
class WarmPages {
  readonly #browser: Browser
  readonly #address: string
  #kept: Warm[] = []
  #taken = 0

  constructor(browser: Browser, address: string) {
    this.#browser = browser
    this.#address = address
  }

  /** A page that nobody uses in this test yet, and its context. */
  async next(): Promise<Warm> {
    const place = this.#taken++
    return (this.#kept[place] ??= await this.#open())
  }

  async #open(): Promise<Warm> {
    const context = await this.#browser.newContext({
      baseURL: this.#address,
      viewport,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    return { context, page, devtools: await context.newCDPSession(page) }
  }

  /** Closes what a test has opened and clears what it has left, all but the caches. */
  async clear(): Promise<void> {
    const used = this.#kept.splice(0, this.#taken)
    this.#taken = 0
    // A page that was closed, or cannot be left, is not kept.
    for (const warm of used) if (await this.#clear(warm).catch(() => false)) this.#kept.unshift(warm)
    for (const context of this.#browser.contexts())
      if (!this.#kept.some((warm) => warm.context === context)) await context.close()
  }

  async #clear({ context, page, devtools }: Warm): Promise<boolean> {
    if (page.isClosed()) return false
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of events) page.removeAllListeners(event)
    context.removeAllListeners('request')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    // A page with input that is not saved asks whether it may be left.
    page.on('dialog', accept)
    await page.goto(emptyPage)
    page.off('dialog', accept)
    await page.evaluate(() => sessionStorage.clear())
    const storageTypes = 'local_storage,indexeddb,file_systems,service_workers,cache_storage'
    await devtools.send('Storage.clearDataForOrigin', { origin: this.#address, storageTypes })
    await context.clearCookies()
    await context.clearPermissions()
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce', forcedColors: null })
    await page.setViewportSize(viewport)
    await page.mouse.move(0, 0)
    return true
  }
}

const viewport = { width: 1280, height: 800 }
const accept = (dialog: Dialog) => dialog.accept()
/** The events that journeys listen to. */
const events = ['console', 'dialog', 'download', 'pageerror', 'request', 'requestfailed', 'response']
