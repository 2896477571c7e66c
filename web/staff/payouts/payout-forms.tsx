import { useFetcher } from 'react-router'

import type { PayoutCase } from '#contract/orders/payouts.ts'

import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import type { PayoutAnswer } from './payout-changes.ts'
import { Results } from './results.tsx'

/** What staff may do with a payout now. */
export function PayoutForms({ payout }: { payout: PayoutCase }) {
  const { allowed, exportedAt, member } = payout
  return (
    <Sheet as="section" aria-label="Decide">
      <SheetHead title={allowed.includes('pay') ? 'Send and mark as paid' : 'Decide'} />
      <div className="flex flex-col gap-6 p-4 sm:p-5">
        {member.isClosed && (
          <Callout tone="waiting">
            This account is closed. Its account details are kept until this payout ends; a declined payout
            cannot be requested again.
          </Callout>
        )}
        {allowed.includes('pay') && <PayForm payout={payout} />}
        {exportedAt && allowed.includes('pay') && (
          <Callout tone="waiting">
            It is in a file for the bank already. Hold or decline it only when the bank has not sent it.
          </Callout>
        )}
        <DecideForm payout={payout} />
      </div>
    </Sheet>
  )
}

function PayForm({ payout: { number } }: { payout: PayoutCase }) {
  const fetcher = useFetcher<PayoutAnswer>()
  const { ref, message, field } = useForm(payConstraints, fetcher.data)
  const results = fetcher.data?.results
  return (
    <fetcher.Form ref={ref} method="post" className="flex flex-col gap-4" noValidate>
      <input type="hidden" name="number" value={number} />
      {results?.some(({ done }) => !done) && <Results results={results} />}
      {message && <Callout tone="stopped" {...message} />}
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Bank’s reference" className="flex-1 basis-60" {...field('reference')}>
          <TextInput autoComplete="off" className="font-mono uppercase" />
        </Field>
        <Button
          type="submit"
          name="action"
          value="pay"
          pending={fetcher.state !== 'idle'}
          pendingText="One moment..."
        >
          Mark as Paid
        </Button>
      </div>
    </fetcher.Form>
  )
}

function DecideForm({ payout: { _id, allowed } }: { payout: PayoutCase }) {
  const fetcher = useFetcher<PayoutAnswer>()
  const { ref, message, field } = useForm(noteConstraints, fetcher.data)
  const results = fetcher.data?.results
  const busy = fetcher.formData?.get('action')
  const buttons = decisions.filter(({ action }) => allowed.includes(action))
  return (
    <fetcher.Form ref={ref} method="post" className="flex max-w-(--container-text) flex-col gap-4" noValidate>
      <input type="hidden" name="id" value={_id} />
      {results?.some(({ done }) => !done) && <Results results={results} />}
      {message && <Callout tone="stopped" {...message} />}
      <Field
        label="Note"
        hint={`The member reads it; needed to ${allowed.includes('hold') ? 'hold or decline' : 'decline'}`}
        {...field('note')}
      >
        <TextArea rows={3} />
      </Field>
      <div className="flex flex-wrap gap-2">
        {buttons.map(({ action, label, tone }) => (
          <Button
            key={action}
            type="submit"
            name="action"
            value={action}
            tone={tone}
            pending={busy === action}
            disabled={busy !== undefined && busy !== action}
            pendingText="One moment..."
          >
            {label}
          </Button>
        ))}
      </div>
    </fetcher.Form>
  )
}

const decisions = [
  { action: 'approve', label: 'Approve', tone: 'primary' },
  { action: 'hold', label: 'Hold', tone: 'quiet' },
  { action: 'decline', label: 'Decline', tone: 'danger' },
] as const
const payConstraints = { reference: { required: true, maxLength: 60 } } as const
const noteConstraints = { note: { maxLength: 1000 } } as const
