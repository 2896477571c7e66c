import type { FormAnswer } from '../../shell/form/use-form.ts'
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
export async function clientAction({
  context,
  params,
}: Route.ClientActionArgs): Promise<FormAnswer & { done?: string }> {
  const api = context.get(apiContext)
  try {
    await api.findings.recheck({ params: { id: params.id } })
    return { done: 'The check has been asked for.' }
  } catch (thrown) {
    return problemOf(thrown, 'Failed to ask for another check')
  }
}
