import { redirect, replace } from 'react-router'

import { NewQuestion } from '#contract/projects/questions.ts'

import { ActionForm, formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { checked } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { member } from '../../shell/session/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Breadcrumb, Page } from '../../ui/page.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Breakable } from '../../ui/text.tsx'
import type { Route } from './+types/ask-page'

export const handle: PageHandle = {
  title: 'Ask a question',
  loading: 'Loading project...',
  failure: {
    title: 'Failed to load project',
    missing: 'Project Not Found',
    missingText: 'It may no longer be listed, or it is being checked again.',
    to: '/projects',
    label: 'Back to Projects',
  },
}

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { project } = await api.projects.get({ params: { id: params.id } })
  // Owners answer questions about their own project; they do not ask them.
  if (project.projectOwner._id === member()?._id) throw redirect(`/owner/projects/${params.id}#questions`)
  return { title: project.title }
}

export const clientAction = formAction('Failed to send your question', async ({ api, form, params }) => {
  const { question } = await api.questions.ask({ params, body: checked(NewQuestion, form) })
  notify(
    question.isHeld
      ? 'Our staff read your question first, because it has a link, an email, a UPI address or a phone number.'
      : 'Your question is on the page. We mail you when the owner answers.',
    { tone: 'done' },
  )
  return replace(`/projects/${params.id}#questions`)
})

export default function AskPage({ loaderData: { title }, params }: Route.ComponentProps) {
  const form = useActionForm(constraints, { draft: 'ask' })
  const project = `/projects/${params.id}`
  return (
    <Page className="pt-6 pb-8">
      <Breadcrumb
        steps={[
          { label: 'Home', to: '/' },
          { label: 'Projects', to: '/projects' },
          { label: title, to: project },
        ]}
      />
      <h1 className="text-28 md:text-36 mt-5">Ask a question</h1>
      <p className="text-quiet mt-2 max-w-(--container-text)">
        About “<Breakable text={title} />
        ”. The owner gets an email and answers on the project’s page.
      </p>
      <Sheet className="mt-6 max-w-3xl p-4 sm:p-6">
        <ActionForm form={form} className="flex flex-col gap-5">
          <Field
            label="Your question"
            hint="Everybody can read it, with your first name and initial. With a link, an email, a UPI address or a phone number it waits for our staff."
            {...form.field('text')}
          >
            <TextArea rows={5} />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" pending={form.pending} pendingText="Sending...">
              Send Question
            </Button>
            <ButtonLink to={project} tone="quiet">
              Cancel
            </ButtonLink>
          </div>
        </ActionForm>
      </Sheet>
    </Page>
  )
}

const constraints = constraintsOf(NewQuestion)
