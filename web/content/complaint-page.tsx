import { redirect, replace } from 'react-router'

import { noticeDeclaration, timesToDecide } from '#contract/content/complaint-kinds.ts'
import { CopyrightNotice, NewComplaint, complaints } from '#contract/content/complaints.ts'
import { Email, line } from '#contract/kit/fields.ts'
import { z } from '#contract/kit/zod.ts'

import { ActionForm, formAction, type FormCall, useActionForm } from '../shell/form/action-form.tsx'
import { constraintsOf } from '../shell/form/constraints.ts'
import { checked, textIn, type useForm } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { isSignedIn, member, useMember } from '../shell/session/session.ts'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { RadioGroup, TextArea, TextInput } from '../ui/inputs.tsx'
import { notify } from '../ui/notices.tsx'
import { Breadcrumb, Page } from '../ui/page.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Breakable } from '../ui/text.tsx'
import type { Route } from './+types/complaint-page'
import { complaintKindOptions } from './complaint-labels.ts'

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
      return {
        title,
        about: questionId ? 'question' : 'review',
        id: item._id,
        said: item.text,
      } as const
    notify(`This ${questionId ? 'question' : 'review'} is not on the page any more.`)
    throw redirect(`/projects/${params.id}`)
  }
  if (project.projectOwner._id === member()?._id) throw redirect(`/owner/projects/${params.id}`)
  return { title, about: 'listing', id: params.id, said: undefined } as const
}

export const clientAction = formAction('Failed to send your report', async (call) => {
  const { number, statusPage } = await sendComplaint(call)
  notify(`We have your complaint ${number}. We mail you what we decide.`, { tone: 'done' })
  return replace(statusPage)
})

export default function ComplaintPage({ loaderData, params }: Route.ComponentProps) {
  const { title, about, id, said } = loaderData
  // Also when the session has ended since the page came.
  const isVisitor = useMember() === null
  const form = useActionForm(constraintsFor(about, isVisitor), { draft: `report ${id}` })
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
        {`”. You get a number at once, and our decision with its reasons ${timesToDecide}.`}
      </p>
      {said !== undefined && (
        <blockquote className="border-rule mt-4 max-w-(--container-text) border-l-2 pl-4 break-words whitespace-pre-line">
          {said}
        </blockquote>
      )}
      <Sheet className="mt-6 max-w-3xl p-4 sm:p-6">
        <ActionForm form={form} className="group flex flex-col gap-5">
          {about !== 'listing' && <input type="hidden" name={about} value={id} />}
          <RadioGroup
            legend="What is wrong?"
            required
            name={choice}
            options={complaintKindOptions[about]}
            error={form.field(choice).error}
          />
          <Field label="What did you find?" hint={hint} {...form.field('text')}>
            <TextArea rows={about === 'review' ? 3 : 6} />
          </Field>
          {about !== 'review' && <CopyrightFields field={form.field} isVisitor={isVisitor} />}
          {isVisitor && (
            <>
              <div className="grid gap-5 sm:grid-cols-2">
                <Field label="Name" {...form.field('name')}>
                  <TextInput autoComplete="name" />
                </Field>
                <Field label="Email" {...form.field('email')}>
                  <TextInput type="email" autoComplete="email" inputMode="email" />
                </Field>
              </div>
              <p className="text-14 text-quiet">
                We mail you what we decide, and keep your name and email for that. The owner does not see
                them. <TextLink to="/support/privacy">Privacy</TextLink>
              </p>
            </>
          )}
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

/**
 * What a copyright notice needs, shown while the complaint is about a copy: optional for members, who may only have
 * seen it, and needed without an account.
 */
const CopyrightFields = ({ field, isVisitor }: CopyrightFieldsProps) => (
  <fieldset className="border-rule hidden flex-col gap-5 border-t pt-5 group-has-[input[value=copied]:checked]:flex">
    <legend className="sr-only">Copyright notice</legend>
    <p className="font-semibold">
      {isVisitor ? 'Your copyright notice' : 'If the original is yours: your copyright notice'}
    </p>
    <RadioGroup
      legend="Whose work is the original?"
      required={isVisitor}
      name="rights"
      options={[
        { value: 'owner', label: 'It is mine' },
        { value: 'agent', label: 'I act for its owner' },
      ]}
      error={field('rights').error}
    />
    <Field
      label="What is the original, and where can it be seen?"
      hint="Its title, when it was published, a link to it"
      {...field('work')}
    >
      <TextArea rows={3} />
    </Field>
    <Field label="Your address" hint="Street, place and PIN. Only our staff read it." {...field('address')}>
      <TextArea rows={3} autoComplete="street-address" />
    </Field>
    <p className="text-14 text-quiet">{noticeDeclaration}</p>
  </fieldset>
)

interface CopyrightFieldsProps {
  field: (name: 'rights' | 'work' | 'address') => ReturnType<ReturnType<typeof useForm<string>>['field']>
  isVisitor: boolean
}

const { text: reportText } = constraintsOf(NewComplaint)
const { email } = constraintsOf(NewComplaint.pick({ email: true }))

const constraintsFor = (about: keyof typeof formTexts, isVisitor: boolean) => ({
  text: about === 'review' ? { maxLength: 500 } : reportText,
  kind: {},
  reason: {},
  rights: {},
  work: { ...(isVisitor && { required: true as const }), maxLength: 1000 },
  address: { ...(isVisitor && { required: true as const }), maxLength: 300 },
  name: { ...(isVisitor && { required: true as const }), maxLength: 80 },
  email: { ...email, ...(isVisitor && { required: true as const }) },
})

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
  const sender = isSignedIn() ? {} : checked(Sender, form)
  if (review) {
    const body = { ...checked(complaints.sendAboutReview.body, form), ...sender }
    return api.complaints.sendAboutReview({ params: { id, review }, body })
  }
  const said = {
    kind: textIn(form, 'kind'),
    text: textIn(form, 'text'),
    ...(question && { question }),
  }
  const body = { ...checked(NewComplaint, said), ...sender }
  const hasNotice = noticeFields.some((name) => textIn(form, name) !== '')
  const notice =
    said.kind === 'copied' && (hasNotice || !isSignedIn()) ? checked(CopyrightNotice, form) : undefined
  return api.complaints.send({ params: { id }, body: { ...body, ...(notice && { notice }) } })
}

const noticeFields = Object.keys(CopyrightNotice.shape)

/** Who complains without an account. */
const Sender = z.object({ name: line(80).min(1, 'Name is required'), email: Email })
