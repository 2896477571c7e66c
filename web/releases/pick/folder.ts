import { withoutCommonFolder } from '#contract/files/paths.ts'

import { type Picked, type PickedFile, sieve } from './picked.ts'
import { slices } from './slices.ts'
import { filesBelow, type Folder, type OnSeen } from './walk.ts'

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
