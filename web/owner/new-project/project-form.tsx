import { type FormEvent, useRef, useState } from 'react'

import { limits } from '#contract/kit/limits.ts'
import { NewProject } from '#contract/projects/edits.ts'
import { categories, difficulties, type Licence } from '#contract/projects/lists.ts'

import { constraintsOf } from '../../forms/constraints.ts'
import { keyOfDraft, renewKeyOfDraft } from '../../forms/draft.ts'
import { numberIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import { type FormAnswer, useForm } from '../../forms/use-form.ts'
import { problemOf } from '../../problem-of.ts'
import { LogInAgain } from '../../session/log-in-again.tsx'
import { isSignedIn } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import type { ChosenPicture } from '../images/read-picture.ts'
import { ExtrasFields } from '../sections/extras.tsx'
import { LicenceField } from '../sections/licence-field.tsx'
import { bodyOf, createProject } from './create-project.ts'
import { Pictures } from './pictures.tsx'
import { Receives } from './receives.tsx'

/** The name under which a half-filled form outlives Escape, the tab and the end of a session. */
export const newProjectDraft = 'new project'

/** What a new project is: texts, price and 1 to 5 pictures. Creates it and hands on its id, with a note when a picture failed. */
export function ProjectForm({ pictures, onPictures, onCreated }: ProjectFormProps) {
  const [trouble, setTrouble] = useState<FormAnswer>()
  const [price, setPrice] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const [isSignedOut, setSignedOut] = useState(false)
  const isCreating = useRef(false)
  const { ref, field, message } = useForm(constraints, trouble, newProjectDraft, { lasting: true })

  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A second click may come before the button is drawn as busy.
    if (isCreating.current) return
    const body = bodyOf(new FormData(event.currentTarget))
    const mistakes = mistakesIn(NewProject, body)
    if (mistakes) return setTrouble(mistakes)
    if (pictures.length === 0) return setTrouble(wrongPictures('Please select at least 1 image (max 5).'))
    isCreating.current = true
    setBusy(true)
    setSignedOut(false)
    try {
      const [id, note] = await createProject(
        { ...body, idempotencyKey: keyOfDraft(newProjectDraft) },
        pictures,
      )
      onCreated({ id, note, licence: body.licence })
    } catch (thrown) {
      setSignedOut(!isSignedIn())
      setTrouble(isSignedIn() ? troubleWith(thrown) : undefined)
    } finally {
      isCreating.current = false
      setBusy(false)
    }
  }
  // Several fields are empty: the sentence is said once, beside the button, and each of them is marked.
  const needing = (name: keyof typeof constraints) => {
    const tied = field(name)
    const isMissing = !tied.error && tied.control['aria-invalid']
    return isMissing ? { ...tied, error: 'Required' } : tied
  }
  return (
    <form
      ref={ref}
      onSubmit={(event) => void create(event)}
      onInput={({ currentTarget }) => setPrice(numberIn(new FormData(currentTarget), 'price'))}
      className="grid gap-5 sm:grid-cols-2"
      noValidate
    >
      <Field label="Title" {...needing('title')} className="sm:col-span-2">
        <TextInput placeholder="Hospital Management System" />
      </Field>
      <Field
        label="Description"
        hint="What it does, how it is built, who it is for"
        {...needing('description')}
        className="sm:col-span-2"
      >
        <TextArea rows={5} />
      </Field>
      <Field label="Category" hint="Where buyers find it" {...needing('category')}>
        <Select placeholder="Choose a category" options={categories} />
      </Field>
      <div>
        <Field label="Price" hint="0 makes it free" {...needing('price')}>
          <TextInput type="number" inputMode="decimal" unit="₹" />
        </Field>
        <Receives price={price} />
      </div>
      <Field label="Technologies" hint="Separated by commas" {...field('technologies')}>
        <TextInput placeholder="React, Node.js, MySQL" />
      </Field>
      <Field label="Difficulty" hint="For the student who will read it" {...field('difficulty')}>
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
      <Field label="Demo link" hint="Where it can be tried" {...field('demoUrl')}>
        <TextInput type="url" inputMode="url" placeholder="https://" />
      </Field>
      <div className="sm:col-span-2">
        <LicenceField licence="readymade" error={field('licence').error} />
      </div>
      <div className="flex flex-col gap-3 sm:col-span-2">
        <ExtrasFields allowsCustomization includesInstallationSupport />
      </div>
      <Field
        label="Pictures"
        hint={`${pictures.length} of ${limits.images} chosen; the first one is on the card`}
        {...field('pictures')}
        className="sm:col-span-2"
      >
        <Pictures
          pictures={pictures}
          onChange={onPictures}
          onProblem={(problem) => setTrouble(problem === undefined ? undefined : wrongPictures(problem))}
        />
      </Field>
      <DialogFoot className="sm:col-span-2">
        {isSignedOut && (
          <p role="alert" className="text-14 text-stopped min-w-0 flex-1 basis-60">
            <LogInAgain button="Continue to Files" />
          </p>
        )}
        {message && <p {...message} role="alert" className="text-14 text-stopped min-w-0 flex-1 basis-60" />}
        <Button type="submit" pending={isBusy} pendingText="Creating the project...">
          Continue to Files
        </Button>
      </DialogFoot>
    </form>
  )
}

/** When an answer was lost and something was changed since, a second project is the owner's to decide. */
function troubleWith(thrown: unknown): FormAnswer {
  const { code, ...answer } = problemOf(thrown)
  if (code !== 'conflict') return answer
  renewKeyOfDraft(newProjectDraft)
  return { message: `${answer.message} Press “Continue to Files” again to create another one.` }
}

const constraints = { ...constraintsOf(NewProject), pictures: { required: true as const } }
const wrongPictures = (problem: string): FormAnswer => ({ message: problem, fields: { pictures: problem } })

/** A project that was just made, with a note when a picture failed. */
export interface Created {
  id: string
  note: string | undefined
  licence: Licence
}

type ProjectFormProps = {
  /** Kept by whoever keeps the form: they outlive its being closed. */
  pictures: ChosenPicture[]
  onPictures: (pictures: ChosenPicture[]) => void
  onCreated: (created: Created) => void
}
