import { threadRunner } from '../isolated.ts'
import type { Readme, RenderedReadme, renderedReadme } from './markup.ts'

/**
 * Version of the renderer. Raise it with every change of the HTML that is made of a README, so that stored HTML is
 * rendered again.
 */
export const rendererVersion = 5

/** Maximum bytes of the Markdown and characters of the HTML, which is sent with every view of its page. */
const max = { markdown: 256 * 1024, html: 512 * 1024 }

/**
 * Renders a README as harmless HTML in a thread. Undefined when it is too long, or takes more than 10 seconds, the
 * loading of the libraries included, or more than 128 MB.
 */
export async function renderMarkdown(readme: Readme): Promise<RenderedReadme | undefined> {
  if (Buffer.byteLength(readme.markdown) > max.markdown) return undefined
  const rendered = await renderInThread(readme)
  return rendered !== undefined && rendered.html.length <= max.html ? rendered : undefined
}

const renderInThread = threadRunner<typeof renderedReadme>(
  { file: new URL('./markup.ts', import.meta.url), name: 'renderedReadme' },
  { seconds: 10, memory: 128 },
)
