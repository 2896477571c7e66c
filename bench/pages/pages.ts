import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from '@playwright/test'
import packedChromium from '@sparticuz/chromium'
import lighthouse from 'lighthouse'

import { median } from '../measure.ts'
import { startServer } from '../server.ts'
import { pageJavaScript } from './page-javascript.ts'
import { withoutReferrerPolicy } from './without-referrer-policy.ts'

/** The size of one page in bytes, and its Lighthouse results on a phone: scores up to 100, medians of several runs. */
export interface PageFigures {
  name: string
  html: number
  htmlCompressed: number
  javaScript: number
  javaScriptFiles: number
  scores: Record<string, number>
  /** Cumulative layout shift; 0 when nothing moves. */
  layoutShift: number
  /** In milliseconds. */
  largestPaint: number
}

/** Measures size and Lighthouse scores of home, list and detail on the demo catalogue, which has pictures. */
export async function measurePages(options: { port: number; runs: number }): Promise<PageFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'readymade-bench-'))
  const [debugging, shown] = [options.port + 1, options.port + 2]
  // Links must name the origin at which Lighthouse finds the pages.
  const env = { DATA_DIR: folder, PUBLIC_URL: `http://localhost:${shown}` }
  const server = await startServer(process.cwd(), options.port, { env, isBuilt: true })
  const proxy = await withoutReferrerPolicy(server.origin, shown)
  const browser = await openBrowser(debugging)
  try {
    const { projects } = (await (await fetch(`${server.origin}/api/projects?limit=1`)).json()) as {
      projects: { _id: string }[]
    }
    const paths = { home: '/', list: '/projects', detail: `/projects/${projects[0]!._id}` }
    const figures: PageFigures[] = []
    for (const [name, path] of Object.entries(paths))
      figures.push({
        name,
        ...(await weigh(server.origin, path)),
        ...(await scoresOf(proxy.origin + path, { port: debugging, runs: options.runs })),
      })
    return figures
  } finally {
    await browser.close()
    proxy.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function scoresOf(url: string, { port, runs }: { port: number; runs: number }) {
  const audits: Audit[] = []
  for (let run = 0; run < runs; run++) audits.push(await audit(url, port))
  const middle = (figure: (audit: Audit) => number | null | undefined) =>
    median(audits.map((audit) => figure(audit) ?? Number.NaN))
  return {
    scores: Object.fromEntries(
      categories.map((category) => [
        category,
        Math.round(middle(({ categories }) => categories[category]?.score) * 100),
      ]),
    ),
    layoutShift: middle(({ audits }) => audits['cumulative-layout-shift']?.numericValue),
    largestPaint: Math.round(middle(({ audits }) => audits['largest-contentful-paint']?.numericValue)),
  }
}

async function weigh(origin: string, path: string) {
  const html = (await (await fetch(origin + path)).arrayBuffer()).byteLength
  const compressed = await fetch(origin + path, { headers: { 'accept-encoding': 'br' } })
  const sent = Number(compressed.headers.get('content-length'))
  const { files, brotli } = await pageJavaScript(origin, path)
  return {
    html,
    htmlCompressed: compressed.headers.get('content-encoding') === 'br' ? sent : html,
    javaScript: brotli,
    javaScriptFiles: files,
  }
}

/** Opens the machine's Chromium or the one from npm, with a debugging port for Lighthouse. */
async function openBrowser(port: number) {
  const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
  return chromium.launch({
    executablePath: installed ?? (await packedChromium.executablePath()),
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo']
type Audit = Awaited<ReturnType<typeof audit>>

/**
 * Runs Lighthouse with its default mobile settings, and again when the browser could not load the page. Throws after
 * three attempts.
 */
async function audit(url: string, port: number, attempts = 3) {
  const result = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error' })
  const trouble = result ? result.lhr.runtimeError : { message: 'no result' }
  if (result && !trouble) return result.lhr
  if (attempts > 1) return audit(url, port, attempts - 1)
  throw new Error(`Lighthouse on ${url}: ${trouble?.message}`)
}
