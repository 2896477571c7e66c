import { day, minute } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import type { Project } from '#contract/projects/project.ts'
import { runSentence } from '#contract/projects/run-sentence.ts'
import type { OwnRunRecord, RunPage } from '#contract/projects/runs.ts'
import { isSentBackByChange } from '#contract/projects/verification.ts'

import { ActionButton, ActionForm, useAction, useActionForm } from '../../shell/form/action-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Field } from '../../ui/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { ErrorState } from '../../ui/placeholders.tsx'
import { Callout, Status } from '../../ui/status.tsx'
import { OpenRuns, RunAgain } from '../run-again.tsx'
import { EarlierRuns, TriedSignIns } from '../run-details.tsx'
import { RunRecordView } from '../run-record.tsx'
import { hasRuns, type Runs, runsAddress, runStatus, useRuns } from '../use-runs.ts'
import { saleNote } from './edit-section.tsx'
import { isListed } from './is-listed.ts'

/**
 * What our machine saw when it started the signed-in owner's project, what waits, and the form that asks for another
 * run. Renders nothing where no machine runs projects and there is no record.
 */
export function OwnerRun({ project }: { project: Project }) {
  const { _id, hasFiles, releaseNumber } = project
  const address = runsAddress('owner', _id)
  const { runs, problem, retry } = useRuns(address)
  if (!hasFiles || (!runs && problem === undefined) || (runs && !hasRuns(runs))) return null
  const badge = runs && runStatus(runs, releaseNumber)
  return (
    <Fold
      title="Run"
      id="run"
      detail={badge && <Status tone={badge.tone}>{badge.word}</Status>}
      open={badge === undefined || ['Running', 'Waiting', 'Did not run'].includes(badge.word)}
    >
      {runs ? (
        <OwnRuns project={project} runs={runs} action={address} />
      ) : (
        <ErrorState as="h3" title={problem} onRetry={retry} />
      )}
    </Fold>
  )
}

function OwnRuns({ project, runs, action }: { project: Project; runs: Runs; action: string }) {
  const { _id, releaseNumber } = project
  const [newest, ...earlier] = runs.runs
  // Another run of what is not tried would say the same.
  const isTried = newest?.outcome !== 'not_tried' || newest.machineFailed || newest.release !== releaseNumber
  return (
    <div className="flex flex-col gap-5 p-4 sm:p-5">
      {isTried && (
        <p className="text-14 text-quiet max-w-(--container-text)">
          We start each release as a buyer would, open its pages and try its sign-ins. Buyers read what we
          saw.
        </p>
      )}
      <OpenRuns runs={runs} release={releaseNumber} />
      {newest && <NewestRun project={project} run={newest} />}
      {newest?.outcome === 'failed' && (
        <RunNote key={newest._id} run={newest} mayNote={runs.mayNote} action={action} />
      )}
      {isTried && <RunAgain projectId={_id} runs={runs} action={action} forOwner />}
      <EarlierRuns runs={earlier} />
    </div>
  )
}

/** The newest record: in a sentence, with what to do, who sees it, and its pages, each to be used as a picture. */
function NewestRun({ project, run }: { project: Project; run: OwnRunRecord }) {
  const { outcome, machineFailed, release, ranAt } = run
  const add = useAction()
  const isNew = release === project.releaseNumber
  if (machineFailed)
    return (
      <Callout tone="waiting" title={`Our machine failed on ${day(ranAt)}`}>
        This says nothing of your project, and nobody else sees it. Run it again.
      </Callout>
    )
  return (
    <section aria-label="Newest run" className="flex flex-col gap-4">
      <div className="max-w-(--container-text)">
        {!isNew && (
          <p className="text-14 text-quiet">{`Of release ${release}; the newest is not run yet.`}</p>
        )}
        {outcome !== 'failed' && <p className="font-semibold wrap-anywhere">{runSentence(run)}</p>}
        <p className="text-14 text-quiet">
          {[outcome === 'failed' && `On ${minute(ranAt)}.`, seenText(run, isListed(project))]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      {run.pages.some(({ picture, broken }) => picture && !broken) && (
        <p className="text-14 text-quiet">
          {project.images.length >= limits.images
            ? `Your project has ${limits.images} pictures, which is the most. Delete one to use another.`
            : `“Use as a Picture” adds it to the pictures of your project. ${
                isSentBackByChange(project.verificationStatus)
                  ? `This sends the project back to review. ${saleNote(project)}`
                  : ''
              }`.trim()}
        </p>
      )}
      {outcome !== 'not_tried' && (
        <div>
          <RunRecordView
            run={run}
            withAdvice
            renderUnder={(page) => <UseAsPicture project={project} page={page} by={add} />}
          />
          <TriedSignIns run={run} />
        </div>
      )}
      <Failure>{add.failure}</Failure>
    </section>
  )
}

/** Who sees a record, for its owner. */
function seenText(
  { isShown, isBehindShown, waitsForStaff, outcome }: OwnRunRecord,
  isOnSale: boolean,
): string {
  if (isShown && !isOnSale) return 'Everybody sees this once the project is listed.'
  if (isShown && isBehindShown) return 'Everybody sees this.'
  if (isShown)
    return waitsForStaff
      ? 'Everybody sees this without the pages behind a sign-in, which our staff look at first.'
      : 'Everybody sees this without the pages behind a sign-in.'
  if (waitsForStaff) return 'Only you see this until our staff have looked at it.'
  return outcome === 'not_tried'
    ? 'Everybody sees this once the project is approved.'
    : 'Only you and our staff see this.'
}

/** The button that adds the picture of a page to the pictures of the project. */
function UseAsPicture({ project, page: { title, path, picture, broken }, by }: UseAsPictureProps) {
  if (!picture || broken || project.images.length >= limits.images) return null
  return (
    <ActionButton
      by={by}
      submit={{ intent: 'use-run-picture', picture: picture.url }}
      tone="link"
      size="small"
      pendingText="Adding..."
      aria-label={`Use as a Picture: ${title || path}`}
    >
      Use as a Picture
    </ActionButton>
  )
}

interface UseAsPictureProps {
  project: Project
  page: RunPage
  by: ReturnType<typeof useAction>
}

/** The note of an owner about a run that failed, which buyers read when staff show it. */
function RunNote({ run: { _id, ownerNote }, mayNote, action }: RunNoteProps) {
  const form = useActionForm(noteConstraints, { draft: `note on run ${_id}`, action })
  // A note that came too late stays on the screen with the reason.
  if (!mayNote && !form.message) return null
  return (
    <ActionForm form={form} intent="note" className="flex max-w-(--container-text) flex-col gap-3">
      <Field
        label="Your note about it"
        hint="If it is to be sold all the same, say why. Buyers read it beside the reason once our staff have approved it"
        {...form.field('note', ownerNote)}
      >
        <TextArea className="min-h-20!" />
      </Field>
      <Button
        type="submit"
        tone="quiet"
        className="self-start"
        pending={form.pending}
        pendingText="Saving..."
      >
        Save Note
      </Button>
    </ActionForm>
  )
}

/** Without a text the note is removed. */
const noteConstraints = { note: { maxLength: 500 } } as const

interface RunNoteProps {
  run: OwnRunRecord
  mayNote: boolean
  action: string
}
