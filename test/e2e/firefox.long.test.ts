import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { strToU8, unzipSync, zipSync } from 'fflate'
import { type ElementHandle, launch, type Page } from 'puppeteer-core'
import sharp from 'sharp'

import { drawn } from '../pictures.ts'
import { expect, test } from './journey.ts'
import { codeMailedTo } from './mails.ts'

const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
const run = Date.now().toString(36)

test('in Firefox one finds, buys and downloads a project, lists one of one’s own, and staff see every page', async ({
  baseURL,
}) => {
  if (!firefox) console.log('Firefox is not installed, so nobody walks through the pages in it.')
  test.skip(!firefox)
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'readymade-firefox-'))
  const downloads = join(folder, 'downloads')
  mkdirSync(downloads)
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefox!,
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: { 'browser.download.folderList': 2, 'browser.download.dir': downloads },
  })
  const faults: string[] = []
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${String(error)}`))
    const open = async (address: string) => {
      const go = () => page.goto(baseURL + address, { waitUntil: 'domcontentloaded' })
      // Firefox aborts it when the page is on its way to another one.
      await go().catch(go)
      await find(page, 'html[data-hydrated]')
    }

    await open('/')
    await fill(page, 'input[name=search]', await titleForSale(baseURL!))
    await page.keyboard.press('Enter')
    await seen(page, 'h1 ::-p-text(Found)')
    await click(page, 'article a')
    await press(page, 'button', 'Add to Cart')
    await click(page, 'header a[href="/cart"]')
    await press(page, 'link', 'Checkout')
    await press(page, 'link', 'Sign up')
    const email = `firefox-${run}@e2e.example`
    await fill(page, 'input[name=name]', 'Zoya Khan')
    await fill(page, 'input[name=email]', email)
    await fill(page, 'input[name=phone]', '9876543210')
    await press(page, 'button', 'Send Code')
    await find(page, 'input[name=otp]:focus')
    await expect.poll(() => codeMailedTo(email)).toMatch(/^\d{6}$/)
    await page.keyboard.type(codeMailedTo(email)!)
    await choose(page, 'select[name=state]', 'Karnataka')
    await click(page, '::-p-xpath(//button[starts-with(normalize-space(), "Pay ₹")])')
    await press(page, 'button', 'Succeed')
    await find(page, '::-p-text(Payment received)')
    await press(page, 'button', 'Download')
    await expect.poll(() => readdirSync(downloads).filter((name) => name.endsWith('.part'))).toEqual([])
    await expect.poll(() => readdirSync(downloads)).toEqual([expect.stringMatching(/^project-.+-main\.zip$/)])
    const bought = unzipSync(readFileSync(join(downloads, readdirSync(downloads)[0]!)))
    expect(Object.keys(bought).length).toBeGreaterThan(1)

    await open('/profile?tab=projects')
    await expectFirstTabReadable(page)
    await seen(page, '::-p-text(Add New Project)')
    await press(page, 'button', 'Add New Project')
    await fill(page, 'dialog input[name=title]', `Mess Menu ${run}`)
    await fill(page, 'dialog textarea[name=description]', 'Plans what a hostel cooks.')
    await choose(page, 'select[name=category]', 'SaaS')
    await fill(page, 'input[name=price]', '499')
    await chooseFile(page, join(folder, 'menu.png'), await picture())
    await press(page, 'button', 'Continue to Files')
    await find(page, '::-p-text(Your project is saved.)')
    await click(page, 'label ::-p-text(ZIP)')
    await find(page, 'dialog input[accept*=zip]')
    await chooseFile(
      page,
      join(folder, 'menu.zip'),
      zipSync({ 'README.md': strToU8('# Menu'), 'main.py': strToU8('1') }),
    )
    await press(page, 'button', 'Upload 2 Files')
    await find(page, '::-p-text(Your project is uploaded.)')

    await open('/admin/login')
    await fill(page, 'input[name=email]', 'admin@readymade.example')
    await fill(page, 'input[name=password]', 'readymade-demo')
    await press(page, 'button', 'Sign In')
    await find(page, '#admin-sidebar nav a[aria-current=page]')
    const linksIn = (nav: string) =>
      page.$$eval(`${nav} a`, (links) => links.map((link) => link.getAttribute('href')!))
    const follow = async (nav: string, place: string) => {
      await click(page, `${nav} a[href="${place}"]`)
      await find(page, `${nav} a[href="${place}"][aria-current=page]`)
      await find(page, 'main h1')
      expect(
        await page.$$eval('main button', (all) => all.map(({ textContent }) => textContent)),
        place,
      ).not.toContain('Try Again')
    }
    const tabs = 'main nav[aria-label^="Pages of"]'
    const entries = await linksIn('#admin-sidebar nav')
    expect(entries.length).toBeGreaterThan(10)
    for (const entry of entries) {
      await follow('#admin-sidebar nav', entry)
      for (const place of (await linksIn(tabs)).slice(1)) await follow(tabs, place)
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
  expect(faults).toEqual([])
})

/**
 * Waits for a part of a page, `toUse` until it is seen, enabled and still. It asks from outside: what puppeteer has
 * wait inside the page needs eval, which the Content-Security-Policy forbids.
 */
async function find(page: Page, part: string, { toUse = false } = {}): Promise<ElementHandle> {
  let found: ElementHandle | null = null
  let before: string | undefined
  const isThere = async () => {
    // Fails while the page gives way to another one.
    found = await page.$(part).catch(() => null)
    if (!found || !toUse) return found !== null
    const place = await found.evaluate(placeToUse).catch(() => undefined)
    const isStill = place !== undefined && place === before
    before = place
    return isStill
  }
  // A busy machine takes several times as long.
  await expect.poll(isThere, { message: part, timeout: 60_000, intervals: [100] }).toBe(true)
  return found!
}

const placeToUse = (element: Element) =>
  element.checkVisibility() && !element.matches(':disabled')
    ? JSON.stringify(element.getBoundingClientRect())
    : undefined

const click = async (page: Page, part: string) => (await find(page, part, { toUse: true })).click()

const press = (page: Page, role: 'button' | 'link', name: string) =>
  click(page, `::-p-aria([name="${name}"][role="${role}"])`)

/** Waits for a part of a page. On a busy machine the server may shed its data, which Try Again then brings. */
async function seen(page: Page, part: string) {
  await find(page, `${part}, main ::-p-text(Try Again)`)
  const retry = await page.$('main ::-p-text(Try Again)')
  await retry?.click()
  await find(page, part)
}

async function fill(page: Page, field: string, text: string) {
  const handle = await find(page, field, { toUse: true })
  await handle.click({ count: 3 })
  await handle.type(text)
}

const choose = async (page: Page, field: string, value: string) =>
  (await find(page, field, { toUse: true })).select(value)

/** Chooses a file in the file field of the dialog. */
async function chooseFile(page: Page, path: string, content: Uint8Array) {
  writeFileSync(path, content)
  const field = await find(page, 'dialog input[type=file]:not([webkitdirectory])')
  await (field as ElementHandle<HTMLInputElement>).uploadFile(path)
}

/** Expects that the first letter of the first tab is not faded: all tabs are in view, so nothing is cut off there. */
async function expectFirstTabReadable(page: Page) {
  const tab = await find(page, '[role=tab]')
  const { width, height } = (await tab.boundingBox())!
  const { channels } = await sharp(await tab.screenshot())
    .extract({ left: 0, top: 0, width: Math.round(width / 5), height: Math.floor(height) - 4 })
    .greyscale()
    .stats()
  expect(channels[0]!.min).toBeLessThan(130)
}

/** The title of a project that costs something. */
async function titleForSale(site: string): Promise<string> {
  const reply = await fetch(`${site}/api/projects?limit=50`)
  const { projects } = (await reply.json()) as { projects: { title: string; price: number }[] }
  return projects.find(({ price }) => price > 0)!.title
}

const picture = () => drawn(1280, 800, '#d9e4dd').png().toBuffer()
