import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

import { expectFits } from './layout-and-speech.ts'
import { isLong } from './long.ts'

/**
 * Checks that the page as it stands has no accessibility findings in both themes and fits its window; with LONG=1 also
 * on a phone, or on a large screen where it is seen on a phone.
 */
export async function expectSound(page: Page) {
  await expectNoFindings(page)
  const { width, height } = page.viewportSize()!
  await expectFits(page, `${page.url()} at ${width} px`)
  if (!isLong) return
  const other = width > 640 ? 390 : 1440
  await page.setViewportSize({ width: other, height: 900 })
  // What lies half under the header would count as too small to press.
  await page.evaluate(() => scrollTo(0, 0))
  await expectNoFindings(page)
  await expectFits(page, `${page.url()} at ${other} px`)
  await page.setViewportSize({ width, height })
}

/** Checks the same with LONG=1 alone: for what differs from a page that `every-page` opens by its data. */
export async function expectSoundIfLong(page: Page) {
  if (isLong) await expectSound(page)
}

/** Checks that the page as it stands has no accessibility findings in either theme. */
export async function expectNoFindings(page: Page) {
  // A document keeps it; it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // Themes differ only in colours, so the dark theme needs only the colour rules.
    const violations = await page.evaluate(findings, colorScheme === 'light' ? tags : colours)
    expect.soft(violations, `${page.url()}, ${page.viewportSize()!.width} px, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Runs in the page: its findings by these rules, each with the elements that have it. */
async function findings(runOnly: string[]) {
  const { run } = (globalThis as unknown as { axe: typeof axe }).axe
  const { violations } = await run(document, { resultTypes: ['violations'], runOnly })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
const colours = ['color-contrast', 'link-in-text-block']
