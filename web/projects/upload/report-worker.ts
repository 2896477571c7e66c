import type { OpeningAnswer, OpeningRequest } from './found-reports.ts'
import { openingOf } from './openings.ts'

/** Reads the beginnings of documents off the page's thread, and answers for each of them. */
self.addEventListener('message', async ({ data: documents }: MessageEvent<OpeningRequest>) => {
  for (const { path, file } of documents) {
    const opening = await openingOf(path, file).catch(() => '')
    self.postMessage({ path, opening } satisfies OpeningAnswer)
  }
})
