import { type FormEvent, useState } from 'react'

import { imageProblem, imageTypes } from '#contract/files/images.ts'
import { limits } from '#contract/kit/limits.ts'
import { NewProject } from '#contract/projects/edits.ts'
import { categories, difficulties } from '#contract/projects/lists.ts'

import { constraintsOf } from '../forms/constraints.ts'
import { entriesIn, numberIn, textIn } from '../forms/entered.ts'
import { mistakesIn } from '../forms/mistakes.ts'
import { type FormAnswer, useForm } from '../forms/use-form.ts'
import { problemOf } from '../problem-of.ts'
import { memberApi } from '../session/member-api.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { Field } from '../ui/form/field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextInput } from '../ui/form/text-input.tsx'

/** The name under which a half-filled form outlives the end of a session. */
export const newProjectDraft = 'new project'

/** What a new project is: texts, price and 1 to 5 pictures. Creates it and hands on its id, with a note when a picture failed. */
export function ProjectForm({ onCreated }: { onCreated: (id: string, note?: string) => void }) {
  const [pictures, setPictures] = useState<File[]>([])
  const [trouble, setTrouble] = useState<FormAnswer>()
  const [busy, setBusy] = useState(false)
  const { ref, field, message } = useForm(constraints, trouble, newProjectDraft)

  const pick = (files: File[]) => {
    const problem = files.map(imageProblem).find((found) => found !== undefined)
    if (problem) return setTrouble(wrongPictures(problem))
    const all = [...pictures, ...files]
    setTrouble(all.length > limits.images ? wrongPictures('Maximum 5 images allowed.') : undefined)
    setPictures(all.slice(0, limits.images))
  }
  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = bodyOf(new FormData(event.currentTarget))
    const mistakes = mistakesIn(NewProject, body)
    if (mistakes) return setTrouble(mistakes)
    if (pictures.length === 0) return setTrouble(wrongPictures('Please select at least 1 image (max 5).'))
    setBusy(true)
    try {
      const api = await memberApi()
      const { _id } = await api.projects.create({ body })
      onCreated(_id, await sendPictures(_id, pictures))
    } catch (thrown) {
      setTrouble(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={ref} onSubmit={(event) => void create(event)} className="grid gap-5 sm:grid-cols-2" noValidate>
      {message && <Callout tone="stopped" className="sm:col-span-2" {...message} />}
      <Field label="Title" {...field('title')} className="sm:col-span-2">
        <TextInput placeholder="Hospital Management System" />
      </Field>
      <Field
        label="Description"
        hint="What it does, how it is built, who it is for"
        {...field('description')}
        className="sm:col-span-2"
      >
        <TextArea rows={5} />
      </Field>
      <Field label="Category" {...field('category')}>
        <Select placeholder="Choose a category" options={categories} />
      </Field>
      <Field label="Price" hint="0 makes it free" {...field('price')}>
        <TextInput type="number" inputMode="decimal" unit="₹" />
      </Field>
      <Field label="Technologies" hint="Separated by commas" {...field('technologies')}>
        <TextInput placeholder="React, Node.js, MySQL" />
      </Field>
      <Field label="Difficulty" {...field('difficulty')}>
        <Select options={difficulties} />
      </Field>
      <Field label="Key features" hint="One on each line" {...field('features')}>
        <TextArea rows={4} />
      </Field>
      <Field label="Requirements" hint="One on each line" {...field('requirements')}>
        <TextArea rows={4} />
      </Field>
      <Field label="Tags" hint="Separated by commas" {...field('tags')}>
        <TextInput />
      </Field>
      <Field label="Demo link" {...field('demoUrl')}>
        <TextInput type="url" inputMode="url" placeholder="https://" />
      </Field>
      <Field
        label="Pictures"
        hint={`${pictures.length} of ${limits.images} chosen; the first one is on the card`}
        {...field('pictures')}
        className="sm:col-span-2"
      >
        <FileDrop
          label={
            pictures.length === 0 ? 'Drop screenshots here' : pictures.map(({ name }) => name).join(', ')
          }
          button="Choose Pictures"
          hint="jpeg, png or webp, up to 10 MB each"
          accept={imageTypes.join(',')}
          multiple
          onPick={pick}
        />
      </Field>
      <Button
        type="submit"
        size="large"
        wide
        className="sm:col-span-2"
        pending={busy}
        pendingText="Creating the project..."
      >
        Continue to files
      </Button>
    </form>
  )
}

const constraints = { ...constraintsOf(NewProject), pictures: { required: true as const } }
const wrongPictures = (problem: string): FormAnswer => ({ message: problem, fields: { pictures: problem } })

function bodyOf(form: FormData) {
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
  }
}

/** The project exists already when pictures go up, so a failure here is shown and mended later, not thrown. */
async function sendPictures(projectId: string, pictures: File[]): Promise<string | undefined> {
  const form = new FormData()
  for (const picture of pictures) form.append('images', picture)
  try {
    const api = await memberApi()
    await api.releases.addImages({ params: { id: projectId }, form })
    return undefined
  } catch (thrown) {
    return `${problemOf(thrown).message} You can add pictures later under Edit.`
  }
}
