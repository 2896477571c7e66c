import type { Picked, PickedFile } from './checked-files.ts'
import type { UnzipAnswer, UnzipRequest } from './file-picker.tsx'
import { NoProject, type SummedFiles, sumsOfFolder, sumsOfZip } from './sums.ts'
import { unzip } from './unzip.ts'

/** The request for the sums of a ZIP or of a folder. */
export type SumsRequest = { sumsOf: { zip: Blob } | { folder: Picked<PickedFile> } }

/**
 * The messages of the worker about sums: the number of files read so far, then all sums, or the error; `isOther` when the
 * files can be none of a project here.
 */
export type SumsAnswer = { seen: number } | { summed: SummedFiles } | { error: string; isOther: boolean }

const answer = (message: UnzipAnswer | SumsAnswer) => self.postMessage(message)
const onSeen = (seen: number) => {
  // Each message costs the page some time.
  if (seen % 20 === 0) answer({ seen })
}

/** Unpacks or sums up files off the page's thread. */
self.addEventListener('message', async ({ data }: MessageEvent<UnzipRequest | SumsRequest>) => {
  try {
    if ('zip' in data) {
      const onUnpacked = (seen: number) => answer({ seen })
      answer({ checked: await unzip(data.zip, { choice: data.choice, onUnpacked }) })
    } else {
      const { sumsOf } = data
      const summed =
        'zip' in sumsOf ? await sumsOfZip(sumsOf.zip, onSeen) : await sumsOfFolder(sumsOf.folder, onSeen)
      answer({ summed })
    }
  } catch (thrown) {
    answer({ error: (thrown as Error).message, isOther: thrown instanceof NoProject })
  }
})
