import { formAction } from '../../shell/form/action-form.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import type { Route } from './+types/staff-findings-route'

/**
 * Loads the findings of a project, including those that owners do not see, or the problem when they could not be
 * loaded.
 */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  try {
    return { findings: (await api.findings.get({ params: { id: params.id } })).findings }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load what was found').message }
  }
}

/** Requests another check of files that could not be checked. */
export const clientAction = formAction('Failed to ask for another check', async ({ api, params }) => {
  await api.findings.recheck({ params })
})
