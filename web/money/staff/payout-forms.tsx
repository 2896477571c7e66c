import { useFetcher } from 'react-router'

import type { Api } from '#contract/client.ts'
import { type PayoutAction, type PayoutCase, type PayoutResult, payouts } from '#contract/money/payouts.ts'

import { type FormAnswer, mistakesIn, textIn, useForm } from '../../shell/form/use-form.ts'
import { problemOf } from '../../shell/session/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'

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

/** What came of what staff did with payouts, one by one. */
export type PayoutAnswer = FormAnswer & { results?: PayoutResult[] }

/** Does with payouts what a form of staff says. */
export async function changePayouts(api: Api, form: FormData): Promise<PayoutAnswer> {
  try {
    if (form.get('action') === 'pay') return await pay(api, paymentsIn(form))
    const body = {
      action: textIn(form, 'action') as PayoutAction,
      ids: form.getAll('id').map(String),
      note: textIn(form, 'note'),
    }
    if (body.ids.length === 0) return { message: 'Select the payouts first.' }
    const mistakes = mistakesIn(payouts.act.body, body)
    return mistakes ?? { results: (await api.payouts.act({ body })).results }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to save your decision. Please try again.')
    return { code, message, fields }
  }
}

async function pay(api: Api, payments: { number: string; reference: string }[]): Promise<PayoutAnswer> {
  if (payments.length === 0) return { fields: { list: 'Enter a payout and its reference' } }
  const field = payments.length === 1 ? 'reference' : 'list'
  const mistakes = mistakesIn(payouts.pay.body, { payments })
  if (mistakes) return { message: mistakes.message, fields: { [field]: mistakes.message! } }
  return { results: (await api.payouts.pay({ body: { payments } })).results }
}

/** One payout with its reference, or lines of a number and a reference with a comma, a tab or spaces between. */
function paymentsIn(form: FormData) {
  const number = textIn(form, 'number')
  if (number) return [{ number, reference: textIn(form, 'reference') }]
  const lines = textIn(form, 'list').split('\n')
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [first = '', ...rest] = line.split(/[\s,;]+/)
      return { number: first, reference: rest.join('') }
    })
}

/** What became of each payout: how many it worked for, and by name those for which it did not. */
export function Results({ results }: { results: readonly PayoutResult[] }) {
  const failed = results.filter(({ done }) => !done)
  const done = results.length - failed.length
  return (
    <Callout
      tone={failed.length > 0 ? 'stopped' : 'verified'}
      title={`${done} of ${results.length} done`}
      className="mb-4"
      shown
    >
      {failed.map(({ number, message }) => `${number}: ${message}`).join('\n')}
    </Callout>
  )
}
