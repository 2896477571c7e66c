import { Form, redirect, useNavigation } from 'react-router'

import { NewReport } from '#contract/projects/reports.ts'

import { constraintsOf } from '../forms/constraints.ts'
import { dropDraft } from '../forms/draft.ts'
import { textIn } from '../forms/entered.ts'
import { mistakesIn } from '../forms/mistakes.ts'
import { useForm } from '../forms/use-form.ts'
import type { PageHandle } from '../page-handle.ts'
import { problemOf } from '../problem-of.ts'
import { requireMember } from '../session/member-api.ts'
import { member } from '../session/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx'
import { Field } from '../ui/form/field.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { Breadcrumb } from '../ui/layout/breadcrumb.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'
import type { Route } from './+types/report-page'
import { kindOptions } from './kind-words.ts'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Report | Readymade' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
  const of = { params: { id: params.id } }
  const asked = new URL(request.url).searchParams.get('question')
  const [{ project }, { questions }] = await Promise.all([
    api.projects.get(of),
    asked ? api.questions.list(of) : { questions: [] },
  ])
  const question = questions.find(({ _id, hiddenReason }) => _id === asked && hiddenReason === null)
  if (!question && project.projectOwner._id === member()?._id) throw redirect(`/owner/projects/${params.id}`)
  return { title: project.title, question }
}
clientLoader.hydrate = true as const

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const api = await requireMember(request)
  const form = await request.formData()
  const question = textIn(form, 'question')
  const body = {
    kind: textIn(form, 'kind') as 'copied',
    text: textIn(form, 'text'),
    ...(question && { question }),
  }
  const mistakes = mistakesIn(NewReport, body)
  if (mistakes) return mistakes
  let number: string
  try {
    ;({ number } = await api.reports.report({ params: { id: params.id }, body }))
  } catch (thrown) {
    return problemOf(thrown, 'Failed to send your report')
  }
  dropDraft(draftFor(question || params.id))
  notify(`We have your report ${number}. We mail you what we decide.`, { tone: 'done' })
  return redirect(`/projects/${params.id}`, { status: 303 })
}

export default function ReportPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, question } = loaderData
  const { ref, message, field } = useForm(constraints, actionData, draftFor(question?._id ?? params.id))
  const isSending = useNavigation().state !== 'idle'
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
      <h1 className="text-28 md:text-36 mt-5">Report {question ? 'a question' : 'this project'}</h1>
      <p className="text-quiet mt-2 max-w-(--container-text)">
        {question ? `A question about “${title}”.` : `“${title}”.`} You get a number by mail at once, and our
        decision with its reasons within 15 days.
      </p>
      {question && (
        <blockquote className="border-rule mt-4 max-w-(--container-text) border-l-2 pl-4 break-words whitespace-pre-line">
          {question.text}
        </blockquote>
      )}
      <Sheet className="mt-6 max-w-3xl p-4 sm:p-6">
        <Form ref={ref} method="post" replace noValidate className="flex flex-col gap-5">
          <input type="hidden" name="question" value={question?._id ?? ''} />
          {message && <Callout tone="stopped" {...message} />}
          <RadioGroup
            legend="What is wrong?"
            name="kind"
            options={question ? kindOptions.filter(({ value }) => !forProjects.has(value)) : kindOptions}
            error={actionData?.fields?.kind}
          />
          <Field
            label="What did you find?"
            hint={
              question
                ? 'Only our staff read it.'
                : 'Say where you saw it: a file, a link to the original. The owner reads this too, without your name.'
            }
            {...field('text')}
          >
            <TextArea rows={6} />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" pending={isSending} pendingText="Sending...">
              Send Report
            </Button>
            <ButtonLink to={project} tone="quiet">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Sheet>
    </Page>
  )
}

const constraints = constraintsOf(NewReport)
const draftFor = (thing: string) => `report ${thing}`
/** A question has nothing to run. */
const forProjects = new Set<string>(['broken'])

export const HydrateFallback = () => (
  <Page className="pt-6 pb-8">
    <Loading text="Loading project..." className="pt-10">
      <Skeleton className="h-10 w-96 max-w-full" />
      <Skeleton className="mt-8 h-96 max-w-3xl" />
    </Loading>
  </Page>
)

export const ErrorBoundary = () => (
  <Page>
    <ErrorState
      as="h1"
      title="Project Not Found"
      action={<ButtonLink to="/projects">Back to Projects</ButtonLink>}
    >
      It may have been taken off the shop already.
    </ErrorState>
  </Page>
)
