import { formAction, formActions } from '../../shell/form/action-form.tsx'
import { textIn } from '../../shell/form/use-form.ts'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { askForRun } from '../run-again.tsx'
import type { Route } from './+types/runs-route'

/** Loads the runs of the signed-in owner's project, or the problem when they could not be loaded. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  try {
    return { runs: await context.get(apiContext).runs.list({ params: { id: params.id } }) }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load the runs').message }
  }
}

/** The actions that ask for a run, and save the owner's note about one that failed. */
export const clientAction = formActions({
  run: askForRun,
  note: formAction('The note was not saved', async ({ api, form, params }) => {
    const note = textIn(form, 'note')
    await api.runs.note({ params, body: { note } })
    return note ? 'The note is saved.' : 'The note is removed.'
  }),
})
