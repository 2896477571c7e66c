import { filesBelow, type Folder, type OnSeen } from './walk.ts'

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
      yield entry.kind === 'directory' ? folderOfHandle(entry) : { name: entry.name, open: () => entry.getFile() }
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
