import type { UnzipAnswer, UnzipRequest } from './file-picker.tsx'
import { unzip } from './unzip.ts'

const answer = (message: UnzipAnswer) => self.postMessage(message)

/** Unpacks a ZIP off the page's thread. */
self.addEventListener('message', async ({ data: { zip, choice } }: MessageEvent<UnzipRequest>) => {
  try {
    answer({ checked: await unzip(zip, { choice, onUnpacked: (seen) => answer({ seen }) }) })
  } catch (thrown) {
    answer({ error: (thrown as Error).message })
  }
})
