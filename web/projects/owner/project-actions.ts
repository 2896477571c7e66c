import { redirect } from 'react-router'

import { counted } from '#contract/kit/format.ts'
import { codeQuestionLimits } from '#contract/projects/code-questions.ts'
import { signInLimits } from '#contract/projects/demo-sign-ins.ts'
import { OwnerEdit } from '#contract/projects/edits.ts'
import type { Project, Thumbnail } from '#contract/projects/project.ts'

import { formAction, formActions, type FormCall } from '../../shell/form/action-form.tsx'
import { checked, entriesIn, FormError, numberIn, textIn } from '../../shell/form/use-form.ts'
import { problemOf, problemWithStatus } from '../../shell/session/api.ts'
import { notify } from '../../ui/notices.tsx'
import { rowsOf } from './form-rows.tsx'
import { extrasIn } from './terms-fields.tsx'

const requiresReview = 'Project requires re-verification by an admin.'

/**
 * The action that saves one section of the page: of its fields those that were changed. When the project has changed
 * since, in another tab or by staff, the owner first reads what these fields say now.
 */
const edit = (entered: (form: FormData) => object) =>
  formAction(undefined, async ({ api, form, params }) => {
    const seen = JSON.parse(textIn(form, 'seen')) as Project
    const changes = changesIn(OwnerEdit.parse(checked(OwnerEdit, entered(form))), seen)
    const accepted = OwnerEdit.pick({ ownerLicence: true }).parse({
      ownerLicence: textIn(form, 'ownerLicence') || undefined,
    })
    const save = (basedOn: string) =>
      api.projects.ownerUpdate({ params, body: { ...changes, ...accepted, basedOn } })
    const { message } = await save(textIn(form, 'basedOn')).catch(async (thrown: unknown) => {
      if (problemOf(thrown).code !== 'conflict') throw thrown
      const { project } = await api.projects.get({ params })
      const clashes = changesIn(changesIn(project, seen, Object.keys(changes)), changes)
      if (Object.keys(clashes).length === 0) return save(project.updatedAt)
      throw new FormError({
        code: 'conflict',
        message: 'This was changed elsewhere meanwhile. Press Save Changes again to put yours in its place.',
        fields: Object.fromEntries(
          Object.entries(clashes).map(([name, value]) => [name, `It now says: ${shown(value)}`]),
        ),
        entered: { basedOn: project.updatedAt },
      })
    })
    return message ?? 'Saved.'
  })

/** Returns those of the named fields of a record whose values differ from another's; all fields by default. */
const changesIn = <Fields extends object>(fields: Fields, before: object, names = Object.keys(fields)) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) =>
        names.includes(name) && JSON.stringify(value) !== JSON.stringify(before[name as keyof object]),
    ),
  ) as Partial<Fields>

/** Returns the value of a field in words. */
function shown(value: unknown): string {
  const text = Array.isArray(value) ? value.map(entryText).join(', ') : value
  const isSomething = typeof text === 'number' || (typeof text === 'string' && text !== '')
  return isSomething ? `“${text}”` : 'nothing'
}

const entryText = (entry: unknown): string =>
  typeof entry === 'object' && entry !== null ? Object.values(entry).join(' / ') : String(entry)

/** An action that changes the report on sale. */
const changeReport = (done: string, call: (call: FormCall) => Promise<{ sentToReview: boolean }>) =>
  formAction(undefined, async (form) => {
    const { sentToReview } = await call(form)
    return [done, sentToReview && requiresReview].filter(Boolean).join(' ')
  })

/** An action that changes the pictures. A `quiet` change shows no notice unless it failed in part or goes to review. */
const changeImages = ({ done, failure, quiet }: ImageTexts, call: (call: FormCall) => Promise<ImagesReply>) =>
  formAction(failure, async (form) => {
    const { images, message, sentToReview } = await call(form)
    // A message means that not everything was done, so the notice gives the present count too.
    const outcome = message ? `The project has ${counted(images.length, 'picture')} now.` : done
    const showsNotice = message !== undefined || sentToReview || !quiet
    return {
      ...(showsNotice && { done: [outcome, sentToReview && requiresReview].filter(Boolean).join(' ') }),
      message,
    }
  })

interface ImageTexts {
  done: string
  failure?: string
  quiet?: true
}

type ImagesReply = { images: readonly unknown[]; message?: string | undefined; sentToReview: boolean }

/**
 * The actions of the owner's project page. A failure without a sentence here shows the specification's sentence for its
 * call.
 */
export const projectActions = formActions({
  delete: formAction(undefined, async ({ api, params }) => {
    const { message } = await api.projects.remove({ params })
    notify(message ?? 'The project is deleted.', { tone: 'done' })
    return redirect('/profile?tab=projects')
  }),
  archive: formAction('Failed to save project', async ({ api, params }) => {
    await api.projects.archive({ params })
    return 'The project is archived. It is below My Projects.'
  }),
  restore: formAction('Failed to save project', async ({ api, params }) => {
    await api.projects.restore({ params })
    return 'The project is back.'
  }),
  'send-back': formAction('Failed to save project', async ({ api, params }) => {
    await api.projects.update({ params, body: { verificationStatus: 'pending' } })
    return 'Sent back. Our staff look at it again.'
  }),
  'take-back': formAction('Failed to save project', async ({ api, form, params }) => {
    const query = { basedOn: textIn(form, 'basedOn') }
    const { project } = await api.projects.takeBack({ params, query })
    return `Taken back. ${project.edition ? `Edition ${project.edition.number}` : 'What was approved'} holds again.`
  }),
  duplicate: formAction('Failed to save project', async ({ api, params }) => {
    const { _id } = await api.projects.duplicate({ params })
    notify('This is the copy. Add its own files and pictures.', { tone: 'done' })
    return redirect(`/owner/projects/${_id}`)
  }),
  'delete-files': formAction(
    (thrown) => problemWithStatus(thrown, 'Failed to delete project files'),
    async ({ api, params }) => {
      const { message } = await api.releases.removeFiles({ params })
      return message ?? 'The project files are deleted.'
    },
  ),
  'release-notes': formAction('Failed to save project', async ({ api, form, params: { id } }) => {
    const body = { notes: textIn(form, 'notes') }
    await api.downloads.setNotes({ params: { id, number: textIn(form, 'number') }, body })
    return 'The notes are saved.'
  }),
  'add-sample': formAction('Failed to save the sample', async ({ api, form, params }) => {
    await api.samples.add({ params, body: { path: textIn(form, 'path') } })
    return 'Everybody may read this file before paying.'
  }),
  'remove-sample': formAction('Failed to remove the sample', async ({ api, form, params: { id } }) => {
    await api.samples.remove({ params: { id, number: textIn(form, 'number') } })
    return 'The file is closed again.'
  }),
  'remove-image': changeImages({ done: 'The picture is deleted.' }, ({ api, form, params }) =>
    api.releases.removeImage({ params, query: { url: textIn(form, 'url') } }),
  ),
  'order-images': changeImages(
    { done: 'The pictures are in their new order.', quiet: true },
    ({ api, form, params }) => {
      const newOrder = JSON.parse(textIn(form, 'order')) as number[]
      return api.releases.orderImages({ params, body: { newOrder } })
    },
  ),
  'add-images': changeImages({ done: 'The pictures are added.', quiet: true }, ({ api, form, params }) =>
    api.releases.addImages({ params, form: pickFields(form, 'images') }),
  ),
  'use-run-picture': changeImages(
    { done: 'The picture is added to Project Images.', failure: 'Failed to add the picture' },
    async ({ api, form, params }) => {
      const images = new FormData()
      images.append('images', await pictureAt(textIn(form, 'picture')))
      return api.releases.addImages({ params, form: images })
    },
  ),
  'describe-images': changeImages(
    { done: 'The descriptions are saved.', failure: 'Failed to save the descriptions' },
    ({ api, form, params }) =>
      api.releases.describeImages({ params, body: { descriptions: descriptionsIn(form) } }),
  ),
  thumbnail: changeImages(
    { done: 'The thumbnail is saved.', failure: 'Failed to save the thumbnail' },
    ({ api, form, params }) => {
      const thumbnail = JSON.parse(textIn(form, 'thumbnail')) as Thumbnail | null
      return api.releases.chooseThumbnail({ params, body: { url: textIn(form, 'url'), thumbnail } })
    },
  ),
  'add-report': changeReport('The report is added.', ({ api, form, params }) =>
    api.releases.addReport({ params, form: pickFields(form, 'report', 'price') }),
  ),
  'change-report': changeReport('The report is changed.', ({ api, form, params }) =>
    api.releases.changeReport({ params, form: pickFields(form, 'report', 'price') }),
  ),
  'remove-report': changeReport('The report is removed from sale.', ({ api, params }) =>
    api.releases.removeReport({ params }),
  ),
  details: edit((form) => ({ title: textIn(form, 'title'), description: textIn(form, 'description') })),
  features: edit((form) => ({
    features: entriesIn(form, 'features', '\n'),
    requirements: entriesIn(form, 'requirements', '\n'),
  })),
  links: edit((form) => ({
    demoUrl: textIn(form, 'demoUrl'),
    githubUrl: textIn(form, 'githubUrl'),
    technologies: entriesIn(form, 'technologies', ','),
    tags: entriesIn(form, 'tags', ','),
  })),
  'sign-ins': edit((form) => ({
    demoSignIns: rowsOf(form, 'demoSignIns', signInLimits.count, ['role', 'user', 'password']),
    demoSignInsPublic: form.has('demoSignInsPublic'),
  })),
  seats: edit((form) => ({ allowsSeats: form.has('allowsSeats') })),
  'code-questions': edit((form) => ({
    codeQuestions: rowsOf(form, 'codeQuestions', codeQuestionLimits.count, ['question', 'answer']),
  })),
  terms: edit((form) => ({ licence: textIn(form, 'licence'), ...extrasIn(form) })),
  pricing: edit((form) => ({
    isActive: form.has('isActive'),
    price: numberIn(form, 'price'),
    ...(form.has('bundlePrice') && { bundlePrice: numberIn(form, 'bundlePrice') ?? null }),
    difficulty: textIn(form, 'difficulty'),
    category: textIn(form, 'category'),
  })),
})

/** Reads the picture of a run, which this browser has shown already. */
async function pictureAt(address: string): Promise<File> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The picture was answered with ${response.status}`)
  return new File([await response.blob()], 'run.webp', { type: 'image/webp' })
}

/** The URL and the description of each picture in the form. */
const descriptionsIn = (form: FormData) =>
  form
    .getAll('url')
    .filter((url) => typeof url === 'string')
    .map((url) => ({ url, alt: textIn(form, descriptionField(url)) }))

/** The name of the field with the description of the picture at `url`. */
export const descriptionField = (url: string) => `alt-${url}`

/** Copies the named fields of a form, without empty texts and file fields without a file. */
function pickFields(form: FormData, ...names: string[]): FormData {
  const sent = new FormData()
  for (const name of names) {
    for (const value of form.getAll(name))
      if (typeof value === 'string' ? value.trim() : value.name) sent.append(name, value)
  }
  return sent
}
