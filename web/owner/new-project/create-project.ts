import type { categories, Licence } from '#contract/projects/lists.ts'

import { entriesIn, numberIn, textIn } from '../../forms/entered.ts'
import { problemOf } from '../../problem-of.ts'
import { memberApi } from '../../session/member-api.ts'
import type { ChosenPicture } from '../images/read-picture.ts'
import { extrasIn } from '../sections/extras.tsx'

/** What the form says, as the call takes it. */
export function bodyOf(form: FormData) {
  const text = (name: string) => textIn(form, name)
  return {
    title: text('title'),
    description: text('description'),
    category: text('category') as (typeof categories)[number],
    price: numberIn(form, 'price'),
    technologies: entriesIn(form, 'technologies', ','),
    tags: entriesIn(form, 'tags', ','),
    features: entriesIn(form, 'features', '\n'),
    requirements: entriesIn(form, 'requirements', '\n'),
    difficulty: text('difficulty'),
    demoUrl: text('demoUrl'),
    licence: text('licence') as Licence,
    ...extrasIn(form),
  }
}

/**
 * Creates a project with its pictures, once for a key, however often it is sent. Answers its id, and a note when the
 * pictures failed: they can be mended later.
 */
export async function createProject(
  body: ReturnType<typeof bodyOf> & { idempotencyKey: string },
  pictures: readonly ChosenPicture[],
): Promise<[id: string, note: string | undefined]> {
  const api = await memberApi()
  const { _id } = await api.projects.create({ body })
  const form = new FormData()
  for (const { file } of pictures) form.append('images', file)
  try {
    await api.releases.addImages({ params: { id: _id }, form })
    return [_id, undefined]
  } catch (thrown) {
    return [_id, `${problemOf(thrown).message} You can add pictures later on the project’s page.`]
  }
}
