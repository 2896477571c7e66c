import type { CheckedFiles } from './check-files.ts'
import type { PickedFile } from './picked.ts'

/** What the worker answers: how many files are unpacked so far, then all of them or the reason. */
export type UnzipAnswer = { seen: number } | { checked: CheckedFiles<PickedFile> } | { error: string }

/** The files in a chosen ZIP, checked; unpacked in a worker so that the page stays quick. Throws an Error with the text to show. */
export async function filesOfZip(
  zip: File,
  onSeen?: (files: number) => void,
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
      worker.postMessage(zip)
    })
  } finally {
    worker.terminate()
  }
}

/** The same for what was dropped. */
export async function filesOfDroppedZip(
  data: DataTransfer,
  onSeen?: (files: number) => void,
): Promise<CheckedFiles<PickedFile>> {
  const [zip, ...others] = data.files
  if (!zip || others.length > 0 || !isZip(zip)) throw new Error('Please drop a ZIP file.')
  return filesOfZip(zip, onSeen)
}

const isZip = ({ name }: File) => name.toLowerCase().endsWith('.zip')
const noWorker = 'Failed to extract ZIP on client. Try again or upload folder.'
