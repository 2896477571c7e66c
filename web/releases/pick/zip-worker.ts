import { unzip } from './unzip.ts'
import type { UnzipAnswer } from './zip.ts'

const answer = (message: UnzipAnswer) => self.postMessage(message)

/** Unpacks a ZIP off the page's thread. */
self.addEventListener('message', async ({ data: zip }: MessageEvent<Blob>) => {
  try {
    answer({ checked: await unzip(zip, (seen) => answer({ seen })) })
  } catch (thrown) {
    answer({ error: (thrown as Error).message })
  }
})
