import { counted, sizeText } from '#contract/kit/format.ts'

import { Button } from '../../ui/button.tsx'
import { tooLargeMessage, type Sized, unreadableMessage } from './checked-files.ts'

/**
 * The files that keep an upload from beginning, because they are too large or cannot be opened, with buttons to leave
 * out one or all of them, and advice on what to do instead.
 */
export function FilesInTheWay({ tooLarge, largest, unreadable, onLeaveOut }: FilesInTheWayProps) {
  const large = [...tooLarge, ...largest]
  const all = [...large, ...unreadable]
  if (all.length === 0) return null
  return (
    <>
      {unreadable.length > 0 && (
        <Rows
          label="Files that cannot be opened"
          files={unreadable}
          labelOf={({ path }) => unreadableMessage(path)}
          onLeaveOut={onLeaveOut}
        />
      )}
      {tooLarge.length > 0 && (
        <Rows
          label="Files over the limit"
          files={tooLarge}
          labelOf={({ path }) => tooLargeMessage(path)}
          onLeaveOut={onLeaveOut}
        />
      )}
      {largest.length > 0 && (
        <>
          <p className="mt-2">
            {largest.length === 1
              ? 'Without its largest file it is small enough:'
              : `Without its ${largest.length} largest files it is small enough:`}
          </p>
          <Rows label="Largest files" files={largest} labelOf={({ path }) => path} onLeaveOut={onLeaveOut} />
        </>
      )}
      {all.length > 1 && (
        <Button
          tone="quiet"
          size="small"
          className="mt-1"
          onClick={() => onLeaveOut(all.map(({ path }) => path))}
        >
          {`Leave Out All ${all.length}`}
        </Button>
      )}
      {unreadable.length > 0 && <p className="mt-2">{unreadableAdvice}</p>}
      {large.length > 0 && (
        <p className="mt-2">{large.some(({ path }) => isVideo.test(path)) ? videoAdvice : otherAdvice}</p>
      )}
    </>
  )
}

function Rows({ label, files, labelOf, onLeaveOut }: RowsProps) {
  return (
    <ul
      aria-label={label}
      className="scroll-cue-below my-1 flex max-h-64 flex-col overflow-y-auto"
      tabIndex={files.length > 4 ? 0 : undefined}
    >
      {files.slice(0, maxRows).map((file) => (
        <li key={file.path} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1.5">
          <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
            {labelOf(file)}{' '}
            {file.size > 0 && <span className="text-13 text-quiet">{sizeText(file.size)}</span>}
          </span>
          <Button
            tone="link"
            size="small"
            aria-label={`Leave out ${file.path}`}
            onClick={() => onLeaveOut([file.path])}
          >
            Leave Out
          </Button>
        </li>
      ))}
      {files.length > maxRows && (
        <li className="text-quiet">{`and ${counted(files.length - maxRows, 'file')} more`}</li>
      )}
    </ul>
  )
}

const maxRows = 200
const isVideo = /\.(?:mp4|mov|mkv|avi|webm|wmv|m4v|3gp)$/i
const unreadableAdvice =
  'On Windows a path may be too long, or OneDrive has not fetched the file yet; it may be a link to nothing, or open in another program. Mend it and choose the folder again, or leave it out: the others are sent.'
const videoAdvice =
  'A video is better as a link: put it on YouTube or Google Drive, and the link into the demo link or the README. Buyers watch it before they pay, and their download stays small.'
const otherAdvice =
  'Large data is better as a link: say in the README where it can be downloaded. The project then starts without a long wait, and its download stays small.'

interface FilesInTheWayProps {
  unreadable: readonly Sized[]
  tooLarge: readonly Sized[]
  largest: readonly Sized[]
  onLeaveOut: (paths: string[]) => void
}

interface RowsProps {
  label: string
  files: readonly Sized[]
  labelOf: (file: Sized) => string
  onLeaveOut: (paths: string[]) => void
}
