import { type FormEvent, useCallback, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

import { ownerLicence } from '#contract/accounts/agreements.ts'
import { limits } from '#contract/kit/limits.ts'
import { categories, difficulties, type Licence } from '#contract/projects/categories.ts'
import { fillIn, NewProject } from '#contract/projects/edits.ts'

import { constraintsOf } from '../../shell/form/constraints.ts'
import {
  deleteDraft,
  draftIdempotencyKey,
  closeDraft,
  renewDraftIdempotencyKey,
} from '../../shell/form/draft.ts'
import {
  entriesIn,
  type FormAnswer,
  validationErrors,
  numberIn,
  textIn,
  useForm,
} from '../../shell/form/use-form.ts'
import { LogInAgain } from '../../shell/page-states.tsx'
import { problemOf } from '../../shell/session/api.ts'
import { memberApi } from '../../shell/session/member-api.ts'
import { isSignedIn } from '../../shell/session/session.ts'
import { useSite } from '../../shell/site.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { DialogFoot } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput, Select, TextArea, TextInput } from '../../ui/inputs.tsx'
import { Steps } from '../../ui/progress.tsx'
import { Callout } from '../../ui/status.tsx'
import { OwnerLicence } from '../owner-licence.tsx'
import { FilesUpload } from '../upload/files-upload.tsx'
import { UploadDialog } from '../upload/upload-dialog.tsx'
import { type ChosenPicture, PicturePicker } from './chosen-pictures.tsx'
import { LabelPreview, noWords, type PreviewedWords } from './label-preview.tsx'
import { newProjectDraft } from './new-project-draft.ts'
import { OwnerShare } from './owner-share.tsx'
import { ExtrasFields, extrasIn, LicenceField } from './terms-fields.tsx'

/**
 * The dialog with the two steps to list a project: its details, then its files. Closing it in the first step keeps the
 * typed values.
 */
export function NewProjectDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<Created>()
  const [pictures, setPictures] = useState<ChosenPicture[]>([])
  const [isSent, setSent] = useState(false)
  const markSent = useCallback(() => setSent(true), [])
  const { revalidate } = useRevalidator()
  const begin = (made: Created) => {
    deleteDraft(newProjectDraft)
    for (const { url } of pictures) URL.revokeObjectURL(url)
    setPictures([])
    setCreated(made)
  }
  const close = () => {
    closeDraft(newProjectDraft)
    onClose()
    if (!created) return
    setCreated(undefined)
    setSent(false)
    void revalidate()
  }
  return (
    <UploadDialog open={open} onClose={close} title="Add New Project" size={created ? 'large' : 'wide'}>
      {(setBusy) => (
        <>
          <Steps
            label="Steps"
            steps={['Project information', 'File upload']}
            current={isSent ? 2 : created ? 1 : 0}
            className="mb-6"
          />
          {created ? (
            <FilesUpload
              projectId={created.id}
              licence={created.licence}
              isLicenceSaid
              before={<Saved {...created} />}
              onBusy={setBusy}
              onSent={markSent}
              onDone={close}
              onClose={close}
            />
          ) : (
            <ProjectForm pictures={pictures} onPictures={setPictures} onCreated={begin} />
          )}
        </>
      )}
    </UploadDialog>
  )
}

/** Says that the project exists already, whatever happens in this step. */
const Saved = ({ id, note }: Created) => (
  <>
    {note && <Callout tone="waiting">{note}</Callout>}
    <p className="text-14 text-quiet">
      Your project is saved. You can also send its files later from{' '}
      <TextLink to={`/owner/projects/${id}`}>its page</TextLink>.
    </p>
  </>
)

/**
 * The form for a new project: texts, price and 1 to 5 pictures. Creates the project and passes on its id, with a note
 * when the pictures failed.
 */
function ProjectForm({ pictures, onPictures, onCreated }: ProjectFormProps) {
  const [failure, setFailure] = useState<FormAnswer>()
  const [words, setWords] = useState<PreviewedWords>(noWords)
  const [isBusy, setBusy] = useState(false)
  const [isSignedOut, setSignedOut] = useState(false)
  const isCreating = useRef(false)
  const reading = useRef<Promise<ChosenPicture[] | undefined>>(undefined)
  // Who presses as soon as they are read comes before they are rendered.
  const latest = useRef(pictures)
  const licence = ownerLicence(useSite())
  const { ref, field, message } = useForm(constraints, failure, newProjectDraft, { lasting: true })

  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A second click may come before the button is rendered as busy.
    if (isCreating.current) return
    const body = bodyOf(new FormData(event.currentTarget))
    const mistakes = validationErrors(NewProject, body)
    if (mistakes) return setFailure(namingMissing(mistakes))
    isCreating.current = true
    setBusy(true)
    setSignedOut(false)
    try {
      // Who presses at once does not wait for the pictures; the picker says what is wrong with one.
      const chosen = await (reading.current ?? latest.current)
      if (!chosen) return
      if (chosen.length === 0) return setFailure(picturesProblem('Please select at least 1 image (max 5).'))
      const [id, note] = await createProject(
        { ...body, ownerLicence: licence.version, idempotencyKey: draftIdempotencyKey(newProjectDraft) },
        chosen,
      )
      onCreated({ id, note, licence: body.licence })
    } catch (thrown) {
      setSignedOut(!isSignedIn())
      setFailure(isSignedIn() ? answerTo(thrown) : undefined)
    } finally {
      isCreating.current = false
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-x-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <form
        ref={ref}
        onSubmit={(event) => void create(event)}
        onInput={({ currentTarget }) => setWords(bodyOf(new FormData(currentTarget)))}
        className="grid gap-5 sm:grid-cols-2"
        noValidate
      >
        <Field label={labels.title} {...field('title')} className="sm:col-span-2">
          <TextInput placeholder="Hospital Management System" />
        </Field>
        <Field
          label={labels.description}
          hint="What it does, how it is built, who it is for"
          {...field('description')}
          className="sm:col-span-2"
        >
          <TextArea rows={5} />
        </Field>
        <Field label={labels.category} hint="Where buyers find it" {...field('category')}>
          <Select placeholder="Choose a category" options={categories} />
        </Field>
        <div>
          <Field label={labels.price} hint="0 makes it free" {...field('price')}>
            <NumberInput inputMode="decimal" unit="₹" />
          </Field>
          <OwnerShare price={words.price} />
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
          <ExtrasFields allowsCustomization={false} includesInstallationSupport={false} />
        </div>
        <Field
          label="Pictures"
          hint={`${pictures.length} of ${limits.images} chosen; the first one is on the card`}
          {...field('pictures')}
          className="sm:col-span-2"
        >
          <PicturePicker
            pictures={pictures}
            first="on the card"
            onReading={(read) => {
              reading.current = read
              void read.finally(() => (reading.current = undefined))
            }}
            onChange={(chosen) => {
              latest.current = chosen
              onPictures(chosen)
            }}
            onProblem={(problem) => setFailure(problem === undefined ? undefined : picturesProblem(problem))}
          />
        </Field>
        <OwnerLicence className="sm:col-span-2" />
        <DialogFoot className="sm:col-span-2">
          {isSignedOut && (
            <p role="alert" className="text-14 text-stopped min-w-0 flex-1 basis-60">
              <LogInAgain button="Continue to Files" />
            </p>
          )}
          {message && (
            <p
              id={message.id}
              role={message.shown ? 'alert' : undefined}
              className="text-14 text-stopped min-w-0 flex-1 basis-60"
            >
              {message.children}
            </p>
          )}
          <Button type="submit" pending={isBusy} pendingText="Creating the project...">
            Continue to Files
          </Button>
        </DialogFoot>
      </form>
      <div className="max-lg:hidden">
        <LabelPreview words={words} picture={pictures[0]?.url} className="self-start lg:sticky lg:top-0" />
      </div>
    </div>
  )
}

/**
 * The answer to a failed creation. On a conflict (the answer was lost and the form changed since) the owner decides
 * whether to create a second project.
 */
function answerTo(thrown: unknown): FormAnswer {
  const { code, ...answer } = problemOf(thrown)
  if (code !== 'conflict') return answer
  renewDraftIdempotencyKey(newProjectDraft)
  return { message: `${answer.message} Press “Continue to Files” again to create another one.` }
}

const constraints = { ...constraintsOf(NewProject), pictures: { required: true as const } }
const labels = { title: 'Title', description: 'Description', category: 'Category', price: 'Price' }

/** Names each required field that is empty, beside the message that there are such fields. */
const namingMissing = ({ fields = {}, ...answer }: FormAnswer): FormAnswer => ({
  ...answer,
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, problem]) => [
      name,
      problem === fillIn ? `${labels[name as keyof typeof labels]} is required` : problem,
    ]),
  ),
})

const picturesProblem = (problem: string): FormAnswer => ({ message: problem, fields: { pictures: problem } })

/** A project that was just created, with a note when its pictures failed. */
interface Created {
  id: string
  note: string | undefined
  licence: Licence
}

type ProjectFormProps = {
  /** Held by the parent, so that they survive closing the form. */
  pictures: ChosenPicture[]
  onPictures: (pictures: ChosenPicture[]) => void
  onCreated: (created: Created) => void
}

/** The values of the form as the body of the call. */
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
    licence: text('licence') as Licence,
    ...extrasIn(form),
  }
}

/**
 * Creates a project with its pictures. The idempotency key makes a repeated call create one project only. Resolves with
 * the id, and with a note when the pictures failed, because they can be added later.
 */
async function createProject(
  body: ReturnType<typeof bodyOf> & { ownerLicence: string; idempotencyKey: string },
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
