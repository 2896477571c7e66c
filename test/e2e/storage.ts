import type { Page } from '@playwright/test'

/** An address of the site without scripts, which costs next to nothing to open. */
export const emptyPage = '/favicon.svg'

/** Writes entries into the storage of a page's browser, as if another page had; leaves the page that is open. */
export async function store(page: Page, entries: Record<string, unknown>) {
  if (!page.url().endsWith(emptyPage)) await page.goto(emptyPage)
  await page.evaluate(
    (texts) => texts.forEach(([name, text]) => localStorage.setItem(name, text)),
    Object.entries(entries).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

/** Puts projects, or their reports, in the cart, and opens an address. */
export async function fillCart(page: Page, items: Item[], open = '/cart') {
  await store(page, { cart: items.map((item) => ({ kind: 'source', ...item })) })
  await page.goto(open)
}

interface Item {
  projectId: string
  title: string
  kind?: 'source' | 'report'
}
