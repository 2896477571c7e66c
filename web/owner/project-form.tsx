import { type FormEvent, useState } from 'react'

import { imageProblem, imageTypes } from '#contract/images.ts'
import { limits } from '#contract/limits.ts'
import { categories, difficulties } from '#contract/project-lists.ts'

import { textIn } from '../form-text.ts'
import { problemOf } from '../problem-of.ts'
import { memberApi } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { Field } from '../ui/form/field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextInput } from '../ui/form/text-input.tsx'

/** What a new project is: texts, price and 1 to 5 pictures. Creates it and hands on its id, with a note when a picture failed. */
export function ProjectForm({ onCreated }: { onCreated: (id: string, note?: string) => void }) {
  const [pictures, setPictures] = useState<File[]>([])
  const [trouble, setTrouble] = useState<{ message: string; fields?: Record<string, string> }>()
  const [busy, setBusy] = useState(false)

  const pick = (files: File[]) => {
    const problem = files.map(imageProblem).find((found) => found !== undefined)
    if (problem) return setTrouble({ message: problem })
    const all = [...pictures, ...files]
    setTrouble(all.length > limits.images ? { message: 'Maximum 5 images allowed.' } : undefined)
    setPictures(all.slice(0, limits.images))
  }
  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const missing = ['title', 'description', 'category', 'price'].some((name) => !textIn(form, name))
    if (missing) return setTrouble({ message: 'Please fill in all required fields' })
    if (pictures.length === 0) return setTrouble({ message: 'Please select at least 1 image (max 5).' })
    setBusy(true)
    try {
      const api = await memberApi()
      const { _id } = await api.projects.create({ body: bodyOf(form) })
      onCreated(_id, await sendPictures(_id, pictures))
    } catch (thrown) {
      setTrouble(problemOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  const fields = trouble?.fields ?? {}
  return (
    <form onSubmit={(event) => void create(event)} className="grid gap-5 sm:grid-cols-2" noValidate>
      <Field label="Title" required error={fields.title} className="sm:col-span-2">
        <TextInput name="title" maxLength={120} placeholder="Hospital Management System" />
      </Field>
      <Field
        label="Description"
        hint="What it does, how it is built, who it is for"
        required
        error={fields.description}
        className="sm:col-span-2"
      >
        <TextArea name="description" rows={5} />
      </Field>
      <Field label="Category" required error={fields.category}>
        <Select name="category" placeholder="Choose a category" options={categories} />
      </Field>
      <Field label="Price" hint="0 makes it free" required error={fields.price}>
        <TextInput name="price" type="number" min={0} step={0.01} inputMode="decimal" unit="₹" />
      </Field>
      <Field label="Technologies" hint="Separated by commas" error={fields.technologies}>
        <TextInput name="technologies" placeholder="React, Node.js, MySQL" />
      </Field>
      <Field label="Difficulty" error={fields.difficulty}>
        <Select name="difficulty" options={difficulties} />
      </Field>
      <Field label="Key features" hint="One on each line" error={fields.features}>
        <TextArea name="features" rows={4} />
      </Field>
      <Field label="Requirements" hint="One on each line" error={fields.requirements}>
        <TextArea name="requirements" rows={4} />
      </Field>
      <Field label="Tags" hint="Separated by commas" error={fields.tags}>
        <TextInput name="tags" />
      </Field>
      <Field label="Demo link" error={fields.demoUrl}>
        <TextInput name="demoUrl" type="url" inputMode="url" placeholder="https://" />
      </Field>
      <Field
        label="Pictures"
        hint={`${pictures.length} of ${limits.images} chosen; the first one is on the card`}
        required
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
      {trouble && (
        <Callout tone="stopped" className="sm:col-span-2">
          {trouble.message}
        </Callout>
      )}
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

function bodyOf(form: FormData) {
  const text = (name: string) => textIn(form, name)
  const list = (name: string, separator: string) =>
    text(name)
      .split(separator)
      .map((entry) => entry.trim())
      .filter(Boolean)
  return {
    title: text('title'),
    description: text('description'),
    category: text('category') as (typeof categories)[number],
    price: Number(text('price')),
    technologies: list('technologies', ','),
    tags: list('tags', ','),
    features: list('features', '\n'),
    requirements: list('requirements', '\n'),
    difficulty: text('difficulty'),
    demoUrl: text('demoUrl'),
  }
}

/** The project exists already when pictures go up, so a failure here is told and mended later, not thrown. */
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
