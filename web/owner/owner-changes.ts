import type { Api } from '#contract/client.ts'
import type { Call } from '#contract/endpoint.ts'
import type { projects } from '#contract/projects.ts'

import { textIn } from '../form-text.ts'
import { problemOf } from '../problem-of.ts'

/** What a change came to: a message of success, or what to mend. */
export interface Changed {
  done?: string
  message?: string
  fields?: Record<string, string>
}

/** Does what a form of the owner's page asks for, named by its `intent`. */
export async function changeProject(api: Api, id: string, form: FormData): Promise<Changed> {
  const intent = textIn(form, 'intent')
  const params = { id }
  try {
    switch (intent) {
      case 'delete':
        await api.projects.remove({ params })
        return { done: 'The project is deleted.' }
      case 'remove-image':
        await api.releases.removeImage({ params, query: { index: Number(textIn(form, 'index')) } })
        return {}
      case 'order-images':
        await api.releases.orderImages({
          params,
          body: { newOrder: JSON.parse(textIn(form, 'order')) as number[] },
        })
        return {}
      case 'add-images':
        return { done: (await api.releases.addImages({ params, form: only(form, 'images') })).message ?? '' }
      case 'add-report':
        await api.releases.addReport({ params, form: only(form, 'report', 'price') })
        return { done: 'The report is added.' }
      case 'change-report':
        await api.releases.changeReport({ params, form: only(form, 'report', 'price') })
        return { done: 'The report is changed.' }
      case 'remove-report':
        await api.releases.removeReport({ params })
        return { done: 'The report is removed from sale.' }
      default:
        return {
          done: (await api.projects.ownerUpdate({ params, body: editIn(form, intent) })).message ?? 'Saved.',
        }
    }
  } catch (thrown) {
    return problemOf(thrown)
  }
}

type Edit = Call<typeof projects.ownerUpdate>['body']

/** The fields of one section. */
function editIn(form: FormData, intent: string): Edit {
  const text = (name: string) => textIn(form, name)
  const list = (name: string) =>
    text(name)
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
  if (intent === 'details') return { title: text('title'), description: text('description') }
  if (intent === 'links')
    return { demoUrl: text('demoUrl'), technologies: list('technologies'), tags: list('tags') }
  const price = text('price')
  return {
    isActive: form.has('isActive'),
    price: price === '' ? undefined : Number(price),
    difficulty: text('difficulty'),
    category: text('category') as Edit['category'],
  }
}

/** The named fields alone, files that were not chosen left out. */
function only(form: FormData, ...names: string[]): FormData {
  const sent = new FormData()
  for (const name of names) {
    for (const value of form.getAll(name))
      if (typeof value === 'string' ? value.trim() : value.size > 0) sent.append(name, value)
  }
  return sent
}
