import type { Page } from '@playwright/test'

/** Opens a page and waits until its scripts have taken over, so that links and buttons act without a reload. */
export async function openPage(page: Page, address: string) {
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  await takenOver(page)
}

/** Waits until the scripts of an opened page have taken over. */
export async function takenOver(page: Page) {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('header, main') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )
}
