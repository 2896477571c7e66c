import { unzip } from 'fflate'

import { isExcluded } from '#contract/files/exclusions.ts'
import { limits } from '#contract/kit/limits.ts'

import type { Unzipped } from './picked-files.ts'

/** Unpacks a ZIP off the page's thread. Excluded files are not unpacked at all, and neither is more than a project may hold. */
self.addEventListener('message', async ({ data: zip }: MessageEvent<File>) => {
  let declared = 0
  const bytes = new Uint8Array(await zip.arrayBuffer())
  const wanted = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (name.endsWith('/') || isExcluded(name)) return false
    declared += originalSize
    return declared <= 2 * limits.folderBytes
  }
  unzip(bytes, { filter: wanted }, (error, files) => {
    const answer: Unzipped = error
      ? { error: error.message }
      : {
          files: Object.entries(files).map(([path, content]) => ({
            path,
            bytes: content,
          })),
        }
    self.postMessage(answer)
  })
})
