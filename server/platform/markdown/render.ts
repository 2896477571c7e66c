import { threadRunner } from '../isolated.ts'
import type { readmeHtml } from './markup.ts'

/**
 * Version of the renderer. Raise it with every change of the HTML that is made of a README, so that stored HTML is
 * rendered again.
 */
export const rendererVersion = 4

/** Maximum bytes of the Markdown and characters of the HTML, which is sent with every view of its page. */
const max = { markdown: 256 * 1024, html: 512 * 1024 }

/**
 * Renders a README's Markdown as harmless HTML in a thread. Undefined when it is too long, or takes more than 10
 * seconds, the loading of the libraries included, or more than 128 MB.
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
