import { minute } from '#contract/kit/format.ts'
import type { Project } from '#contract/projects/project.ts'
import { runSentence } from '#contract/projects/run-sentence.ts'
import { type OwnRunRecord, type RunCause } from '#contract/projects/runs.ts'

import { FactRows } from '../../ui/facts.tsx'
import { ErrorState } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout, Status } from '../../ui/status.tsx'
import { isListed } from '../owner/is-listed.ts'
import { OpenRuns, RunAgain } from '../run-again.tsx'
import { EarlierRuns, TriedSignIns } from '../run-details.tsx'
import { RunRecordView } from '../run-record.tsx'
import { hasRuns, runsAddress, runStatus, type useRuns } from '../use-runs.ts'
import { isDecided, RunDecision } from './run-decision.tsx'

/**
 * What our machine saw of a project, with who sees it and the form that asks for another run, for staff. Renders nothing
 * where no machine runs projects and there is no record.
 */
export function RunSheet({ project, loaded }: RunSheetProps) {
  const { _id, hasFiles, releaseNumber } = project
  const { runs, problem, retry } = loaded
  if (!hasFiles || (!runs && problem === undefined) || (runs && !hasRuns(runs))) return null
  const badge = runs && runStatus(runs, releaseNumber)
  const [newest, ...earlier] = runs?.runs ?? []
  const action = runsAddress('staff', _id)
  return (
    <Sheet as="section" id="run" aria-label="Run" className="scroll-mt-20">
      <SheetHead title="Run">{badge && <Status tone={badge.tone}>{badge.word}</Status>}</SheetHead>
      {runs ? (
        <div className="flex flex-col gap-5 p-4 sm:p-5">
          <OpenRuns runs={runs} release={releaseNumber} />
          {newest && <RunSeen run={newest} isNewest={newest.release === releaseNumber} />}
          {newest && isDecided(newest) && (
            <RunDecision key={newest._id} run={newest} action={action}>
              <p className="text-14 text-quiet">{seenText(newest, isListed(project))}</p>
            </RunDecision>
          )}
          <RunAgain projectId={_id} runs={runs} action={action} />
          <EarlierRuns runs={earlier} />
        </div>
      ) : (
        <ErrorState as="h3" title={problem} onRetry={retry} />
      )}
    </Sheet>
  )
}

interface RunSheetProps {
  project: Project
  loaded: ReturnType<typeof useRuns>
}

/** A run record with what only staff and owner read of it. */
export function RunSeen({ run, isNewest }: { run: OwnRunRecord; isNewest: boolean }) {
  const { outcome, machineFailed, release, ranAt, cause, startAt, seconds, mebibytes } = run
  if (machineFailed)
    return (
      <Callout tone="waiting" title="Our machine failed">
        Three tries ended before the run did, so this says nothing of the project. Run it again.
      </Callout>
    )
  return (
    <div className="flex max-w-4xl min-w-0 flex-col gap-4">
      {!isNewest && <p className="text-14 text-quiet">{`Of release ${release}, which is not the newest.`}</p>}
      {outcome !== 'failed' && (
        <p className="max-w-(--container-text) font-semibold wrap-anywhere">{runSentence(run)}</p>
      )}
      {outcome !== 'not_tried' && (
        <div>
          <RunRecordView run={run} withAdvice />
          <TriedSignIns run={run} />
        </div>
      )}
      <FactRows
        facts={[
          { term: 'ended', value: minute(ranAt) },
          { term: 'asked for', value: causeTexts[cause] },
          ...(startAt ? [{ term: 'started at', value: <span translate="no">{startAt}</span> }] : []),
          ...(seconds === null ? [] : [{ term: 'took', value: `${Math.round(seconds)} s` }]),
          ...(mebibytes === null ? [] : [{ term: 'memory', value: `${mebibytes} MiB` }]),
        ]}
      />
    </div>
  )
}

const causeTexts: Record<RunCause, string> = {
  upload: 'after the upload',
  sign_ins: 'after a change of the demo sign-ins',
  owner: 'by its owner',
  staff: 'by staff',
  night: 'by night',
}

/** Who sees a record, for staff. */
function seenText({ isShown, isBehindShown, waitsForStaff }: OwnRunRecord, isOnSale: boolean): string {
  if (isShown && !isOnSale) return 'Everybody sees this run once the project is listed.'
  if (isShown && isBehindShown) return 'Everybody sees this run.'
  if (isShown)
    return `Everybody sees this run without the pages behind a sign-in.${waitsForStaff ? ' Those wait for you.' : ''}`
  if (waitsForStaff && isOnSale) return 'Only its owner and staff see this run. It waits for you.'
  if (waitsForStaff)
    return 'Only its owner and staff see this run. Approving the project shows it, but where data of people was found not the pages behind a sign-in.'
  return 'Hidden: only its owner and staff see this run.'
}
