import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'

import { counted, day, inRupees } from '#contract/kit/format.ts'
import { type RecallableRelease, recalls } from '#contract/orders/recalls.ts'

import {
  ActionForm,
  ConfirmButton,
  formAction,
  formActions,
  useActionForm,
} from '../../shell/form/action-form.tsx'
import { checked, textIn, fieldError } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, RadioGroup, TextArea, TextInput } from '../../ui/inputs.tsx'
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

export const clientAction = formActions({
  recall: formAction('Failed to recall the release', async ({ api, form, params: { id } }) => {
    const number = textIn(form, 'number')
    const body = checked(recalls.recall.body, {
      reason: textIn(form, 'reason'),
      instructions: textIn(form, 'instructions'),
      refund: form.get('refund') === 'on',
    })
    if (!number) throw fieldError('number', 'Choose a release')
    await api.recalls.recall({ params: { id, number }, body })
    return `Release ${number} is recalled.`
  }),
  refund: formAction('Failed to refund the buyers', async ({ api, form, params: { id } }) => {
    const number = textIn(form, 'number')
    const { releases } = await api.recalls.refund({ params: { id, number } })
    const release = releases.find((one) => String(one.number) === number)
    return release?.recall?.unconfirmed
      ? `${counted(release.recall.unconfirmed.refunds, 'refund')} of release ${number} ${release.recall.unconfirmed.refunds === 1 ? 'waits' : 'wait'} for another member of staff.`
      : `Those who paid for release ${number} get their money back.`
  }),
  withdraw: formAction('Failed to withdraw the refunds', async ({ api, form, params: { id } }) => {
    const number = textIn(form, 'number')
    await api.recalls.withdraw({ params: { id, number } })
    return `The refunds of release ${number} that waited are withdrawn.`
  }),
})

export default function RecallPage({
  loaderData: { title, releases, needsSecondPerson },
  params,
}: Route.ComponentProps) {
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
      <div
        className={clsx(
          'grid items-start gap-6',
          recallable.length > 0 && recalled.length > 0 && 'xl:grid-cols-[minmax(0,1fr)_26rem]',
          recallable.length === 0 && recalled.length > 0 && 'max-w-3xl',
        )}
      >
        {recallable.length > 0 && (
          <RecallForm
            key={recalled.length}
            projectId={params.id}
            releases={recallable}
            needsSecondPerson={needsSecondPerson}
          />
        )}
        {recalled.length > 0 && (
          <div className="flex min-w-0 flex-col gap-6">
            {recallable.length === 0 && (
              <p className="text-quiet max-w-(--container-text)">
                Every approved release is recalled. The owner has to upload a new one for you to approve.
              </p>
            )}
            {recalled.map((release) => (
              <RecalledRelease key={release.number} release={release} needsSecondPerson={needsSecondPerson} />
            ))}
          </div>
        )}
        {releases.length === 0 && (
          <Sheet>
            <EmptyState
              title="Nothing to recall"
              action={
                <ButtonLink to={`/admin/projects/${params.id}`} tone="quiet">
                  Back to the Project
                </ButtonLink>
              }
            >
              No release of this project was ever approved.
            </EmptyState>
          </Sheet>
        )}
      </div>
    </>
  )
}

/** The form to recall an approved release, after a question that says how many buyers it affects. */
function RecallForm({ projectId, releases, needsSecondPerson }: RecallFormProps) {
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
          options={releases.map(({ number, approvedAt, buyers, paid, finalSales }) => ({
            value: String(number),
            label: `Release ${number}, approved ${day(approvedAt)}`,
            hint: [
              `${counted(buyers, 'buyer')} to tell, ${paid} paid for it`,
              ...(finalSales > 0
                ? [`for ${finalSales} the refund days are over, or the owner was paid`]
                : []),
            ].join('; '),
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
        {pendingRecall && consequences(pendingRecall, needsSecondPerson)}
      </ConfirmDialog>
    </Sheet>
  )
}

const consequences = ({ release, fields }: PendingRecall, needsSecondPerson: boolean) => {
  const { buyers } = release
  return `Downloads end at once. ${
    buyers === 0
      ? 'Nobody bought it.'
      : `${counted(buyers, 'buyer')} ${buyers === 1 ? 'gets' : 'get'} an email.`
  } ${fields.has('refund') ? refundsText(release, needsSecondPerson) : ''}`
}

/** What becomes of the payments for a release when staff decide that they go back. */
function refundsText({ paid, finalSales }: RecallableRelease, needsSecondPerson: boolean): string {
  const waiting = needsSecondPerson ? finalSales : 0
  const now = paid - waiting
  return [
    ...(now > 0 ? [`${counted(now, 'payment')} ${now === 1 ? 'goes' : 'go'} back at once.`] : []),
    ...(waiting > 0
      ? [
          `${now > 0 ? `${waiting} more` : counted(waiting, 'payment')} ${waiting === 1 ? 'goes' : 'go'} back when another member of staff confirms it: the refund days are over, or the owner was paid.`,
        ]
      : finalSales > 0
        ? [
            `For ${finalSales} of them the refund days are over, or the owner was paid: the audit log marks that you decided it alone.`,
          ]
        : []),
  ].join(' ')
}

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
  /** Whether refunds of final sales wait for another member of staff. */
  needsSecondPerson: boolean
}

/**
 * A recalled release with the progress of its emails and refunds, and the buttons for those that were left open or wait
 * for a second person.
 */
function RecalledRelease({
  release,
  needsSecondPerson,
}: {
  release: RecallableRelease
  needsSecondPerson: boolean
}) {
  const { number, paid, recall } = release
  if (!recall) return null
  const { unconfirmed, allowed } = recall
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
        {unconfirmed && (
          <Callout
            tone="waiting"
            className="mt-4"
            title={`${counted(unconfirmed.refunds, 'refund')}, ${inRupees(unconfirmed.amount)} in all, ${unconfirmed.refunds === 1 ? 'waits' : 'wait'} for a second person`}
          >
            {`${unconfirmed.by} decided that these buyers get their money back. Their refund days are over, or the owner was paid, so that nobody sends it alone. `}
            {allowed.includes('confirm')
              ? 'Confirm it when you have seen why.'
              : 'Another member of staff confirms it.'}
          </Callout>
        )}
        <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
          {allowed.includes('confirm') && unconfirmed && (
            <ConfirmButton
              submit={{ intent: 'refund', number: String(number) }}
              label={`Confirm ${counted(unconfirmed.refunds, 'Refund')}`}
              question={`Send ${inRupees(unconfirmed.amount)} back to ${counted(unconfirmed.refunds, 'buyer')}?`}
              confirm="Confirm"
              tone="primary"
              danger
              pendingText="One moment..."
            >
              Their download ends, and the owner’s share is taken back, below zero where it was paid out.
            </ConfirmButton>
          )}
          {allowed.includes('withdraw') && unconfirmed && (
            <ConfirmButton
              submit={{ intent: 'withdraw', number: String(number) }}
              label="Do Not Refund"
              question={`Leave ${counted(unconfirmed.refunds, 'buyer')} without a refund?`}
              confirm="Do Not Refund"
              pendingText="One moment..."
            >
              Nothing of these goes back. You can decide it anew later.
            </ConfirmButton>
          )}
        </div>
        {allowed.includes('refund') && (
          <ConfirmButton
            submit={{ intent: 'refund', number: String(number) }}
            label={`Refund ${counted(paid, 'buyer')}`}
            question={`Give ${counted(paid, 'buyer')} of release ${number} their money back?`}
            confirm="Refund Buyers"
            danger
            className="mt-4"
            pendingText="One moment..."
          >
            {`Their download ends, and the owner’s share is taken back. ${refundsText(release, needsSecondPerson)}`}
          </ConfirmButton>
        )}
      </div>
    </Sheet>
  )
}
