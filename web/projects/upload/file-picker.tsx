import { FileDrop } from '../../ui/file-drop.tsx'
import { Callout } from '../../ui/status.tsx'
import { type CheckedFiles, checkFiles, type Choice, type Picked, type PickedFile } from './checked-files.ts'
import { canChooseFolder, filesOfDrop, filesOfFolder, folderDialog } from './folders.ts'

/** Reads and checks the picked files with the owner's choice; can be called again with another one. */
export type ReadPicked = (choice: Choice) => Promise<CheckedFiles<PickedFile>>

/**
 * The drop zone for a folder or a ZIP, with a button to choose one. Calls `onPick` with the function that reads the
 * files.
 */
export function FilePicker({ method, disabled, compact, onPick, onSeen }: FilePickerProps) {
  const folder =
    (picking: Promise<Picked<PickedFile>>): ReadPicked =>
    async (choice) =>
      checkFiles(await picking, 'folder', choice)
  const zipped =
    (zip: () => File): ReadPicked =>
    async (choice) =>
      filesOfZip(zip(), { choice, onSeen })
  const dialog = method === 'folder' ? folderDialog() : undefined
  const ask = async () => {
    const picking = await dialog!().catch((thrown: unknown) => () => Promise.reject(thrown))
    if (picking) onPick(folder(picking(onSeen)))
  }
  if (method === 'folder' && !canChooseFolder())
    return (
      <Callout title="This browser cannot choose folders">
        Choose ZIP above for up to 50 files, or open this page on a computer.
      </Callout>
    )
  if (method === 'folder')
    return (
      <FileDrop
        key="folder"
        label={compact ? 'Drop another folder here' : 'Drop your project folder here'}
        button="Choose Folder"
        compact={compact}
        hint="100 MB in all, 10 MB a file"
        folder
        disabled={disabled}
        onPick={(files) => files.length > 0 && onPick(folder(filesOfFolder(files, onSeen)))}
        onDrop={(data) => onPick(folder(filesOfDrop(data, onSeen)))}
        onAsk={dialog && (() => void ask())}
      />
    )
  return (
    <FileDrop
      key="zip"
      label={compact ? 'Drop another ZIP file here' : 'Drop a ZIP file here'}
      button="Choose ZIP"
      compact={compact}
      hint="50 files, 100 MB in all, 10 MB a file"
      accept=".zip,application/zip"
      disabled={disabled}
      onPick={([zip]) => zip && onPick(zipped(() => zip))}
      onDrop={(data) => {
        const dropped = [...data.files]
        onPick(zipped(() => droppedZip(dropped)))
      }}
    />
  )
}

type FilePickerProps = {
  method: 'folder' | 'zip'
  disabled: boolean
  /** True when files are chosen already. */
  compact: boolean
  onPick: (read: ReadPicked) => void
  onSeen: (files: number) => void
}

/** The request to the worker: a ZIP, and the owner's choice of its files. */
export interface UnzipRequest {
  zip: Blob
  choice: Choice
}

/** The messages of the worker: the number of files unpacked so far, then all files or the error. */
export type UnzipAnswer = { seen: number } | { checked: CheckedFiles<PickedFile> } | { error: string }

/**
 * Unpacks and checks the files of a chosen ZIP in a worker, so that the page stays responsive. Throws an Error with the
 * message to show.
 */
async function filesOfZip(
  zip: File,
  { choice, onSeen }: { choice: Choice; onSeen?: (files: number) => void },
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
      worker.postMessage({ zip, choice } satisfies UnzipRequest)
    })
  } finally {
    worker.terminate()
  }
}

/** Returns the dropped ZIP. Throws an Error with the specification's message when it is not exactly one ZIP. */
function droppedZip([zip, ...others]: readonly File[]): File {
  if (!zip || others.length > 0 || !isZip(zip)) throw new Error('Please drop a ZIP file.')
  return zip
}

const isZip = ({ name }: File) => name.toLowerCase().endsWith('.zip')
const noWorker = 'Failed to extract ZIP on client. Try again or upload folder.'
