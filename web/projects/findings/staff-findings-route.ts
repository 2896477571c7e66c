import { redirect } from 'react-router'

import { formAction } from '../../shell/form/action-form.tsx'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { problemOf } from '../../shell/session/api.ts'
import { requireStaff } from '../../shell/session/staff-session.ts'
import type { Route } from './+types/staff-findings-route'

export const handle = { isPublic: false } satisfies PageHandle

/** Whoever comes here by hand is led to the project, where the findings are shown. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/admin/projects/${params.id}`)

/** What was found in the files of a project, those findings too that owners do not see. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
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
