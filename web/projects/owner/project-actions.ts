import type { Api } from '#contract/client.ts'
import type { Call } from '#contract/endpoint.ts'
import { counted } from '#contract/format.ts'
import { OwnerEdit } from '#contract/projects/edits.ts'
import type { projects } from '#contract/projects/projects.ts'

import type { ActionAnswer } from '../../shell/form/action-form.tsx'
import { entriesIn, mistakesIn, numberIn, textIn } from '../../shell/form/use-form.ts'
import { problemOf, problemWithStatus } from '../../shell/session/api.ts'
import { extrasIn } from './terms-fields.tsx'

/** What a change came to. */
export interface Changed extends ActionAnswer {
  /** The id of a copy that was made. */
  copy?: string
}

/** Does what a form of the owner's page asks for, named by its `intent`. */
export async function changeProject(api: Api, id: string, form: FormData): Promise<Changed> {
  const intent = textIn(form, 'intent')
  const params = { id }
  try {
    switch (intent) {
      case 'delete':
        return { done: (await api.projects.remove({ params })).message ?? 'The project is deleted.' }
      case 'archive':
        await api.projects.archive({ params })
        return { done: 'The project is archived. It is below My Projects.' }
      case 'restore':
        await api.projects.restore({ params })
        return { done: 'The project is back.' }
      case 'duplicate':
        return {
          done: 'This is the copy. Add its own files and pictures.',
          copy: (await api.projects.duplicate({ params }))._id,
        }
      case 'delete-files':
        return await deleteFiles(api, id)
      case 'release-notes':
        await api.source.setNotes({
          params: { id, number: textIn(form, 'number') },
          body: { notes: textIn(form, 'notes') },
        })
        return { done: 'The notes are saved.' }
      case 'add-sample':
        await api.samples.add({ params, body: { path: textIn(form, 'path') } })
        return { done: 'Everybody may read this file before paying.' }
      case 'remove-sample':
        await api.samples.remove({ params: { id, number: textIn(form, 'number') } })
        return { done: 'The file is closed again.' }
      case 'remove-image':
      case 'order-images':
      case 'add-images':
      case 'describe-images':
        return await changeImages(api, id, intent, form)
      case 'add-report':
      case 'change-report':
      case 'remove-report':
        return await changeReport(api, id, intent, form)
      default:
        return await editProject(api, id, editIn(form, intent))
    }
  } catch (thrown) {
    return (intent === 'delete-files' ? problemWithStatus : problemOf)(thrown, failures[intent])
  }
}

/** What failed, where the specification has no sentence for the call. */
const failures: Record<string, string> = {
  archive: 'Failed to save project',
  restore: 'Failed to save project',
  duplicate: 'Failed to save project',
  'delete-files': 'Failed to delete project files',
  'release-notes': 'Failed to save project',
  'add-sample': 'Failed to save the sample',
  'remove-sample': 'Failed to remove the sample',
  'describe-images': 'Failed to save the descriptions',
}

async function deleteFiles(api: Api, id: string): Promise<Changed> {
  const { message } = await api.releases.removeFiles({ params: { id } })
  return { done: message ?? 'The project files are deleted.' }
}

type ReportIntent = 'add-report' | 'change-report' | 'remove-report'

async function changeReport(api: Api, id: string, intent: ReportIntent, form: FormData): Promise<Changed> {
  const params = { id }
  const sent = { params, form: only(form, 'report', 'price') }
  const calls = {
    'add-report': () => api.releases.addReport(sent),
    'change-report': () => api.releases.changeReport(sent),
    'remove-report': () => api.releases.removeReport({ params }),
  }
  const { sentToReview } = await calls[intent]()
  return { done: [reportDone[intent], sentToReview && requiresReview].filter(Boolean).join(' ') }
}

const reportDone: Record<ReportIntent, string> = {
  'add-report': 'The report is added.',
  'change-report': 'The report is changed.',
  'remove-report': 'The report is removed from sale.',
}

const requiresReview = 'Project requires re-verification by an admin.'

type ImageIntent = 'remove-image' | 'order-images' | 'add-images' | 'describe-images'

/** Moving pictures is its own answer, unless staff have to look at it. */
async function changeImages(api: Api, id: string, intent: ImageIntent, form: FormData): Promise<Changed> {
  const params = { id }
  const calls = {
    'remove-image': () => api.releases.removeImage({ params, query: { url: textIn(form, 'url') } }),
    'order-images': () => {
      const newOrder = JSON.parse(textIn(form, 'order')) as number[]
      return api.releases.orderImages({ params, body: { newOrder } })
    },
    'add-images': () => api.releases.addImages({ params, form: only(form, 'images') }),
    'describe-images': () =>
      api.releases.describeImages({ params, body: { descriptions: descriptionsIn(form) } }),
  }
  const { images, message, sentToReview } = await calls[intent]()
  // With a message not everything was done: what is there now is told, and the page is loaded again.
  const outcome = message ? `The project has ${counted(images.length, 'picture')} now.` : imagesDone[intent]
  const hasNotice = message || sentToReview || intent === 'remove-image' || intent === 'describe-images'
  return {
    ...(hasNotice && { done: [outcome, sentToReview && requiresReview].filter(Boolean).join(' ') }),
    ...(message && { message }),
  }
}

const imagesDone: Record<ImageIntent, string> = {
  'remove-image': 'The picture is deleted.',
  'order-images': 'The pictures are in their new order.',
  'add-images': 'The pictures are added.',
  'describe-images': 'The descriptions are saved.',
}

/** Each picture's url with what was written beside it. */
const descriptionsIn = (form: FormData) =>
  form
    .getAll('url')
    .filter((url) => typeof url === 'string')
    .map((url) => ({ url, alt: textIn(form, wordsField(url)) }))

/** The field in which stands what the picture of an address shows. */
export const wordsField = (url: string) => `alt-${url}`

async function editProject(api: Api, id: string, body: Edit): Promise<Changed> {
  const mistakes = mistakesIn(OwnerEdit, body)
  if (mistakes) return mistakes
  const { message } = await api.projects.ownerUpdate({ params: { id }, body })
  return { done: message ?? 'Saved.' }
}

type Edit = Call<typeof projects.ownerUpdate>['body']

/** The fields of one section. */
function editIn(form: FormData, intent: string): Edit {
  const text = (name: string) => textIn(form, name)
  if (intent === 'details') return { title: text('title'), description: text('description') }
  if (intent === 'features')
    return {
      features: entriesIn(form, 'features', '\n'),
      requirements: entriesIn(form, 'requirements', '\n'),
    }
  if (intent === 'links')
    return {
      demoUrl: text('demoUrl'),
      githubUrl: text('githubUrl'),
      technologies: entriesIn(form, 'technologies', ','),
      tags: entriesIn(form, 'tags', ','),
    }
  if (intent === 'terms') return { licence: text('licence') as Edit['licence'], ...extrasIn(form) }
  return {
    isActive: form.has('isActive'),
    price: numberIn(form, 'price'),
    ...(form.has('bundlePrice') && { bundlePrice: numberIn(form, 'bundlePrice') ?? null }),
    difficulty: text('difficulty'),
    category: text('category') as Edit['category'],
  }
}

/** The named fields alone, files that were not chosen left out. */
function only(form: FormData, ...names: string[]): FormData {
  const sent = new FormData()
  for (const name of names) {
    for (const value of form.getAll(name))
      if (typeof value === 'string' ? value.trim() : value.name) sent.append(name, value)
  }
  return sent
}
