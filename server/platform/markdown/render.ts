import { threadRunner } from '../isolated.ts'
import type { readmeHtml } from './markup.ts'

/** Raised with every change of what is made of a README, so that stored ones are made again. */
export const rendererVersion = 4

/** Bytes and characters. The HTML is sent with every view of its page. */
const max = { markdown: 256 * 1024, html: 512 * 1024 }

/**
 * A README's Markdown as harmless HTML, rendered beside the event loop. Undefined when it is too much: too long, or not
 * done within 10 seconds, the loading of the libraries included, and 128 MB.
 */
export async function renderMarkdown(markdown: string): Promise<string | undefined> {
  if (Buffer.byteLength(markdown) > max.markdown) return undefined
  const html = await renderInThread(markdown)
  return html !== undefined && html.length <= max.html ? html : undefined
}

const renderInThread = threadRunner<typeof readmeHtml>(
  { file: new URL('./markup.ts', import.meta.url), name: 'readmeHtml' },
  { seconds: 10, memory: 128 },
)
