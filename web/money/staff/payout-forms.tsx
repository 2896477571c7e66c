import { type PayoutAction, type PayoutCase, type PayoutResult, payouts } from '#contract/money/payouts.ts'

import { formAction, formActions, useActionForm } from '../../shell/form/action-form.tsx'
import { checked, validationErrors, textIn, fieldError } from '../../shell/form/use-form.ts'
import { DecisionForm } from '../../shell/staff-case.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'

/** The forms for the actions that staff may take on a payout now. */
export function PayoutForms({ payout }: { payout: PayoutCase }) {
  const { allowed, exportedAt, member, needsSecondPerson, returnReport, again } = payout
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
        {needsSecondPerson && (
          <Callout tone="waiting" title="You approved it">
            Another member of staff gives it to the bank and marks it as paid, so that nobody pays out money
            alone.
          </Callout>
        )}
        {allowed.includes('pay') && <PayForm payout={payout} />}
        {exportedAt && !returnReport && (
          <Callout tone="waiting">
            It is in a file for the bank, so it ends as paid or as returned by the bank. A second member of
            staff confirms a return; then the money is back on the member’s balance.
          </Callout>
        )}
        {returnReport && (
          <Callout tone="stopped" title={`${returnReport.by} reports that the bank returned it`}>
            “{returnReport.note}”{' '}
            {returnReport.isOwn
              ? 'Another member of staff confirms it.'
              : 'Confirm it when you have seen it on the bank’s statement yourself.'}
          </Callout>
        )}
        {again && (
          <Callout
            tone="waiting"
            title={
              again.isConfirmed ? 'It goes into the next file again' : `${again.by} wants to send it again`
            }
          >
            “{again.note}”{' '}
            {again.isConfirmed
              ? 'The file says “again” beside it.'
              : again.isOwn
                ? 'Another member of staff confirms it.'
                : 'Confirm it when you know from the bank that the first file did not send it.'}
          </Callout>
        )}
        {allowed.some((action) => action !== 'pay') && <DecideForm payout={payout} />}
      </div>
    </Sheet>
  )
}

function PayForm({ payout: { number } }: { payout: PayoutCase }) {
  const form = useActionForm<keyof typeof payConstraints, PayoutResults>(payConstraints)
  return (
    <DecisionForm form={form} name="intent" fields={{ number }} decisions={markAsPaid}>
      <Failed results={form.answer?.results} />
      <Field label="Bank’s reference" {...form.field('reference')}>
        <TextInput autoComplete="off" className="font-mono uppercase" />
      </Field>
    </DecisionForm>
  )
}

const markAsPaid = [{ value: 'pay', label: 'Mark as Paid' }]

function DecideForm({ payout: { _id, allowed, returnReport, again } }: { payout: PayoutCase }) {
  const form = useActionForm<keyof typeof noteConstraints, PayoutResults>(noteConstraints)
  const decisions = [
    { value: 'approve', label: 'Approve' },
    { value: 'hold', label: 'Hold', tone: 'quiet' },
    { value: 'decline', label: 'Decline', tone: 'danger' },
    { value: 'return', label: returnReport ? 'Confirm the Return' : 'Returned by the Bank', tone: 'danger' },
    { value: 'again', label: again ? 'Confirm to Send Again' : 'Send Again', tone: 'quiet' },
  ] as const
  const offered = decisions.filter(({ value }) => allowed.includes(value))
  const withNote = offered.map(({ value }) => value).filter((value) => value !== 'approve')
  const readBy = withNote.includes('again') ? 'The member reads why it was returned' : 'The member reads it'
  return (
    <DecisionForm form={form} name="intent" fields={{ id: _id }} decisions={offered}>
      <Failed results={form.answer?.results} />
      <Field label="Note" hint={`${readBy}; needed to ${listed(withNote)}`} {...form.field('note')}>
        <TextArea rows={3} defaultValue={returnReport?.note ?? again?.note} />
      </Field>
    </DecisionForm>
  )
}

const listed = (actions: readonly (keyof typeof verbs)[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(actions.map((action) => verbs[action]))
const verbs = { hold: 'hold', decline: 'decline', return: 'return', again: 'send it again' }
const payConstraints = { reference: { required: true, maxLength: 60 } } as const
const noteConstraints = { note: { maxLength: 1000 } } as const

/** The result of a staff action on each payout. */
export type PayoutResults = { results: PayoutResult[] }

const failure = 'Failed to save your decision. Please try again.'

const decide = (action: PayoutAction) =>
  formAction<PayoutResults>(failure, async ({ api, form }) => {
    const ids = form.getAll('id').map(String)
    const body = checked(payouts.act.body, { action, ids, note: textIn(form, 'note') })
    const { results } = await api.payouts.act({ body })
    return { results }
  })

/** Performs the actions of the payout forms. */
export const payoutFormActions = formActions<PayoutResults>({
  approve: decide('approve'),
  hold: decide('hold'),
  decline: decide('decline'),
  return: decide('return'),
  again: decide('again'),
  pay: formAction(failure, async ({ api, form }) => {
    const payments = paymentsIn(form)
    if (payments.length === 0) throw fieldError('list', 'Enter a payout and its reference')
    const mistakes = validationErrors(payouts.pay.body, { payments })
    if (mistakes) throw fieldError(form.has('list') ? 'list' : 'reference', mistakes.message!)
    const { results } = await api.payouts.pay({ body: { payments } })
    return { results }
  }),
})

/**
 * The payments in a form: one payout with its reference, or lines with a number and a reference, separated by a comma,
 * a semicolon or whitespace.
 */
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

const Failed = ({ results }: Partial<PayoutResults>) =>
  results?.some(({ done }) => !done) && <Results results={results} />

/** The number of payouts for which the action succeeded, and the reason for each of the others. */
export function Results({ results }: { results: readonly PayoutResult[] }) {
  const failed = results.filter(({ done }) => !done)
  const done = results.length - failed.length
  return (
    <Callout
      tone={failed.length > 0 ? 'stopped' : 'verified'}
      title={`${done} of ${results.length} done`}
      shown
    >
      {failed.map(({ number, message }) => `${number}: ${message}`).join('\n')}
    </Callout>
  )
}
