import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { separateEnvironment } from '../isolated.ts'

/** Raised with every change of what is made of a README, so that stored ones are made again. */
export const rendererVersion = 4

/** What a README may take to render; bytes, characters, milliseconds, megabytes. The HTML is sent with every view of its page. */
const max = { markdown: 256 * 1024, html: 512 * 1024, time: 2000, loading: 30_000, memory: 128 }

/**
 * A README's Markdown as harmless HTML, rendered beside the event loop. Undefined when it is too much: too long, or not
 * done within 2 seconds and 128 MB. Throws when the thread cannot begin.
 */
export async function renderMarkdown(markdown: string): Promise<string | undefined> {
  if (Buffer.byteLength(markdown) > max.markdown) return undefined
  const thread = new Worker(join(import.meta.dirname, 'thread.ts'), {
    workerData: markdown,
    env: separateEnvironment(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: max.memory, maxYoungGenerationSizeMb: 16 },
  })
  try {
    const html = await htmlFrom(thread)
    return html !== undefined && html.length <= max.html ? html : undefined
  } finally {
    await thread.terminate()
  }
}

function htmlFrom(thread: Worker): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  let timer = setTimeout(() => reject(new Error('The thread for READMEs did not begin')), max.loading)
  let isLoaded = false
  thread.on('message', (message: { loaded: true } | { html: string }) => {
    if ('html' in message) return resolve(message.html)
    isLoaded = true
    clearTimeout(timer)
    timer = setTimeout(() => resolve(undefined), max.time)
  })
  // Out of stack or memory. A thread that never began is a fault of ours.
  thread.on('error', (error) => (isLoaded ? resolve(undefined) : reject(error)))
  return promise.finally(() => clearTimeout(timer))
}
