import { redirect, useRevalidator } from 'react-router'

import { mayMove } from '#contract/kit/transitions.ts'
import { ProjectEdit } from '#contract/projects/edits.ts'
import type { Project } from '#contract/projects/project.ts'
import {
  notesMissing,
  verificationTransitions,
  verificationStatuses,
} from '#contract/projects/verification.ts'
import { moneyActs } from '#contract/staff/money-acts.ts'

import { ActionForm, formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { deleteDraft } from '../../shell/form/draft.ts'
import { checked, textIn, fieldError } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { storedAdmin } from '../../shell/session/staff-session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select, TextArea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { ErrorState } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { editionText, namesOf } from '../edition-changes.tsx'
import { verificationLabels } from '../verification-status.tsx'
import type { Route } from './+types/edit-project-page'
import { TakesOffSale } from './decision.tsx'
import { BackToProjects, projectFieldsIn, ProjectFields } from './project-fields.tsx'

export const handle: PageHandle = {
  title: 'Edit project',
  steps: [{ label: 'Projects', to: '/admin/projects' }, { label: 'Edit' }],
}

const draft = 'edit by staff'

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  try {
    const of = { params: { id: params.id } }
    const { project } = await api.projects.get(of)
    const compared = project.hasWaitingChanges ? await api.projects.changes(of) : undefined
    return { project, names: namesOf(compared?.changes ?? []) }
  } catch (thrown) {
    const { code, message } = problemOf(thrown, 'Failed to load project')
    const isMissing = code === 'not_found' || code === 'invalid_input'
    return { isMissing, message: isMissing ? 'Project not found' : message }
  }
}

export const clientAction = formAction('Failed to update project', async ({ api, form, params }) => {
  const verificationStatus = verificationStatuses.find(
    (known) => known === textIn(form, 'verificationStatus'),
  )
  const verificationNotes = textIn(form, 'verificationNotes')
  const verificationOverride = textIn(form, 'verificationOverride')
  const isDecision = verificationStatus !== textIn(form, 'present')
  if (isDecision && verificationStatus !== 'approved' && !verificationNotes)
    throw fieldError('verificationNotes', notesMissing)
  if (!isDecision && verificationNotes)
    throw fieldError(
      'verificationNotes',
      'Notes go to the owner with a decision: choose one, or leave the notes empty.',
    )
  const body = checked(ProjectEdit.required({ title: true, price: true }), {
    ...projectFieldsIn(form),
    ...(isDecision && { verificationStatus, verificationNotes }),
    ...(isDecision && verificationOverride && { verificationOverride }),
    ...(isDecision && { takesOffSale: form.has('takesOffSale') }),
    basedOn: textIn(form, 'basedOn'),
  })
  const { project } = await api.projects.update({ params, body })
  notify(`“${project.title}” is saved.`, { tone: 'done' })
  return redirect('/admin/projects')
})

export default function EditPage({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  if (loaderData.project) return <EditForm key={loaderData.project._id} {...loaderData} />
  return (
    <ErrorState
      as="h1"
      title={loaderData.message}
      {...(!loaderData.isMissing && { onRetry: () => void revalidate(), retrying: state === 'loading' })}
      action={
        <ButtonLink to="/admin/projects" tone={loaderData.isMissing ? 'primary' : 'quiet'}>
          Back to Projects
        </ButtonLink>
      }
    />
  )
}

function EditForm({ project, names }: { project: Project; names: string }) {
  const form = useActionForm(constraints, { draft })
  const { verificationStatus, updatedAt } = project
  const override = form.field('verificationOverride')
  const statuses = verificationStatuses.filter(
    (to) =>
      to === verificationStatus ||
      mayMove(verificationTransitions, { from: verificationStatus, to, by: 'staff' }),
  )
  return (
    <div className="max-w-4xl">
      <BackToProjects />
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-28">Edit project</h1>
        <p className="text-14 text-quiet">
          Owner: {project.projectOwner.name} ·{' '}
          <ButtonLink to={`/admin/projects/${project._id}`} tone="link" size="small">
            Files and Review
          </ButtonLink>
        </p>
      </div>
      {project.edition && project.hasWaitingChanges && (
        <Callout
          tone="waiting"
          className="mb-5"
          title={editionText(project.edition)}
          action={
            <ButtonLink to={`/admin/projects/${project._id}?tab=changes`} tone="quiet" size="small">
              Old Beside New
            </ButtonLink>
          }
        >
          {`Here stands the change that waits${names && `: ${names}`}.`}
        </Callout>
      )}
      <ActionForm form={form} className="flex flex-col gap-6">
        <input type="hidden" name="basedOn" value={updatedAt} />
        <input type="hidden" name="present" value={verificationStatus} />
        <Sheet as="section" aria-label="Details">
          <SheetHead title="Details" />
          <div className="p-4 sm:p-5">
            <ProjectFields
              values={project}
              field={form.field}
              isPriceFixed={storedAdmin()?.role !== moneyActs.changePrice}
            />
          </div>
        </Sheet>
        <Sheet as="section" aria-label="Decision">
          <SheetHead title="Decision" />
          <div className="flex flex-col gap-5 p-4 sm:p-5">
            <Field label="Verification" {...form.field('verificationStatus', verificationStatus)}>
              <Select
                className="max-w-sm"
                options={statuses.map((value) => ({ value, label: verificationLabels[value] }))}
              />
            </Field>
            <Field
              label="Notes"
              hint="The owner reads them; needed with every decision but an approval"
              {...form.field('verificationNotes')}
            >
              <TextArea rows={3} />
            </Field>
            <TakesOffSale project={project} />
            {override.error !== undefined && (
              <Field label="Why approve it all the same" {...override}>
                <TextArea rows={2} />
              </Field>
            )}
            {project.verificationNotes && (
              <p className="text-14 text-quiet break-words whitespace-pre-line">
                Last notes: {project.verificationNotes}
              </p>
            )}
          </div>
        </Sheet>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={form.pending} pendingText="Saving...">
            Save Changes
          </Button>
          <ButtonLink to="/admin/projects" tone="quiet" onClick={() => deleteDraft(draft)}>
            Cancel
          </ButtonLink>
        </div>
      </ActionForm>
    </div>
  )
}

const constraints = constraintsOf(
  ProjectEdit.required({ title: true, description: true, category: true, price: true }),
)
