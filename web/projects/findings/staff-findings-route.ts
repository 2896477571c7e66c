import { formAction } from '../../shell/form/action-form.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import type { Route } from './+types/staff-findings-route'

/** What was found in the files of a project, those findings too that owners do not see. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  try {
    return { findings: (await api.findings.get({ params: { id: params.id } })).findings }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load what was found').message }
  }
}

/** Asks for another check of files that could not be checked. */
export const clientAction = formAction('Failed to ask for another check', async ({ api, params }) => {
  await api.findings.recheck({ params })
})
