import { counted, formatCount, sizeText } from '#contract/kit/format.ts'

import { LogInAgain } from '../../shell/page-states.tsx'
import { useAnnouncement } from '../../ui/announcer.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFoot } from '../../ui/dialog.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Callout } from '../../ui/status.tsx'
import { MonoList } from './picked-summary.tsx'
import type { Sent } from './upload.ts'
import { timeLeftText, type UploadState, type useUpload } from './use-upload.ts'

type Begun = Exclude<UploadState, { phase: 'idle' | 'done' }>

/** The progress of an upload, its problem if there is one, and its actions. */
export function UploadProgress({
  state,
  upload,
  onCancel,
}: {
  state: Begun
  upload: ReturnType<typeof useUpload>
  onCancel: () => void
}) {
  const { phase } = state
  useAnnouncement(
    phase === 'comparing' || phase === 'stopped' || phase === 'failed' ? '' : spokenLabel(state),
  )
  return (
    <>
      {phase === 'comparing' ? (
        <Progress label="Looking at what has arrived already..." />
      ) : (
        <div>
          <Progress
            label={labelOf(state)}
            value={state.sent.bytes}
            max={Math.max(1, state.sent.ofBytes)}
            detail={`${sizeText(state.sent.bytes)} of ${sizeText(state.sent.ofBytes)}`}
          />
          <p className="text-13 text-quiet mt-1.5 flex flex-wrap justify-between gap-x-4 tabular-nums">
            <span>{filesText(state.sent)}</span>
            {phase === 'sending' && <span>{timeLeftText(state.secondsLeft)}</span>}
          </p>
        </div>
      )}
      {phase === 'sending' && state.isWaiting && (
        <Callout tone="waiting">No connection. The upload goes on by itself when it is back.</Callout>
      )}
      {phase === 'stopped' && (
        <Callout tone="stopped" shown>
          {state.isSignedOut ? <LogInAgain button="Try Again" /> : <span>{state.message}</span>}
          {state.sent.files > 0 && <span>{'\nWhat has arrived is kept for a day.'}</span>}
        </Callout>
      )}
      {phase === 'failed' && (
        <Callout tone="stopped" shown title={`${counted(state.failed.length, 'file')} failed to upload`}>
          <MonoList
            label="Files that failed"
            rows={state.failed.map(({ path, error }) => `${path}: ${error}`)}
          />
          <p>All others have arrived.</p>
        </Callout>
      )}
      <DialogFoot stacked={phase === 'failed'}>
        <Button tone="quiet" onClick={onCancel}>
          Cancel Upload
        </Button>
        {phase === 'failed' && (
          <Button tone="quiet" onClick={upload.leaveOut}>
            Finish Without Them
          </Button>
        )}
        {phase === 'sending' ? (
          <Button tone="quiet" onClick={upload.pause}>
            Pause
          </Button>
        ) : (
          phase !== 'comparing' && (
            <Button onClick={upload.goOn}>{phase === 'paused' ? 'Go On' : 'Try Again'}</Button>
          )
        )}
      </DialogFoot>
    </>
  )
}

/** The label with the quarter that is done, because each file would be too much to hear. */
function spokenLabel(state: Exclude<Begun, { phase: 'comparing' }>) {
  const { bytes, ofBytes } = state.sent
  const quarters = Math.floor((4 * bytes) / Math.max(1, ofBytes))
  return state.phase === 'sending' && !state.isWaiting
    ? `${labelOf(state)} ${quarters * 25}%`
    : labelOf(state)
}

function labelOf(state: Exclude<Begun, { phase: 'comparing' }>) {
  if (state.phase === 'paused') return 'Paused'
  if (state.phase !== 'sending') return 'Stopped'
  if (state.isWaiting) return 'Waiting for a connection'
  return state.sent.files === state.sent.ofFiles ? 'Finishing...' : 'Uploading...'
}

const filesText = ({ files, ofFiles }: Sent) => `${formatCount(files)} of ${counted(ofFiles, 'file')}`
