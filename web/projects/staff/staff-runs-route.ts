import { formActions } from '../../shell/form/action-form.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { askForRun } from '../run-again.tsx'
import type { Route } from './+types/staff-runs-route'
import { decideRun } from './run-decision.tsx'

/** Loads the runs of a project, or the problem when they could not be loaded. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  try {
    return { runs: await context.get(apiContext).runs.list({ params: { id: params.id } }) }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load the runs').message }
  }
}

/** The actions that ask for a run, and decide who sees a record. */
export const clientAction = formActions({ run: askForRun, decide: decideRun })
