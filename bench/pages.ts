import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from '@playwright/test'
import packedChromium from '@sparticuz/chromium'
import lighthouse from 'lighthouse'

import { median } from './measure.ts'
import { pageJavaScript } from './page-javascript.ts'
import { startServer } from './server.ts'

/** What one page weighs, in bytes, and what Lighthouse says of it on a phone: scores up to 100, medians of several runs. */
export interface PageFigures {
  name: string
  html: number
  htmlCompressed: number
  javaScript: number
  javaScriptFiles: number
  scores: Record<string, number>
  /** Cumulative layout shift; 0 when nothing moves. */
  layoutShift: number
  /** Milliseconds. */
  largestPaint: number
}

/** Weighs and scores home, list and detail on the demo catalogue, which has pictures. */
export async function measurePages({ port, runs }: { port: number; runs: number }): Promise<PageFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'readymade-bench-'))
  const server = await startServer(process.cwd(), port, { env: { DATA_DIR: folder }, isBuilt: true })
  try {
    const { projects } = (await (await fetch(`${server.origin}/api/projects?limit=1`)).json()) as {
      projects: { _id: string }[]
    }
    const paths = { home: '/', list: '/projects', detail: `/projects/${projects[0]!._id}` }
    const figures: PageFigures[] = []
    for (const [name, path] of Object.entries(paths))
      figures.push(await figuresOf(name, server.origin, path, { port: port + 1, runs }))
    return figures
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function figuresOf(
  name: string,
  origin: string,
  path: string,
  { port, runs }: { port: number; runs: number },
): Promise<PageFigures> {
  const { files, brotli } = await pageJavaScript(origin, path)
  const audits: Awaited<ReturnType<typeof audit>>[] = []
  for (let run = 0; run < runs; run++) audits.push(await audit(origin + path, port))
  const middle = (values: (number | undefined)[]) => median(values.map((value) => value ?? Number.NaN))
  const categories = Object.keys(audits[0]!.categories)
  return {
    name,
    ...(await weigh(origin + path)),
    javaScript: brotli,
    javaScriptFiles: files,
    scores: Object.fromEntries(
      categories.map((category) => [
        category,
        Math.round(middle(audits.map(({ categories }) => categories[category]?.score ?? undefined)) * 100),
      ]),
    ),
    layoutShift: middle(audits.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue)),
    largestPaint: Math.round(
      middle(audits.map(({ audits }) => audits['largest-contentful-paint']?.numericValue)),
    ),
  }
}

async function weigh(url: string) {
  const html = (await (await fetch(url)).arrayBuffer()).byteLength
  const compressed = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  const sent = Number(compressed.headers.get('content-length'))
  return { html, htmlCompressed: compressed.headers.get('content-encoding') === 'br' ? sent : html }
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/** One run of Lighthouse as it comes from npm, with its mobile settings, in a browser of its own. */
async function audit(url: string, port: number) {
  const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
  const browser = await chromium.launch({
    executablePath: installed ?? (await packedChromium.executablePath()),
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
  try {
    const result = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error' })
    if (!result || result.lhr.runtimeError)
      throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message}`)
    return result.lhr
  } finally {
    await browser.close()
  }
}
