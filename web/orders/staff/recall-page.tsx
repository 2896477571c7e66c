import { useEffect, useState } from 'react'
import { Form, Link, useNavigation, useSubmit } from 'react-router'

import { counted, day } from '#contract/format.ts'
import { type RecallableRelease, recalls } from '#contract/orders/recalls.ts'

import { dropDraft } from '../../shell/form/draft.ts'
import { type FormAnswer, mistakesIn, textIn, unlessUnanswered, useForm } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, RadioGroup, TextArea, TextInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout, Status } from '../../ui/status.tsx'
import type { Route } from './+types/recall-page'

export const handle: PageHandle = {
  title: 'Recall',
  steps: [{ label: 'Projects', to: '/admin/projects' }, { label: 'Recall' }],
  failure: {
    title: 'Failed to load project',
    missing: 'Project not found',
    to: '/admin/projects',
    label: 'Back to Projects',
  },
}

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  return api.recalls.list({ params: { id: params.id } })
}

/** What came of a recall, or of a refund that was decided on later. */
type RecallAnswer = FormAnswer & { done?: string; refundProblem?: string }

export async function clientAction({
  context,
  request,
  params,
}: Route.ClientActionArgs): Promise<RecallAnswer> {
  const api = context.get(apiContext)
  const form = await request.formData()
  const number = textIn(form, 'number')
  const of = { params: { id: params.id, number } }
  if (form.has('refundLater')) {
    try {
      await api.recalls.refund(of)
      return { done: `Those who paid for release ${number} get their money back.` }
    } catch (thrown) {
      return { refundProblem: problemOf(thrown, 'Failed to refund the buyers').message }
    }
  }
  const body = {
    reason: textIn(form, 'reason'),
    instructions: textIn(form, 'instructions'),
    refund: form.get('refund') === 'on',
  }
  const mistakes = mistakesIn(recalls.recall.body, body)
  if (mistakes || !number)
    return mistakes ?? { message: 'Choose a release', fields: { number: 'Choose a release' } }
  try {
    await api.recalls.recall({ ...of, body })
    dropDraft(recallDraft(params.id))
    return { done: `Release ${number} is recalled.` }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to recall the release')
    return { code, message, fields }
  }
}

export const shouldRevalidate = unlessUnanswered

export default function RecallPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, releases } = loaderData
  const done = actionData?.done
  const refundProblem = actionData?.refundProblem
  useEffect(() => {
    if (done) notify(done, { tone: 'done' })
    if (refundProblem) notify(refundProblem, { tone: 'failed' })
  }, [done, refundProblem])
  const recallable = releases.filter(({ recall }) => !recall)
  const recalled = releases.filter(({ recall }) => recall)
  return (
    <>
      <h1 className="text-28">Recall a release</h1>
      <p className="text-quiet mt-1 mb-6">
        <Link to={`/admin/projects/${params.id}`} className="link-rule">
          {title}
        </Link>
      </p>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        {recallable.length > 0 ? (
          <RecallForm key={done} projectId={params.id} releases={recallable} answer={actionData} />
        ) : (
          <Sheet>
            <EmptyState
              title={recalled.length > 0 ? 'Every approved release is recalled' : 'Nothing to recall'}
              action={
                <ButtonLink to={`/admin/projects/${params.id}`} tone="quiet">
                  Back to the Project
                </ButtonLink>
              }
            >
              {recalled.length > 0
                ? 'The owner has to upload a new one for you to approve.'
                : 'No release of this project was ever approved.'}
            </EmptyState>
          </Sheet>
        )}
        <div className="flex min-w-0 flex-col gap-6">
          {recalled.map((release) => (
            <RecalledRelease key={release.number} release={release} />
          ))}
        </div>
      </div>
    </>
  )
}

/** Calls an approved release back, after a question that says whom that concerns. */
function RecallForm({ projectId, releases, answer }: RecallFormProps) {
  const { ref, message, field } = useForm(constraints, answer, recallDraft(projectId))
  const submit = useSubmit()
  const [asked, setAsked] = useState<Asked>()
  return (
    <Sheet as="section" aria-label="Recall a release">
      <Form
        ref={ref}
        method="post"
        noValidate
        className="flex flex-col gap-5 p-4 sm:p-6"
        onSubmit={(event) => {
          const form = new FormData(event.currentTarget)
          const release = releases.find(({ number }) => String(number) === textIn(form, 'number'))
          // What is missing is said without the question.
          if (!release || !textIn(form, 'reason') || !textIn(form, 'instructions')) return
          event.preventDefault()
          setAsked({ release, isRefunded: form.has('refund') })
        }}
      >
        <p className="text-quiet max-w-(--container-text)">
          Nobody can download a recalled release any more. A recall cannot be undone: only a new release that
          you approve takes its place.
        </p>
        {message && <Callout tone="stopped" {...message} />}
        <RadioGroup
          legend="Release"
          required
          name="number"
          options={releases.map(({ number, approvedAt, buyers, paid }) => ({
            value: String(number),
            label: `Release ${number}, approved ${day(approvedAt)}`,
            hint: `${counted(buyers, 'buyer')} to tell, ${paid} paid for it`,
          }))}
          {...(releases.length === 1 && { defaultValue: String(releases[0]!.number) })}
          error={answer?.fields?.number}
        />
        <Field label="Why" hint="Everybody reads it, on the page of the project too" {...field('reason')}>
          <TextInput />
        </Field>
        <Field
          label="What buyers should do"
          hint="It is in the email to every buyer"
          {...field('instructions')}
        >
          <TextArea rows={5} />
        </Field>
        <Checkbox
          name="refund"
          label="Give those who paid for it their money back"
          hint="Their download ends, and the owner’s share is taken back. You can also decide that later."
        />
        <div>
          <Button
            type="submit"
            tone="danger"
            pending={useNavigation().formData !== undefined}
            pendingText="Recalling..."
          >
            Recall Release
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        // Somebody may have recalled it meanwhile.
        open={asked !== undefined && releases.some(({ number }) => number === asked.release.number)}
        onClose={() => setAsked(undefined)}
        question={`Recall release ${asked?.release.number ?? ''} for good?`}
        confirm="Recall Release"
        danger
        onConfirm={() => {
          setAsked(undefined)
          void submit(ref.current)
        }}
      >
        {asked && meaning(asked)}
      </ConfirmDialog>
    </Sheet>
  )
}

/** The name of what is typed about a project's recall until it is made. */
const recallDraft = (projectId: string) => `recall of ${projectId}`

const meaning = ({ release: { buyers, paid }, isRefunded }: Asked) =>
  `Downloads end at once. ${
    buyers === 0
      ? 'Nobody bought it.'
      : `${counted(buyers, 'buyer')} ${buyers === 1 ? 'gets' : 'get'} an email.`
  } ${isRefunded && paid > 0 ? `${counted(paid, 'payment')} ${paid === 1 ? 'goes' : 'go'} back.` : ''}`

const constraints = {
  reason: { required: true, maxLength: 300 },
  instructions: { required: true, maxLength: 2000 },
} as const

interface Asked {
  release: RecallableRelease
  isRefunded: boolean
}

interface RecallFormProps {
  projectId: string
  releases: RecallableRelease[]
  answer: FormAnswer | undefined
}

/** A release that was called back, how far its mails and refunds are, and the refunds where they were left open. */
function RecalledRelease({ release: { number, paid, recall } }: { release: RecallableRelease }) {
  if (!recall) return null
  return (
    <Sheet as="section" aria-label={`Release ${number}`}>
      <SheetHead title={`Release ${number}`}>
        <Status tone="stopped">Recalled</Status>
      </SheetHead>
      <div className="p-4 sm:p-5">
        <p className="break-words">{recall.reason}</p>
        <p className="text-14 text-quiet mt-2 break-words whitespace-pre-line">{recall.instructions}</p>
        <FactRows
          className="border-rule mt-3 border-t"
          facts={[
            { term: 'recalled', value: day(recall.recalledAt) },
            { term: 'buyers told', value: recall.notified },
            { term: 'still to tell or refund', value: recall.waiting },
            {
              term: 'refunded',
              value: recall.refunds ? recall.refunded : paid > 0 ? 'not decided' : 'nobody paid',
            },
          ]}
        />
        {!recall.refunds && paid > 0 && <RefundButton number={number} paid={paid} />}
      </div>
    </Sheet>
  )
}

function RefundButton({ number, paid }: { number: number; paid: number }) {
  const submit = useSubmit()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button
        tone="quiet"
        className="mt-4"
        pending={useNavigation().formData !== undefined}
        pendingText="One moment..."
        onClick={() => setIsAsked(true)}
      >
        Refund {counted(paid, 'buyer')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        question={`Give ${counted(paid, 'buyer')} of release ${number} their money back?`}
        confirm="Refund Buyers"
        danger
        onConfirm={() => {
          setIsAsked(false)
          void submit({ number, refundLater: 'on' }, { method: 'post' })
        }}
      >
        Their download ends, and the owner’s share is taken back.
      </ConfirmDialog>
    </>
  )
}
