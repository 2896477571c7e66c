import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'

import { counted, formatCount } from '#contract/kit/format.ts'

import { canChooseFolder, filesOfDrop, filesOfFolder, folderDialog } from '../../projects/upload/folders.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { useAnnouncement } from '../../ui/announcer.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Callout } from '../../ui/status.tsx'
import type { Route } from './+types/verify-files-page'
import { FilesAnswer, HowItIsChecked } from './files-answer.tsx'
import { type Chosen, type CompareWith, type FilesState, useFiles } from './use-files.ts'

export const handle: PageHandle = { title: 'Check files' }

export const loader = ({ context }: Route.LoaderArgs) => context.get(apiContext).verifiedFiles.log()

/** The page on which anybody checks whether files are those that staff verified; the files stay in the browser. */
export default function VerifyFilesPage({ loaderData: { log } }: Route.ComponentProps) {
  const compareWith = compareWithOf(useSearchParams()[0])
  const { state, read, ask } = useFiles(compareWith)
  useAnnouncement(announcementOf(state))
  return (
    <Page className="pb-12">
      <PageHead
        title="Are these the files we verified?"
        lead="Drop the ZIP of a project. Your browser reads it and sends us one number, its content hash, and never a file."
      />
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <div className="flex min-w-0 flex-col gap-5">
          <Picker disabled={state.phase === 'reading'} compact={state.phase !== 'idle'} onPick={read} />
          {state.phase === 'reading' && (
            <Progress
              label="Reading the files..."
              detail={state.seen > 0 ? counted(state.seen, 'file') : ''}
            />
          )}
          {state.phase === 'unreadable' && (
            <Callout
              tone="stopped"
              shown
              title={state.isOther ? 'Not as we verified it' : 'These files could not be read'}
            >
              {state.message}
            </Callout>
          )}
          {state.phase === 'asking' && <Progress label="Asking what they are..." />}
          {state.phase === 'unasked' && (
            <Callout
              tone="waiting"
              shown
              title="The files are read, and we could not be asked"
              action={
                <Button size="small" tone="quiet" onClick={() => ask(state.summed)}>
                  Ask Again
                </Button>
              }
            >
              {`${state.message} So it is not known whether we verified them, and what the log says of them. Their content hash is ${state.summed.contentHash}.`}
            </Callout>
          )}
          {state.phase === 'answered' && <FilesAnswer {...state} canCompare={compareWith !== undefined} />}
        </div>
        <HowItIsChecked log={state.phase === 'answered' ? state.answer.log : log} />
      </div>
      <p className="mt-8">
        <TextLink to="/verify">Check a licence by its code</TextLink>
      </p>
    </Page>
  )
}

const never = () => () => {}

/** The release that a link names to compare with. */
function compareWithOf(parameters: URLSearchParams): CompareWith | undefined {
  const projectId = parameters.get('project')
  const release = Number(parameters.get('release'))
  return projectId ? { projectId, release: release > 0 ? release : undefined } : undefined
}

/** The places to drop or choose a ZIP or a folder. */
function Picker({ disabled, compact, onPick }: PickerProps) {
  // Only a browser knows.
  const hasFolders = useSyncExternalStore(never, canChooseFolder, () => false)
  const dialog = hasFolders ? folderDialog() : undefined
  const ask = async () => {
    const reading = await dialog!().catch((thrown: unknown) => () => Promise.reject(thrown))
    if (reading) onPick({ folder: reading() })
  }
  const drop = (data: DataTransfer) => {
    const [zip, ...others] = data.files
    const isFolder = [...data.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory)
    if (isFolder) onPick({ folder: filesOfDrop(data) })
    else if (zip && others.length === 0) onPick({ zip })
    else onPick({ folder: Promise.reject(new Error('Please drop one ZIP, or the folder of the project.')) })
  }
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label={compact ? 'Drop another ZIP or folder here' : 'Drop a ZIP or a folder here'}
        button="Choose ZIP"
        compact={compact}
        accept=".zip,application/zip"
        disabled={disabled}
        onPick={([zip]) => zip && onPick({ zip })}
        onDrop={drop}
      />
      {hasFolders && (
        <FileDrop
          label="Or the folder that you unpacked"
          button="Choose Folder"
          compact
          folder
          disabled={disabled}
          onPick={(files) => files.length > 0 && onPick({ folder: filesOfFolder(files) })}
          onDrop={drop}
          onAsk={dialog && (() => void ask())}
        />
      )}
    </div>
  )
}

interface PickerProps {
  disabled: boolean
  compact: boolean
  onPick: (chosen: Chosen) => void
}

/** What is read out while files are read, and when they are; the answers are read out by themselves. */
const announcementOf = (state: FilesState): string => {
  if (state.phase === 'reading') return 'Reading the files...'
  if (state.phase === 'asking') return `${formatCount(state.summed.sums.length)} files are read. Asking...`
  return ''
}
