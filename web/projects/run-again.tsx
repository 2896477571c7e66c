import { counted, minute } from '#contract/kit/format.ts'
import { type OpenRun, runs as calls } from '#contract/projects/runs.ts'

import { ActionForm, formAction, useActionForm } from '../shell/form/action-form.tsx'
import { constraintsOf } from '../shell/form/constraints.ts'
import { checked } from '../shell/form/use-form.ts'
import { useAnnouncement } from '../ui/announcer.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { Callout } from '../ui/status.tsx'
import { type Runs, runStatus } from './use-runs.ts'

/** Asks for a run of the newest release, for its owner or staff. */
export const askForRun = formAction('It was not asked for', async ({ api, form, params }) => {
  const { startAt } = checked(calls.ask.body, form)
  await api.runs.ask({ params, body: { startAt: startAt ?? null } })
  return 'It will be run.'
})

/** What waits or is running now, with its place in the queue; what it came to is read out when it has ended. */
export function OpenRuns({ runs, release }: { runs: Runs; release: number | null }) {
  const { open, hasRunner } = runs
  useAnnouncement(`Run: ${runStatus(runs, release).word}`)
  return open.map((run) => (
    <Callout
      key={`${run.state} ${run.askedAt}`}
      tone={run.state === 'waiting' && !hasRunner ? 'waiting' : 'neutral'}
      title={run.state === 'running' ? 'It is being run now' : placeText(run)}
    >
      {[
        `Release ${run.release}, asked for on ${minute(run.askedAt)}${run.startAt ? `, starting at ${run.startAt}` : ''}.`,
        run.state === 'running'
          ? 'This takes a minute or two. You may leave this page; the result stays here.'
          : hasRunner
            ? ''
            : 'Our machine has not been seen for an hour. It is run when the machine is back.',
      ]
        .filter(Boolean)
        .join(' ')}
    </Callout>
  ))
}

const placeText = ({ place }: OpenRun) =>
  place === null || place <= 1
    ? 'It is next in the queue'
    : `It waits: ${counted(place - 1, 'run')} ${place === 2 ? 'comes' : 'come'} before it`

/** The form that asks for another run, with the page that is opened first; why there is none where it cannot be asked for. */
export function RunAgain({ projectId, runs, action, forOwner }: RunAgainProps) {
  const form = useActionForm(constraints, { draft: `run of ${projectId}`, action })
  const { mayAsk, whyNot, left, hasRunner, startAt, open } = runs
  const waits = open.some(({ state }) => state === 'waiting')
  const hasRun = runs.runs.length > 0 || open.length > 0
  // A form that was refused stays with its answer.
  if (!mayAsk && !form.message) return <p className="text-14 text-quiet">{whyNot}</p>
  return (
    <ActionForm form={form} intent="run" className="flex max-w-xl flex-col gap-3">
      <Field
        label="Start At"
        hint="The page that is opened first, such as admin/index.php. Empty: we look for it"
        {...form.field('startAt', open.find(({ state }) => state === 'waiting')?.startAt ?? startAt)}
      >
        <TextInput className="font-mono" autoCapitalize="none" autoComplete="off" spellCheck={false} />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" tone="quiet" pending={form.pending} pendingText="One moment...">
          {waits ? 'Change Start At' : hasRun ? 'Run Again' : 'Run It'}
        </Button>
        <p className="text-14 text-quiet min-w-0">
          {[
            forOwner && `${counted(left, 'run')} left today.`,
            !hasRunner && !waits && 'Our machine has not been seen for an hour: it waits until that is back.',
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
    </ActionForm>
  )
}

const constraints = constraintsOf(calls.ask.body)

interface RunAgainProps {
  projectId: string
  runs: Runs
  /** The address of the route that asks. */
  action: string
  forOwner?: boolean
}
