import type { Api } from '#contract/client.ts'
import { findings as calls } from '#contract/projects/findings.ts'

import { type FormAnswer, mistakesIn, textIn, unlessUnanswered } from '../../shell/form/use-form.ts'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import type { Route } from './+types/findings-route'

export const shouldRevalidate = unlessUnanswered

/** What was found in the files of the signed-in owner's project, or why it could not be read. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  try {
    return { findings: (await api.findings.get({ params: { id: params.id } })).findings }
  } catch (thrown) {
    return { problem: problemOf(thrown, 'Failed to load what was found').message }
  }
}

/** Explains a finding, takes the reason back, asks for another check, or takes technologies over into the project's details. */
export async function clientAction({
  context,
  request,
  params,
}: Route.ClientActionArgs): Promise<FormAnswer & { done?: string }> {
  const api = context.get(apiContext)
  const form = await request.formData()
  const work = { waive, unwaive, recheck, technologies }[textIn(form, 'intent')]
  if (!work) return { message: 'Reload the page and try again.' }
  try {
    return await work(api, { params: { id: params.id } }, form)
  } catch (thrown) {
    return problemOf(thrown, 'This was not saved. Please try again.')
  }
}

type Of = { params: { id: string } }
type Rule = Parameters<Api['findings']['waive']>[0]['body']['rule']

async function waive(api: Api, of: Of, form: FormData) {
  const body = {
    rule: textIn(form, 'rule') as Rule,
    file: textIn(form, 'file'),
    marks: form.getAll('mark').map(String),
    reason: textIn(form, 'reason') || textIn(form, 'ownReason'),
  }
  const mistakes = mistakesIn(calls.waive.body, body)
  if (mistakes) return { message: mistakes.message, fields: { ownReason: mistakes.message ?? 'Say why' } }
  await api.findings.waive({ ...of, body })
  return { done: 'Noted. Our staff read your reason.' }
}

async function unwaive(api: Api, of: Of, form: FormData) {
  const query = {
    rule: textIn(form, 'rule') as Rule,
    file: textIn(form, 'file'),
    mark: textIn(form, 'mark'),
  }
  await api.findings.unwaive({ ...of, query })
  return { done: 'Taken back.' }
}

async function recheck(api: Api, of: Of) {
  await api.findings.recheck(of)
  return { done: 'The check has been asked for.' }
}

async function technologies(api: Api, of: Of, form: FormData) {
  const added = form.getAll('technology').map(String)
  const { project } = await api.projects.get(of)
  const known = new Set(project.technologies)
  const all = [...project.technologies, ...added.filter((name) => !known.has(name))]
  await api.projects.update({ ...of, body: { technologies: all } })
  return { done: 'Added to the technologies.' }
}
