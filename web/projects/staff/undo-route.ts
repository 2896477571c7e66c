import { redirect } from 'react-router'

import { formAction } from '../../shell/form/action-form.tsx'
import { problemOf } from '../../shell/session/api.ts'
import { notify } from '../../ui/notices.tsx'

/** Takes back one's own last decision on a project and leads to it. */
export const clientAction = formAction(undefined, async ({ api, params, request }) => {
  try {
    await api.verification.undo({ params })
    notify('Taken back. Nobody was told.', { tone: 'done' })
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    notify(problemOf(thrown, 'Failed to take it back').message ?? '', { tone: 'failed' })
  }
  return redirect(`/admin/projects/${params.id}${new URL(request.url).search}`)
})
