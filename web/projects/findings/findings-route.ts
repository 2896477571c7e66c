import type { Call } from '#contract/kit/endpoint.ts'
import { findings as calls } from '#contract/projects/findings.ts'

import { formAction, formActions } from '../../shell/form/action-form.tsx'
import { validationErrors, textIn, fieldError } from '../../shell/form/use-form.ts'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import type { Route } from './+types/findings-route'

/** Loads the findings of the signed-in owner's project, or the problem when they could not be loaded. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  try {
    return { findings: (await api.findings.get({ params: { id: params.id } })).findings }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load what was found').message }
  }
}

const notSaved = 'This was not saved. Please try again.'

/**
 * The actions that explain a finding, withdraw the reason, request another check, or add technologies to the project's
 * details.
 */
export const clientAction = formActions({
  waive: formAction(notSaved, async ({ api, form, params }) => {
    const entered = {
      rule: textIn(form, 'rule'),
      file: textIn(form, 'file'),
      marks: form.getAll('mark').map(String),
      reason: textIn(form, 'reason') || textIn(form, 'ownReason'),
    }
    const mistakes = validationErrors(calls.waive.body, entered)
    if (mistakes) throw fieldError('ownReason', mistakes.message ?? 'Say why')
    await api.findings.waive({ params, body: entered as Waiver })
    return 'Noted. Our staff read your reason.'
  }),
  unwaive: formAction(notSaved, async ({ api, form, params }) => {
    const [file, mark] = [textIn(form, 'file'), textIn(form, 'mark')]
    await api.findings.unwaive({
      params,
      query: { rule: textIn(form, 'rule') as Waiver['rule'], file, mark },
    })
    return 'Taken back.'
  }),
  recheck: formAction(notSaved, async ({ api, params }) => {
    await api.findings.recheck({ params })
  }),
  technologies: formAction(notSaved, async ({ api, form, params }) => {
    const added = form.getAll('technology').map(String)
    const { project } = await api.projects.get({ params })
    const all = [...new Set([...project.technologies, ...added])]
    await api.projects.update({ params, body: { technologies: all } })
    return 'Added to the technologies.'
  }),
})

type Waiver = Call<typeof calls.waive>['body']
