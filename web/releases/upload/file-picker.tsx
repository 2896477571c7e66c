import { Callout } from '../../ui/feedback/callout.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { type CheckedFiles, checkFiles } from '../pick/check-files.ts'
import { canChooseFolder, folderDialog } from '../pick/folder-dialog.ts'
import { filesOfDrop, filesOfFolder } from '../pick/folder.ts'
import type { Picked, PickedFile } from '../pick/picked.ts'
import { droppedZip, filesOfZip } from '../pick/zip.ts'

/** Reads what was picked and checks it, without the paths that its owner leaves out; may be asked again with others. */
export type ReadPicked = (without: readonly string[]) => Promise<CheckedFiles<PickedFile>>

/** The zone on which a folder or a ZIP is dropped, with its button; hands on the way to read the files. */
export function FilePicker({ method, disabled, compact, onPick, onSeen }: FilePickerProps) {
  const folder =
    (picking: Promise<Picked<PickedFile>>): ReadPicked =>
    async (without) =>
      checkFiles(await picking, 'folder', without)
  const zipped =
    (zip: () => File): ReadPicked =>
    async (without) =>
      filesOfZip(zip(), { without, onSeen })
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

export type FilePickerProps = {
  method: 'folder' | 'zip'
  disabled: boolean
  /** Files are chosen already. */
  compact: boolean
  onPick: (read: ReadPicked) => void
  onSeen: (files: number) => void
}
