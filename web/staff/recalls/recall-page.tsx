import { useEffect } from 'react'
import { Form, Link, useNavigation } from 'react-router'

import { counted } from '#contract/kit/counted.ts'
import { type RecallableRelease, recalls } from '#contract/projects/recalls.ts'

import { textIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import { type FormAnswer, useForm } from '../../forms/use-form.ts'
import type { PageHandle } from '../../page-handle.ts'
import { problemOf } from '../../problem-of.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FactRows } from '../../ui/data/fact-rows.tsx'
import { day } from '../../ui/day.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/recall-page'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Recall | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  return api.recalls.list({ params: { id: params.id } })
}
clientLoader.hydrate = true as const

export async function clientAction({
  request,
  params,
}: Route.ClientActionArgs): Promise<FormAnswer & { done?: string }> {
  const api = await requireStaff()
  const form = await request.formData()
  const body = {
    reason: textIn(form, 'reason'),
    instructions: textIn(form, 'instructions'),
    refund: form.get('refund') === 'on',
  }
  const number = textIn(form, 'number')
  const mistakes = mistakesIn(recalls.recall.body, body)
  if (mistakes || !number)
    return mistakes ?? { message: 'Choose a release', fields: { number: 'Choose a release' } }
  try {
    await api.recalls.recall({ params: { id: params.id, number }, body })
    return { done: `Release ${number} is recalled.` }
  } catch (thrown) {
    const { message, fields } = problemOf(thrown, 'Failed to recall the release')
    return { message, fields }
  }
}

export default function RecallPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, releases } = loaderData
  const done = actionData?.done
  useEffect(() => {
    if (done) notify(done, { tone: 'done' })
  }, [done])
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
          <RecallForm key={done} releases={recallable} answer={actionData} />
        ) : (
          <EmptyState
            title={recalled.length > 0 ? 'Every approved release is recalled' : 'Nothing to recall'}
            action={
              <ButtonLink to={`/admin/projects/${params.id}`} tone="quiet">
                Back to the project
              </ButtonLink>
            }
          >
            {recalled.length > 0
              ? 'The owner has to upload a new one for you to approve.'
              : 'No release of this project was ever approved.'}
          </EmptyState>
        )}
        <div className="flex min-w-0 flex-col gap-6">
          {recalled.map((release) => (
            <Recalled key={release.number} release={release} />
          ))}
        </div>
      </div>
    </>
  )
}

function RecallForm({ releases, answer }: { releases: RecallableRelease[]; answer: FormAnswer | undefined }) {
  const { ref, message, field } = useForm(constraints, answer)
  return (
    <Sheet as="section" aria-label="Recall a release">
      <Form ref={ref} method="post" noValidate className="flex flex-col gap-5 p-4 sm:p-6">
        <p className="text-quiet max-w-(--container-text)">
          Nobody can download a recalled release any more. A recall is not taken back: only a new release that
          you approve takes its place.
        </p>
        {message && <Callout tone="stopped" {...message} />}
        <RadioGroup
          legend="Release"
          name="number"
          options={releases.map(({ number, approvedAt, buyers, paid }) => ({
            value: String(number),
            label: `Release ${number}, approved ${day(approvedAt)}`,
            hint: `${counted(buyers, 'buyer')} to tell, ${paid} paid for it`,
          }))}
          error={answer?.fields?.number}
        />
        <Field label="Why" hint="Everybody reads it, on the page of the project too" {...field('reason')}>
          <TextInput />
        </Field>
        <Field
          label="What buyers are to do"
          hint="It stands in the mail to every buyer"
          {...field('instructions')}
        >
          <TextArea rows={5} />
        </Field>
        <Checkbox
          name="refund"
          label="Give those who paid for it their money back"
          hint="Their download ends, and the owner's share is taken back."
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
    </Sheet>
  )
}

function Recalled({ release: { number, recall } }: { release: RecallableRelease }) {
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
            { term: 'buyers told', value: recall.told },
            { term: 'still to tell', value: recall.waiting },
            { term: 'refunded', value: recall.refunds ? recall.refunded : 'not asked for' },
          ]}
        />
      </div>
    </Sheet>
  )
}

const constraints = {
  reason: { required: true, maxLength: 300 },
  instructions: { required: true, maxLength: 2000 },
} as const

export function HydrateFallback() {
  return (
    <Loading text="Loading releases...">
      <Skeleton className="mb-5 h-9 w-60" />
      <Skeleton className="h-96" />
    </Loading>
  )
}

export function ErrorBoundary() {
  return (
    <ErrorState
      as="h1"
      title="Project not found"
      action={<ButtonLink to="/admin/projects">Back to Projects</ButtonLink>}
    />
  )
}
