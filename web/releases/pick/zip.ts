import type { CheckedFiles } from './check-files.ts'
import type { PickedFile } from './picked.ts'

/** What the worker is asked: a ZIP, and the paths in it that its owner leaves out. */
export interface UnzipRequest {
  zip: Blob
  without: readonly string[]
}

/** What the worker answers: how many files are unpacked so far, then all of them or the reason. */
export type UnzipAnswer = { seen: number } | { checked: CheckedFiles<PickedFile> } | { error: string }

/** The files in a chosen ZIP, checked; unpacked in a worker so that the page stays quick. Throws an Error with the text to show. */
export async function filesOfZip(
  zip: File,
  { without, onSeen }: { without: readonly string[]; onSeen?: (files: number) => void },
): Promise<CheckedFiles<PickedFile>> {
  if (!isZip(zip)) throw new Error('Please select a ZIP file for this upload method.')
  const worker = new Worker(new URL('./zip-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<UnzipAnswer>) => {
        if ('seen' in data) onSeen?.(data.seen)
        else if ('checked' in data) resolve(data.checked)
        else reject(new Error(data.error))
      })
      worker.addEventListener('error', () => reject(new Error(noWorker)))
      worker.postMessage({ zip, without } satisfies UnzipRequest)
    })
  } finally {
    worker.terminate()
  }
}

/** The one ZIP among the files that were dropped. Throws an Error with the specification's message for anything else. */
export function droppedZip([zip, ...others]: readonly File[]): File {
  if (!zip || others.length > 0 || !isZip(zip)) throw new Error('Please drop a ZIP file.')
  return zip
}

const isZip = ({ name }: File) => name.toLowerCase().endsWith('.zip')
const noWorker = 'Failed to extract ZIP on client. Try again or upload folder.'
