import { limits } from '#contract/kit/limits.ts'
import { withoutCommonFolder } from '#contract/projects/files.ts'

import { type Picked, type PickedFile, createExclusionFilter, createYielder } from './checked-files.ts'

/**
 * Reads the files of a folder chosen in a file field. Throws an Error with the specification's message for single
 * files.
 */
export async function filesOfFolder(chosen: readonly File[], onSeen?: OnSeen): Promise<Picked<PickedFile>> {
  const named = chosen.map((file) => file.webkitRelativePath || file.name)
  if (named.length > 0 && !named.some((path) => path.includes('/'))) throw new Error(notSingleFiles)
  const paths = withoutCommonFolder(named)
  const [slice, { takes, leftOut }] = [createYielder(), createExclusionFilter()]
  const files: PickedFile[] = []
  for (const [index, path] of paths.entries()) {
    // Reading a size accesses the disk, so only the files to upload are read.
    if (takes(path)) files.push({ path, size: chosen[index]!.size, file: chosen[index]! })
    const pause = slice()
    if (!pause) continue
    onSeen?.(index)
    await pause
  }
  return { files, leftOut: leftOut() }
}

/** Reads the files below dropped folders. Throws an Error with the specification's message for anything else. */
export async function filesOfDrop(data: DataTransfer, onSeen?: OnSeen): Promise<Picked<PickedFile>> {
  const items = [...data.items].filter(({ kind }) => kind === 'file')
  if (items.some((item) => typeof item.webkitGetAsEntry !== 'function')) throw new Error(unsupported)
  // The entries must be read before the first await: the browser empties the list afterwards.
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
    // A reader returns at most 100 entries at a time.
    for (;;) {
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      )
      if (batch.length === 0) return
      for (const inner of batch)
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
 * Returns a function that opens the browser's folder dialog (Chrome and Edge), or undefined where there is none. The
 * function resolves with a function that reads the folder, or undefined when the dialog was closed without a choice. A
 * file field would list every installed file first, which blocks the page.
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

/** Returns whether the browser can choose a folder; some old and mobile browsers offer single files only. */
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

/** A folder on the disk, from any of the browser's interfaces. Its entries are read lazily. */
export interface Folder {
  name: string
  entries(): AsyncIterable<Folder | Unopened>
}

interface Unopened {
  name: string
  open(): Promise<File>
}

/** Called with the number of files read so far. */
type OnSeen = (files: number) => void

/**
 * Reads the files below folders. It does not enter folders that are left out, so that installed packages take no time.
 * The name of a single top folder is removed from the paths. Throws an Error with the message to show when a folder
 * cannot be read.
 */
export async function filesBelow(tops: readonly Folder[], onSeen?: OnSeen): Promise<Picked<PickedFile>> {
  try {
    return await collectFiles(tops, onSeen)
  } catch (thrown) {
    throw new Error(`Error processing folder: ${(thrown as Error).message}`, { cause: thrown })
  }
}

async function collectFiles(tops: readonly Folder[], onSeen?: OnSeen) {
  const [slice, { takes, enters, leftOut }] = [createYielder(), createExclusionFilter()]
  const [files, empty]: [PickedFile[], string[]] = [[], []]
  const queue = tops.map((folder) => ({ folder, path: tops.length === 1 ? '' : folder.name }))
  for (const { folder, path } of queue) {
    if (path && !enters(path)) continue
    const wanted: { path: string; file: Unopened }[] = []
    let isEmpty = true
    try {
      for await (const inner of folder.entries()) {
        isEmpty = false
        const within = path ? `${path}/${inner.name}` : inner.name
        if ('entries' in inner) queue.push({ folder: inner, path: within })
        else if (takes(within)) wanted.push({ path: within, file: inner })
        await slice()
      }
    } catch (thrown) {
      if (!path) throw thrown
      isEmpty = false
      files.push(unreadable(`${path}/`))
    }
    if (isEmpty && path) empty.push(path)
    if (files.length + wanted.length > limits.folderFiles)
      throw new Error(`Too many files. Max ${limits.folderFiles}.`)
    while (wanted.length > 0) {
      files.push(...(await Promise.all(wanted.splice(0, maxOpenFiles).map(openFile))))
      onSeen?.(files.length)
      await slice()
    }
  }
  return { files, leftOut: leftOut(), emptyFolders: empty }
}

/** The number of files that are opened at once; the browser blocks the page until it has answered for all of them. */
const maxOpenFiles = 20

async function openFile({ path, file }: { path: string; file: Unopened }): Promise<PickedFile> {
  const open = await file.open().catch(() => undefined)
  return open ? { path, size: open.size, file: open } : unreadable(path)
}

const unreadable = (path: string): PickedFile => ({ path, size: 0, file: new Blob(), isUnreadable: true })
