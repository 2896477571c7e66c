import { redirect, replace } from 'react-router'

import { NewReport, reports } from '#contract/content/complaints.ts'

import { ActionForm, formAction, type FormCall, useActionForm } from '../shell/form/action-form.tsx'
import { constraintsOf } from '../shell/form/constraints.ts'
import { checked, textIn } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { member } from '../shell/session/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { RadioGroup, TextArea } from '../ui/inputs.tsx'
import { notify } from '../ui/notices.tsx'
import { Breadcrumb, Page } from '../ui/page.tsx'
import { Sheet } from '../ui/sheet.tsx'
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
  const query = new URL(request.url).searchParams
  const [questionId, reviewId] = [query.get('question'), query.get('review')]
  const [{ project }, { questions }, { reviews }] = await Promise.all([
    api.projects.get(of),
    questionId ? api.questions.list(of) : { questions: [] },
    reviewId ? api.reviews.list(of) : { reviews: [] },
  ])
  const { title } = project
  if (questionId || reviewId) {
    const item = [...questions.filter(({ hiddenReason }) => hiddenReason === null), ...reviews].find(
      ({ _id }) => _id === (questionId ?? reviewId),
    )
    if (item)
      return { title, about: questionId ? 'question' : 'review', id: item._id, said: item.text } as const
    notify(`This ${questionId ? 'question' : 'review'} is not on the page any more.`)
    throw redirect(`/projects/${params.id}`)
  }
  if (project.projectOwner._id === member()?._id) throw redirect(`/owner/projects/${params.id}`)
  return { title, about: 'listing', id: params.id, said: undefined } as const
}

export const clientAction = formAction('Failed to send your report', async (call) => {
  const { number } = await sendComplaint(call)
  notify(`We have your report ${number}. We mail you what we decide.`, { tone: 'done' })
  return replace(`/projects/${call.params.id}`)
})

export default function ComplaintPage({ loaderData, params }: Route.ComponentProps) {
  const { title, about, id, said } = loaderData
  const constraints = { text: about === 'review' ? reviewText : reportText, kind: {}, reason: {} }
  const form = useActionForm(constraints, { draft: `report ${id}` })
  const project = `/projects/${params.id}`
  const { heading, lead, hint, choice } = formTexts[about]
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
        <ActionForm form={form} className="flex flex-col gap-5">
          {about !== 'listing' && <input type="hidden" name={about} value={id} />}
          <RadioGroup
            legend="What is wrong?"
            required
            name={choice}
            options={kindOptions[about]}
            error={form.field(choice).error}
          />
          <Field label="What did you find?" hint={hint} {...form.field('text')}>
            <TextArea rows={about === 'review' ? 3 : 6} />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" pending={form.pending} pendingText="Sending...">
              Send Report
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

const { text: reportText } = constraintsOf(NewReport)
const reviewText = { maxLength: 500 }

const formTexts = {
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

/** Sends a complaint about the project, or about the review or question that the form names. */
function sendComplaint({ api, form, params: { id } }: FormCall) {
  const [review, question] = [textIn(form, 'review'), textIn(form, 'question')]
  if (review) {
    const body = checked(reports.reportReview.body, form)
    return api.reports.reportReview({ params: { id, review }, body })
  }
  const said = { kind: textIn(form, 'kind'), text: textIn(form, 'text'), ...(question && { question }) }
  return api.reports.report({ params: { id }, body: checked(NewReport, said) })
}
