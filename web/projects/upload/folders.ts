import { limits } from '#contract/limits.ts'
import { withoutCommonFolder } from '#contract/projects/files.ts'

import { type Picked, type PickedFile, sieve, slices } from './checked-files.ts'

/** The files of a folder chosen in the browser's file field. Throws an Error with the specification's message for single files. */
export async function filesOfFolder(chosen: readonly File[], onSeen?: OnSeen): Promise<Picked<PickedFile>> {
  const named = chosen.map((file) => file.webkitRelativePath || file.name)
  if (named.length > 0 && !named.some((path) => path.includes('/'))) throw new Error(notSingleFiles)
  const paths = withoutCommonFolder(named)
  const [slice, { takes, leftOut }] = [slices(), sieve()]
  const files: PickedFile[] = []
  for (const [index, path] of paths.entries()) {
    // A file's size is asked of the disk, one by one: only of those that are uploaded.
    if (takes(path)) files.push({ path, size: chosen[index]!.size, file: chosen[index]! })
    const pause = slice()
    if (!pause) continue
    onSeen?.(index)
    await pause
  }
  return { files, leftOut: leftOut() }
}

/** The files below a dropped folder. Throws an Error with the specification's message for anything else. */
export async function filesOfDrop(data: DataTransfer, onSeen?: OnSeen): Promise<Picked<PickedFile>> {
  const items = [...data.items].filter(({ kind }) => kind === 'file')
  if (items.some((item) => typeof item.webkitGetAsEntry !== 'function')) throw new Error(unsupported)
  // Entries must be taken before the first pause: the browser empties the list afterwards.
  const entries = items.map((item) => item.webkitGetAsEntry())
  if (entries.length === 0 || !entries.every((entry) => entry?.isDirectory)) throw new Error(notAFolder)
  return filesBelow((entries as FileSystemDirectoryEntry[]).map(folderOfEntry), onSeen)
}

const notSingleFiles =
  'Please select a folder, not individual files. Choose the folder that holds your project.'
const notAFolder = 'Please drop a folder, not individual files.'
const unsupported = 'This browser cannot read dropped folders. Please use the button to choose the folder.'

const folderOfEntry = (entry: FileSystemDirectoryEntry): Folder => ({
  name: entry.name,
  async *entries() {
    const reader = entry.createReader()
    // A reader hands out at most 100 entries at a time.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      )
      if (some.length === 0) return
      for (const inner of some)
        if (isFolder(inner)) yield folderOfEntry(inner)
        else if (isFile(inner)) yield fileOf(inner)
    }
  },
})

const fileOf = (entry: FileSystemFileEntry) => ({
  name: entry.name,
  open: () => new Promise<File>((resolve, reject) => entry.file(resolve, reject)),
})

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/**
 * Asks for a folder in the dialog that hands over the folder itself, as Chrome and Edge have it; undefined where there is
 * none. A file field hands over each of 20,000 installed files first, and the page stands still for seconds. The answer is
 * how to read the folder, or undefined when nobody chose one.
 */
export function folderDialog() {
  const browser = window as WithDialog
  if (!browser.showDirectoryPicker) return undefined
  return async () => {
    try {
      const folder = folderOfHandle(await browser.showDirectoryPicker!({ id: 'project' }))
      return (onSeen?: OnSeen) => filesBelow([folder], onSeen)
    } catch (thrown) {
      if ((thrown as Error).name === 'AbortError') return undefined
      throw thrown
    }
  }
}

/** Whether the browser lets people choose a folder at all: some on phones and old ones do not, and offer single files. */
export const canChooseFolder = () =>
  'showDirectoryPicker' in window || 'webkitdirectory' in HTMLInputElement.prototype

const folderOfHandle = (handle: FolderHandle): Folder => ({
  name: handle.name,
  async *entries() {
    for await (const entry of handle.values())
      yield entry.kind === 'directory'
        ? folderOfHandle(entry)
        : { name: entry.name, open: () => entry.getFile() }
  },
})

interface WithDialog {
  showDirectoryPicker?: (options: { id: string }) => Promise<FolderHandle>
}

interface FolderHandle {
  kind: 'directory'
  name: string
  values(): AsyncIterable<FolderHandle | FileHandle>
}

interface FileHandle {
  kind: 'file'
  name: string
  getFile(): Promise<File>
}

/** A folder of the disk, however the browser hands it over; what lies in it is read when it is asked for. */
export interface Folder {
  name: string
  entries(): AsyncIterable<Folder | Unopened>
}

interface Unopened {
  name: string
  open(): Promise<File>
}

/** Hears how many files have been looked at so far. */
type OnSeen = (files: number) => void

/**
 * The files below folders, without looking into those that are left out: nobody waits for 20,000 installed files. The
 * folder around everything is taken off. Throws an Error with the text to show when a folder cannot be read.
 */
export async function filesBelow(tops: readonly Folder[], onSeen?: OnSeen): Promise<Picked<PickedFile>> {
  try {
    return await walked(tops, onSeen)
  } catch (thrown) {
    throw new Error(`Error processing folder: ${(thrown as Error).message}`, { cause: thrown })
  }
}

async function walked(tops: readonly Folder[], onSeen?: OnSeen) {
  const [slice, { takes, enters, leftOut }] = [slices(), sieve()]
  const files: PickedFile[] = []
  const waiting = tops.map((folder) => ({ folder, path: tops.length === 1 ? '' : folder.name }))
  for (const { folder, path } of waiting) {
    if (path && !enters(path)) continue
    const wanted: { path: string; file: Unopened }[] = []
    for await (const inner of folder.entries()) {
      const within = path ? `${path}/${inner.name}` : inner.name
      if ('entries' in inner) waiting.push({ folder: inner, path: within })
      else if (takes(within)) wanted.push({ path: within, file: inner })
      await slice()
    }
    if (files.length + wanted.length > limits.folderFiles)
      throw new Error(`Too many files. Max ${limits.folderFiles}.`)
    while (wanted.length > 0) {
      files.push(...(await Promise.all(wanted.splice(0, atOnce).map(opened))))
      onSeen?.(files.length)
      await slice()
    }
  }
  return { files, leftOut: leftOut() }
}

/** Files that are opened at once: the browser answers for all of them in one go. */
const atOnce = 20

async function opened({ path, file }: { path: string; file: Unopened }): Promise<PickedFile> {
  const open = await file.open()
  return { path, size: open.size, file: open }
}
