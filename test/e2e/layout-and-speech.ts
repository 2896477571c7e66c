import { expect, type Locator, type Page } from '@playwright/test'

/** Expects that a page is not wider than its window. */
export const expectFits = (page: Page, of: string) =>
  expect
    .configure({ soft: true, timeout: 10_000 })
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      of,
    )
    .toBeLessThanOrEqual(0)

/** Doubles the size of each text, as a browser does that enlarges text alone; boxes and images stay. */
export const doubleText = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body, body *')].filter((one) => 'style' in one)
    const sizes = all.map((one) => {
      const { fontSize, lineHeight } = getComputedStyle(one)
      return { fontSize: Number.parseFloat(fontSize), lineHeight: Number.parseFloat(lineHeight) }
    })
    for (const [index, { style }] of all.entries()) {
      const { fontSize, lineHeight } = sizes[index]!
      style.fontSize = `${fontSize * 2}px`
      if (lineHeight) style.lineHeight = `${lineHeight * 2}px`
    }
  })

/** Sets the size of text that pages are laid out by, as a reader does in the browser's settings: a percentage. */
export const setTextSize = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, `${percent}%`)

/** The texts of a page that an element cuts off, without those that end in dots and those that leave as a whole. */
export const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const cut: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent!.trim()
      const parent = node.parentElement!
      if (
        !text ||
        !parent.checkVisibility() ||
        parent.closest('.sr-only, [aria-hidden=true], svg, script, style, noscript, pre')
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, display } = getComputedStyle(box)
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') break
        if ([overflowX, overflowY].some((flow) => ['auto', 'scroll'].includes(flow))) break
        if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue
        const edge = box.getBoundingClientRect()
        // Hidden from eyes on purpose.
        if (edge.width <= 1 || edge.height <= 1) break
        if (top >= edge.bottom - 4 || left >= edge.right - 2) break
        const isCut =
          (overflowX !== 'visible' && (right > edge.right + 2 || left < edge.left - 2)) ||
          (overflowY !== 'visible' && (bottom > edge.bottom + 4 || top < edge.top - 4))
        if (isCut) cut.push(`${text.slice(0, 40)} in ${box.className}`)
      }
    }
    return cut
  })

/** The element that has the focus where another one lies over its middle; empty where it is in view. */
export const hiddenFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement!
    const { left, top, width, height } = focused.getBoundingClientRect()
    if (width < 2 || height > innerHeight) return ''
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    const isSeen =
      seen && (focused.contains(seen) || seen.contains(focused) || seen.closest('label')?.contains(focused))
    return isSeen ? '' : `${focused.outerHTML.slice(0, 120)} under ${seen?.outerHTML.slice(0, 80)}`
  })

/** Records what screen readers are told on each page that is opened from now on. */
export const listen = (page: Page) =>
  page.addInitScript(() => {
    const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output'
    const heard: string[] = ((globalThis as { heard?: string[] }).heard = [])
    const note = ({ target, addedNodes, type }: MutationRecord) => {
      if (!('hydrated' in document.documentElement.dataset)) return
      const around = (target instanceof Element ? target : target.parentElement)?.closest(regions)
      if (type === 'characterData') return void (around && heard.push(target.textContent!))
      for (const node of addedNodes) {
        if (around) heard.push(node.textContent!.trim())
        else if (node instanceof Element)
          for (const region of [node, ...node.querySelectorAll('*')])
            if (region.matches(regions) && region.textContent)
              heard.push(`with its region: ${region.textContent}`)
      }
    }
    new MutationObserver((records) => records.forEach(note)).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })

/**
 * Expects that exactly these texts have been said since this was asked last, each once; and what was loading, where it
 * took a moment.
 */
export async function expectSaid(page: Page, texts: readonly (string | RegExp)[]) {
  const heard = () =>
    page.evaluate(() =>
      (globalThis as { heard?: string[] }).heard!.filter((text) => !text.startsWith('Loading')),
    )
  const wanted = texts.map(
    (text) => (typeof text === 'string' ? text : expect.stringMatching(text)) as string,
  )
  await expect.poll(heard).toEqual(wanted)
  // The moment in which it would be said again.
  await page.waitForTimeout(500)
  expect(await heard()).toEqual(wanted)
  await page.evaluate(() => (globalThis as { heard?: string[] }).heard!.splice(0))
}

/** Drops files and folders from the disk on an element, as a person does. */
export async function drop(page: Page, onto: Locator, files: string[]) {
  const { x, y } = (await onto.boundingBox())!
  const devtools = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', {
      type,
      x: x + 5,
      y: y + 5,
      data: { items: [], files, dragOperationsMask: 1 },
    })
  await devtools.detach()
}

/** Returns a function that reads the durations of all long tasks of the page so far, in milliseconds. */
export async function watchLongTasks(page: Page) {
  const tasks = await page.evaluateHandle(() => {
    const durations: number[] = []
    new PerformanceObserver((list) =>
      list.getEntries().forEach(({ duration }) => durations.push(duration)),
    ).observe({
      entryTypes: ['longtask'],
    })
    return durations
  })
  return () => tasks.jsonValue()
}
