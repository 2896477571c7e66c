import { Form, redirect, useNavigation } from 'react-router'

import type { Api } from '#contract/client.ts'
import { NewReport, type ReportReason, reports } from '#contract/content/complaints.ts'

import { constraintsOf } from '../shell/form/constraints.ts'
import { dropDraft } from '../shell/form/draft.ts'
import { type FormAnswer, mistakesIn, textIn, useForm } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext, problemOf } from '../shell/session/api.ts'
import { member } from '../shell/session/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { RadioGroup, TextArea } from '../ui/inputs.tsx'
import { notify } from '../ui/notices.tsx'
import { Breadcrumb, Page } from '../ui/page.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Callout } from '../ui/status.tsx'
import { Breakable } from '../ui/text.tsx'
import type { Route } from './+types/complaint-page'
import { kindOptions } from './complaint-labels.ts'

export const handle: PageHandle = {
  title: 'Report',
  loading: 'Loading project...',
  failure: {
    title: 'Failed to load project',
    missing: 'Project Not Found',
    missingText: 'It may no longer be listed.',
    to: '/projects',
    label: 'Back to Projects',
  },
}

export async function clientLoader({ context, request, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const of = { params: { id: params.id } }
  const asked = new URL(request.url).searchParams
  const [questionId, reviewId] = [asked.get('question'), asked.get('review')]
  const [{ project }, { questions }, { reviews }] = await Promise.all([
    api.projects.get(of),
    questionId ? api.questions.list(of) : { questions: [] },
    reviewId ? api.reviews.list(of) : { reviews: [] },
  ])
  const { title } = project
  if (questionId || reviewId) {
    const thing = [...questions.filter(({ hiddenReason }) => hiddenReason === null), ...reviews].find(
      ({ _id }) => _id === (questionId ?? reviewId),
    )
    if (thing)
      return { title, about: questionId ? 'question' : 'review', id: thing._id, said: thing.text } as const
    notify(`This ${questionId ? 'question' : 'review'} is not on the page any more.`)
    throw redirect(`/projects/${params.id}`)
  }
  if (project.projectOwner._id === member()?._id) throw redirect(`/owner/projects/${params.id}`)
  return { title, about: 'listing', id: params.id, said: undefined } as const
}

export async function clientAction({ context, request, params }: Route.ClientActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  try {
    const sent = await sendReport(api, params.id, form)
    if ('mistakes' in sent) return sent.mistakes
    notify(`We have your report ${sent.number}. We mail you what we decide.`, { tone: 'done' })
  } catch (thrown) {
    return problemOf(thrown, 'Failed to send your report')
  }
  dropDraft(draftFor(textIn(form, 'review') || textIn(form, 'question') || params.id))
  return redirect(`/projects/${params.id}`, { status: 303 })
}

export default function ReportPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, about, id, said } = loaderData
  const constraints = { text: about === 'review' ? reviewText : reportText, kind: {}, reason: {} }
  const { ref, message, field } = useForm(constraints, actionData, draftFor(id))
  const isSending = useNavigation().state !== 'idle'
  const project = `/projects/${params.id}`
  const { heading, lead, hint, choice } = things[about]
  return (
    <Page className="pt-6 pb-8">
      <Breadcrumb
        steps={[
          { label: 'Home', to: '/' },
          { label: 'Projects', to: '/projects' },
          { label: title, to: project },
        ]}
      />
      <h1 className="text-28 md:text-36 mt-5">{heading}</h1>
      <p className="text-quiet mt-2 max-w-(--container-text)">
        {lead}“<Breakable text={title} />
        ”. You get a number by email at once, and our decision with its reasons within 15 days.
      </p>
      {said !== undefined && (
        <blockquote className="border-rule mt-4 max-w-(--container-text) border-l-2 pl-4 break-words whitespace-pre-line">
          {said}
        </blockquote>
      )}
      <Sheet className="mt-6 max-w-3xl p-4 sm:p-6">
        <Form ref={ref} method="post" replace noValidate className="flex flex-col gap-5">
          {about !== 'listing' && <input type="hidden" name={about} value={id} />}
          {message && <Callout tone="stopped" {...message} />}
          <RadioGroup
            legend="What is wrong?"
            required
            name={choice}
            options={kindOptions[about]}
            error={actionData?.fields?.[choice]}
          />
          <Field label="What did you find?" hint={hint} {...field('text')}>
            <TextArea rows={about === 'review' ? 3 : 6} />
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

const { text: reportText } = constraintsOf(NewReport)
const reviewText = { maxLength: 500 }
const draftFor = (thing: string) => `report ${thing}`

const things = {
  listing: {
    heading: 'Report this project',
    lead: '',
    hint: 'Say where you saw it: a file, a link to the original. The owner reads this too, without your name.',
    choice: 'kind',
  },
  question: {
    heading: 'Report a question',
    lead: 'A question about ',
    hint: 'Only our staff read it.',
    choice: 'kind',
  },
  review: {
    heading: 'Report a review',
    lead: 'A review of ',
    hint: 'Only our staff read it.',
    choice: 'reason',
  },
} as const

/** Sends what is said of a project, or of the review or question that the form names: the number of the ticket, or what to mend. */
async function sendReport(
  api: Api,
  projectId: string,
  form: FormData,
): Promise<{ number: string } | { mistakes: FormAnswer }> {
  const [text, review, question] = [textIn(form, 'text'), textIn(form, 'review'), textIn(form, 'question')]
  if (review) {
    const body = { reason: textIn(form, 'reason') as ReportReason, text }
    const mistakes = mistakesIn(reports.reportReview.body, body)
    if (mistakes) return { mistakes }
    return api.reports.reportReview({ params: { id: projectId, review }, body })
  }
  const body = { kind: textIn(form, 'kind') as 'copied', text, ...(question && { question }) }
  const mistakes = mistakesIn(NewReport, body)
  if (mistakes) return { mistakes }
  return api.reports.report({ params: { id: projectId }, body })
}
