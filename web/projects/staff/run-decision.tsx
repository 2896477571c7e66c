import type { OwnRunRecord } from '#contract/projects/runs.ts'
import { type RunDecision as Decision, staffRuns } from '#contract/projects/staff/runs.ts'

import { formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { checked, textIn } from '../../shell/form/use-form.ts'
import { DecisionForm } from '../../shell/staff-case.tsx'

/** Carries out what staff decide about a record. */
export const decideRun = formAction('Failed to decide', async ({ api, form }) => {
  const body = checked(staffRuns.decide.body, form)
  await api.staffRuns.decide({
    params: { id: textIn(form, 'run') },
    body: { ...body, ownerNote: body.ownerNote ?? '' },
  })
  return doneTexts[body.decision]
})

const doneTexts: Record<Decision, string> = {
  show: 'Everybody sees this run.',
  show_public: 'Everybody sees this run without the pages behind a sign-in.',
  hide: 'This run is hidden.',
}

/**
 * The buttons by which staff decide who sees a record, without the one that holds already; nothing for a record that says
 * nothing a stranger wrote. `action`: the address of the route that decides, where it is not the page itself.
 */
export function RunDecision({ run, action, children }: RunDecisionProps) {
  const form = useActionForm({}, { action })
  if (!isDecided(run)) return null
  const hasBehind = run.pages.some(({ after }) => after !== '')
  const now = decisionOf(run)
  const offered = ([hasBehind ? 'show_public' : undefined, 'show', 'hide'] as const)
    .filter((decision) => decision !== undefined && decision !== now)
    .map((decision) => ({
      value: decision!,
      label: decision === 'show' && hasBehind ? 'Show All' : labels[decision!],
      tone: 'quiet' as const,
    }))
  return (
    <DecisionForm
      form={form}
      fields={{ intent: 'decide', run: run._id, ownerNote: run.ownerNote ?? '' }}
      decisions={offered}
    >
      {children}
    </DecisionForm>
  )
}

interface RunDecisionProps {
  run: OwnRunRecord
  action?: string
  children: React.ReactNode
}

/** Tells whether staff decide who sees a record. What is not tried is shown by itself. */
export const isDecided = ({ outcome, machineFailed }: OwnRunRecord): boolean =>
  outcome !== 'not_tried' && !machineFailed

/** What staff decided of a record; undefined while it waits. */
const decisionOf = ({ waitsForStaff, isShown, isBehindShown }: OwnRunRecord): Decision | undefined =>
  waitsForStaff ? undefined : !isShown ? 'hide' : isBehindShown ? 'show' : 'show_public'

const labels: Record<Decision, string> = {
  show: 'Show',
  show_public: 'Show Public Pages',
  hide: 'Hide',
}
