import { Link } from 'react-router'

import { runSentence } from '#contract/projects/run-sentence.ts'
import type { HeldRun } from '#contract/projects/staff/runs.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { CaseSheet } from '../../shell/staff-case.tsx'
import { StaffList } from '../../shell/staff-list.tsx'
import { Callout, Status } from '../../ui/status.tsx'
import type { Route } from './+types/runs-page'
import { decideRun, RunDecision } from './run-decision.tsx'
import { RunSeen } from './run-sheet.tsx'

export const handle: PageHandle = {
  title: 'Runs to look at',
  failure: 'Failed to load the runs',
}

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  return context.get(apiContext).staffRuns.list()
}

export const clientAction = decideRun

export default function RunsPage({ loaderData: { runs } }: Route.ComponentProps) {
  return (
    <StaffList
      title="Runs to look at"
      lead="What our machine saw of projects on sale and buyers do not see yet: what did not run, what ran in another way than staff saw it, and pages behind a sign-in. What they see now stays until you decide."
      rows={runs.map((held) => ({ ...held, _id: held.run._id }))}
      card={heldRun}
      empty={{ title: 'No run waits for you' }}
    />
  )
}

const heldRun = (held: HeldRun) => <HeldRunSheet key={held.run._id} held={held} />

/** A run record that waits, beside what everybody sees meanwhile, and the decision. */
function HeldRunSheet({ held: { projectId, projectTitle, run, shown, why, hasPersonalData } }: HeldProps) {
  return (
    <CaseSheet
      label={`Run, ${projectTitle}`}
      title={projectTitle}
      status={<Status tone="waiting">{whyLabels[why]}</Status>}
      decision={
        <RunDecision run={run}>
          <p>
            <span className="text-quiet">Everybody sees now: </span>
            {shownText(run._id, shown)}
          </p>
          {hasPersonalData && (
            <Callout tone="waiting">
              The check found data of people in the files. Look at each picture behind the sign-in before you
              show it.
            </Callout>
          )}
        </RunDecision>
      }
    >
      <RunSeen run={run} isNewest />
      <p>
        <Link to={`/admin/projects/${projectId}#run`} className="link-rule">
          Open the project
        </Link>
      </p>
    </CaseSheet>
  )
}

interface HeldProps {
  held: HeldRun
}

const whyLabels: Record<HeldRun['why'], string> = {
  failed: 'Did not run',
  unseen: 'Not seen by staff yet',
  behind: 'Pages behind a sign-in',
}

function shownText(runId: string, shown: HeldRun['shown']): string {
  if (!shown) return 'nothing'
  return shown._id === runId ? 'this run, without the pages behind a sign-in' : runSentence(shown)
}
