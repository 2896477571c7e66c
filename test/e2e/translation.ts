import type { Page } from '@playwright/test'

import { hydrated } from './hydrated.ts'

/**
 * Translates an opened page and what is added to it later, as a browser does: each text is taken out of the document,
 * and two <font> elements with it are put in its place. Lasts until another document is loaded.
 */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const wrap = (text: Text) => {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    const isTranslated = ({ data, parentElement: parent }: Text) =>
      data.trim() !== '' && parent && !parent.closest('script, style, textarea, font, title, code, pre')
    const translateIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.filter(isTranslated).forEach(wrap)
    }
    translateIn(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const added of addedNodes) translateIn(added)
    }).observe(document.body, { childList: true, subtree: true })
  })

/** Opens a page and translates it. */
export async function openTranslated(page: Page, address: string) {
  await page.goto(address)
  await hydrated(page)
  await translate(page)
}

/** Collects the errors of a page that miss a node where React has put it. */
export function missedNodes(page: Page): string[] {
  const missed: string[] = []
  const look = (text: string) => text.includes('NotFoundError') && missed.push(`${page.url()} ${text}`)
  page.on('pageerror', (error) => look(`${error.name} ${error.message}`))
  page.on('console', (message) => look(message.text()))
  return missed
}
