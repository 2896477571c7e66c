import { useState } from 'react'
import { Link } from 'react-router'

import { counted, day } from '#contract/format.ts'
import { type RecallableRelease, recalls } from '#contract/orders/recalls.ts'

import {
  ActionForm,
  ConfirmButton,
  formAction,
  formActions,
  useActionForm,
} from '../../shell/form/action-form.tsx'
import { checked, textIn, wrongField } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, RadioGroup, TextArea, TextInput } from '../../ui/inputs.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Status } from '../../ui/status.tsx'
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

export const clientAction = formActions({
  recall: formAction('Failed to recall the release', async ({ api, form, params: { id } }) => {
    const number = textIn(form, 'number')
    const body = checked(recalls.recall.body, {
      reason: textIn(form, 'reason'),
      instructions: textIn(form, 'instructions'),
      refund: form.get('refund') === 'on',
    })
    if (!number) throw wrongField('number', 'Choose a release')
    await api.recalls.recall({ params: { id, number }, body })
    return `Release ${number} is recalled.`
  }),
  refund: formAction('Failed to refund the buyers', async ({ api, form, params: { id } }) => {
    const number = textIn(form, 'number')
    await api.recalls.refund({ params: { id, number } })
    return `Those who paid for release ${number} get their money back.`
  }),
})

export default function RecallPage({ loaderData: { title, releases }, params }: Route.ComponentProps) {
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
          <RecallForm key={recalled.length} projectId={params.id} releases={recallable} />
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

/** The form to recall an approved release, after a question that says how many buyers it affects. */
function RecallForm({ projectId, releases }: RecallFormProps) {
  const form = useActionForm(constraints, { draft: `recall of ${projectId}` })
  const [pendingRecall, setPendingRecall] = useState<PendingRecall>()
  return (
    <Sheet as="section" aria-label="Recall a release">
      <ActionForm
        form={form}
        intent="recall"
        className="flex flex-col gap-5 p-4 sm:p-6"
        onSubmit={(event) => {
          const fields = new FormData(event.currentTarget)
          const release = releases.find(({ number }) => String(number) === textIn(fields, 'number'))
          // The action reports missing fields, without the question.
          if (!release || !textIn(fields, 'reason') || !textIn(fields, 'instructions')) return
          event.preventDefault()
          setPendingRecall({ release, fields })
        }}
      >
        <p className="text-quiet max-w-(--container-text)">
          Nobody can download a recalled release any more. A recall cannot be undone: only a new release that
          you approve takes its place.
        </p>
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
          error={form.field('number').error}
        />
        <Field
          label="Why"
          hint="Everybody reads it, on the page of the project too"
          {...form.field('reason')}
        >
          <TextInput />
        </Field>
        <Field
          label="What buyers should do"
          hint="It is in the email to every buyer"
          {...form.field('instructions')}
        >
          <TextArea rows={5} />
        </Field>
        <Checkbox
          name="refund"
          label="Give those who paid for it their money back"
          hint="Their download ends, and the owner’s share is taken back. You can also decide that later."
        />
        <div>
          <Button type="submit" tone="danger" pending={form.pending} pendingText="Recalling...">
            Recall Release
          </Button>
        </div>
      </ActionForm>
      <ConfirmDialog
        // Another member of staff may have recalled it meanwhile.
        open={
          pendingRecall !== undefined &&
          releases.some(({ number }) => number === pendingRecall.release.number)
        }
        onClose={() => setPendingRecall(undefined)}
        question={`Recall release ${pendingRecall?.release.number ?? ''} for good?`}
        confirm="Recall Release"
        danger
        onConfirm={() => {
          setPendingRecall(undefined)
          if (pendingRecall) form.send(pendingRecall.fields)
        }}
      >
        {pendingRecall && consequences(pendingRecall)}
      </ConfirmDialog>
    </Sheet>
  )
}

const consequences = ({ release: { buyers, paid }, fields }: PendingRecall) =>
  `Downloads end at once. ${
    buyers === 0
      ? 'Nobody bought it.'
      : `${counted(buyers, 'buyer')} ${buyers === 1 ? 'gets' : 'get'} an email.`
  } ${fields.has('refund') && paid > 0 ? `${counted(paid, 'payment')} ${paid === 1 ? 'goes' : 'go'} back.` : ''}`

const constraints = {
  number: {},
  reason: { required: true, maxLength: 300 },
  instructions: { required: true, maxLength: 2000 },
} as const

interface PendingRecall {
  release: RecallableRelease
  /** The values of the form when it was submitted. */
  fields: FormData
}

interface RecallFormProps {
  projectId: string
  releases: RecallableRelease[]
}

/** A recalled release with the progress of its emails and refunds, and the button to refund buyers when that was left open. */
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
        {!recall.refunds && paid > 0 && (
          <ConfirmButton
            submit={{ intent: 'refund', number: String(number) }}
            label={`Refund ${counted(paid, 'buyer')}`}
            question={`Give ${counted(paid, 'buyer')} of release ${number} their money back?`}
            confirm="Refund Buyers"
            danger
            className="mt-4"
            pendingText="One moment..."
          >
            Their download ends, and the owner’s share is taken back.
          </ConfirmButton>
        )}
      </div>
    </Sheet>
  )
}
