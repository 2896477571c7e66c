import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Checks that the page has no accessibility findings in both themes, on a large screen and on a phone, and that nothing
 * is wider than the window.
 */
export async function expectSound(page: Page, { widths = [1440, 390] }: { widths?: number[] } = {}) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoFindings(page)
  }
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 })
    // Charts redraw shortly after their container was resized.
    await expect
      .configure({ soft: true, timeout: 3000 })
      .poll(
        () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${page.url()} at ${width} px`,
      )
      .toBeLessThanOrEqual(0)
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Checks that the page as it is has no accessibility findings in either theme. */
export async function expectNoFindings(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page })
      // Faster, and safe because the pages have no frames.
      .setLegacyMode(true)
      // Themes differ only in colours, so the dark theme needs only the colour rules.
      .options({ resultTypes: ['violations'], runOnly: colorScheme === 'light' ? tags : colours })
      .analyze()
    expect
      .soft(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        `${page.url()}, ${page.viewportSize()!.width} px, ${colorScheme}`,
      )
      .toEqual([])
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
const colours = ['color-contrast', 'link-in-text-block']
