/** A file to upload and its path inside the project. */
export interface PickedFile {
  path: string
  file: Blob
}

/** The files of a folder chosen by the browser's folder dialog. */
export const filesOfFolder = (files: readonly File[]): PickedFile[] =>
  files.map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** The files below a dropped folder. Throws an Error with the specification's message for anything else. */
export async function filesOfDrop(data: DataTransfer): Promise<PickedFile[]> {
  // Entries must be taken before the first pause: the browser empties the list afterwards.
  const entries = [...data.items]
    .map((item) => item.webkitGetAsEntry?.())
    .filter((entry) => entry !== null && entry !== undefined)
  if (entries.length === 0)
    throw new Error('This browser cannot read dropped folders. Please use the button to choose the folder.')
  if (!entries.every((entry) => entry.isDirectory))
    throw new Error('Please drop a folder, not individual files.')
  return (await Promise.all(entries.map(filesBelow))).flat()
}

/** The files in a ZIP, unpacked in a worker so that the page stays quick. */
export async function filesOfZip(zip: File): Promise<PickedFile[]> {
  if (!zip.name.toLowerCase().endsWith('.zip'))
    throw new Error('Please select a ZIP file for this upload method.')
  const worker = new Worker(new URL('./unzip-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Unzipped>) => {
        if ('error' in data) reject(new Error('Failed to extract ZIP on client. Try again or upload folder.'))
        else resolve(data.files.map(({ path, bytes }) => ({ path, file: new Blob([bytes]) })))
      })
      worker.addEventListener('error', () =>
        reject(new Error('Failed to extract ZIP on client. Try again or upload folder.')),
      )
      worker.postMessage(zip)
    })
  } finally {
    worker.terminate()
  }
}

/** What the worker answers. */
export type Unzipped = { files: { path: string; bytes: Uint8Array<ArrayBuffer> }[] } | { error: string }

async function filesBelow(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const inside: FileSystemEntry[] = []
  // A reader hands out at most 100 entries at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) break
    inside.push(...some)
  }
  return (await Promise.all(inside.map(filesBelow))).flat()
}
