import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { launch, type Page } from 'puppeteer-core'
import sharp from 'sharp'

import { codeMailedTo } from './people.ts'

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
    // A busy machine takes several times as long.
    page.setDefaultTimeout(60_000)
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${String(error)}`))
    const open = async (address: string) => {
      const go = () => page.goto(baseURL + address, { waitUntil: 'domcontentloaded' })
      // Firefox aborts it when the page is on its way to another one.
      await go().catch(go)
      await page.waitForSelector('html[data-hydrated]')
    }

    await open('/')
    await fill(page, 'input[name=search]', await titleForSale(baseURL!))
    await page.keyboard.press('Enter')
    await seen(page, 'h1 ::-p-text(Found)')
    await page.locator('article a').click()
    await press(page, 'button', 'Add to Cart')
    await page.locator('header a[href="/cart"]').click()
    await press(page, 'link', 'Checkout')
    await press(page, 'link', 'Sign up')
    const email = `firefox-${run}@e2e.example`
    await fill(page, 'input[name=name]', 'Zoya Khan')
    await fill(page, 'input[name=email]', email)
    await fill(page, 'input[name=phone]', '9876543210')
    await press(page, 'button', 'Send Code')
    await page.waitForSelector('input[name=otp]:focus')
    await expect.poll(() => codeMailedTo(email)).toMatch(/^\d{6}$/)
    await page.keyboard.type(codeMailedTo(email)!)
    await page.locator('select[name=state]').fill('Karnataka')
    await page.locator('::-p-xpath(//button[starts-with(normalize-space(), "Pay ₹")])').click()
    await press(page, 'button', 'Succeed')
    await page.waitForSelector('::-p-text(Payment received)')
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
    await page.locator('select[name=category]').fill('SaaS')
    await page.locator('input[name=price]').fill('499')
    await choose(page, join(folder, 'menu.png'), await picture())
    await press(page, 'button', 'Continue to Files')
    await page.waitForSelector('::-p-text(Your project is saved.)')
    await page.locator('label ::-p-text(ZIP)').click()
    await page.waitForSelector('dialog input[accept*=zip]')
    await choose(
      page,
      join(folder, 'menu.zip'),
      zipSync({ 'README.md': strToU8('# Menu'), 'main.py': strToU8('1') }),
    )
    await press(page, 'button', 'Upload 2 Files')
    await page.waitForSelector('::-p-text(Your project is uploaded.)')

    await open('/admin/login')
    await fill(page, 'input[name=email]', 'admin@readymade.example')
    await fill(page, 'input[name=password]', 'readymade-demo')
    await press(page, 'button', 'Sign In')
    await page.waitForSelector('#admin-sidebar nav a[aria-current=page]')
    const places = await page.$$eval('#admin-sidebar nav a', (links) =>
      links.map((link) => link.getAttribute('href')!),
    )
    expect(places.length).toBeGreaterThan(15)
    for (const place of places) {
      await page.locator(`#admin-sidebar nav a[href="${place}"]`).click()
      await page.waitForSelector(`#admin-sidebar nav a[href="${place}"][aria-current=page]`)
      await page.waitForSelector('main h1')
      expect(await page.$$eval('main [role=alert] h1', (failed) => failed.length), place).toBe(0)
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
  expect(faults).toEqual([])
})

const press = (page: Page, role: 'button' | 'link', name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click()

/** Waits for a part of a page. On a busy machine the server may shed its data, which Try Again then brings. */
async function seen(page: Page, part: string) {
  await page.waitForSelector(`${part}, main ::-p-text(Try Again)`)
  const retry = await page.$('main ::-p-text(Try Again)')
  await retry?.click()
  await page.waitForSelector(part)
}

const fill = (page: Page, field: string, text: string) => page.locator(field).fill(text)

/** Chooses a file in the file field of the dialog. */
async function choose(page: Page, path: string, content: Uint8Array) {
  writeFileSync(path, content)
  const field = await page.waitForSelector('dialog input[type=file]:not([webkitdirectory])')
  await field!.uploadFile(path)
}

/** Expects that the first letter of the first tab is not faded: all tabs are in view, so nothing is cut off there. */
async function expectFirstTabReadable(page: Page) {
  const tab = await page.waitForSelector('[role=tab]')
  const { width, height } = (await tab!.boundingBox())!
  const { channels } = await sharp(await tab!.screenshot())
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

const picture = () =>
  sharp({ create: { width: 1280, height: 800, channels: 3, background: '#d9e4dd' } })
    .png()
    .toBuffer()
