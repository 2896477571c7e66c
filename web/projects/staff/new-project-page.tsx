import { redirect } from 'react-router'

import { staffProjects } from '#contract/projects/staff/projects.ts'

import { ActionForm, formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { deleteDraft, draftIdempotencyKey, renewDraftIdempotencyKey } from '../../shell/form/draft.ts'
import { checked, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import type { Route } from './+types/new-project-page'
import { BackToProjects, projectFieldsIn, ProjectFields } from './project-fields.tsx'

export const handle: PageHandle = {
  title: 'Add new project',
  steps: [{ label: 'Projects', to: '/admin/projects' }, { label: 'New' }],
}

const draft = 'new by staff'

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  context.get(apiContext)
  return null
}

export const clientAction = formAction(creationProblem, async ({ api, form }) => {
  const body = checked(staffProjects.create.body, {
    ...projectFieldsIn(form),
    ownerEmail: textIn(form, 'ownerEmail'),
    idempotencyKey: draftIdempotencyKey(draft),
  })
  const { _id, project } = await api.staffProjects.create({ body })
  notify(`${project.projectOwner.name} owns “${project.title}” now and is asked by email for its files.`, {
    tone: 'done',
  })
  return redirect(`/admin/projects/${_id}`)
})

/**
 * The problem of a failed creation. On a conflict (the form changed since it was sent) the next attempt gets a new key,
 * so that it may create another project.
 */
function creationProblem(thrown: unknown) {
  const problem = problemOf(thrown, 'Failed to save project')
  if (problem.code === 'conflict') renewDraftIdempotencyKey(draft)
  return problem
}

export default function NewPage() {
  const form = useActionForm(constraints, { draft })
  return (
    <div className="max-w-4xl">
      <BackToProjects />
      <h1 className="text-28 mb-5">Add new project</h1>
      <ActionForm form={form} className="flex flex-col gap-6">
        <Sheet as="section" aria-label="Owner">
          <SheetHead title="Owner" />
          <div className="flex flex-col gap-4 p-4 sm:p-5">
            <p className="text-quiet max-w-(--container-text)">
              Every project belongs to a member: they upload its files and pictures, answer buyers and earn
              what it sells. They are told by email. It is verified like any other.
            </p>
            <Field label="Owner’s email" hint="The one they sign in with" {...form.field('ownerEmail')}>
              <TextInput type="email" inputMode="email" autoComplete="off" className="max-w-md" />
            </Field>
          </div>
        </Sheet>
        <Sheet as="section" aria-label="Details">
          <SheetHead title="Details" />
          <div className="p-4 sm:p-5">
            <ProjectFields values={{}} field={form.field} />
          </div>
        </Sheet>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={form.pending} pendingText="Creating...">
            Create Project
          </Button>
          <ButtonLink to="/admin/projects" tone="quiet" onClick={() => deleteDraft(draft)}>
            Cancel
          </ButtonLink>
        </div>
      </ActionForm>
    </div>
  )
}

const constraints = constraintsOf(staffProjects.create.body)
