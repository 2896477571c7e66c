import { useState } from 'react'

import { day, namedDay, rupees } from '#contract/kit/format.ts'
import { answerBy } from '#contract/orders/answer-times.ts'
import { type BuyersRefund, type RefundCause, refundRequests } from '#contract/orders/refunds.ts'
import { afterDecline } from '#contract/orders/terms.ts'

import { ActionButton, ActionForm, formAction, useActionForm } from '../shell/form/action-form.tsx'
import { checked } from '../shell/form/use-form.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/inputs.tsx'
import { SectionHeading } from '../ui/page.tsx'
import { Statement, Statements } from '../ui/statements.tsx'
import { Callout, type StatusTone } from '../ui/status.tsx'

/** The refund of an order: the policy, the request and its outcome. */
export function RefundSection({ refund, waitsFor }: RefundSectionProps) {
  const { until, allowed } = refund
  const outcome = outcomeOf(refund)
  return (
    <section aria-labelledby="refund">
      <SectionHeading id="refund" title="Refund" lead={leadOf(refund, outcome !== undefined)} />
      {outcome && <Outcome outcome={outcome} refund={refund} />}
      {allowed.includes('ask') && until && (
        <div className={outcome ? 'mt-4' : undefined}>
          <RequestForm until={until} waitsFor={waitsFor} />
        </div>
      )}
    </section>
  )
}

interface RefundSectionProps {
  refund: BuyersRefund
  /** The open help request for which the days wait, and until when the money could be asked back without it. */
  waitsFor?: { number: string; promisedUntil: string; isRaised: boolean } | undefined
}

/** The policy while a refund can be requested; afterwards the last day, unless there is an outcome. */
function leadOf({ policy, until, allowed }: BuyersRefund, hasOutcome: boolean) {
  if (allowed.includes('ask')) return policy
  if (hasOutcome) return undefined
  if (!until) return policy
  return (
    <span>
      You could ask for your money back until <span className="whitespace-nowrap">{day(until)}</span>.
    </span>
  )
}

function RequestForm({ until, waitsFor }: Pick<RefundSectionProps, 'waitsFor'> & { until: string }) {
  const [isOpen, setOpen] = useState(false)
  const form = useActionForm(constraints, { draft: 'refund' })
  if (!isOpen) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button tone="quiet" onClick={() => setOpen(true)}>
          Request Refund
        </Button>
        <p className="text-14 text-quiet">
          {waitsFor
            ? `Until ${day(until)}${waitsFor.isRaised ? `; it was promised until ${day(waitsFor.promisedUntil)}` : ''}. The days wait while your help request ${waitsFor.number} is open.`
            : `Until ${day(until)}`}
        </p>
      </div>
    )
  }
  return (
    <ActionForm
      form={form}
      intent="ask"
      aria-label="Request refund"
      className="flex max-w-(--container-text) flex-col gap-4"
    >
      <Field
        label="What is wrong?"
        hint="Our staff and the owner read it. Say what you tried, and what happened."
        {...form.field('reason')}
      >
        <TextArea rows={4} />
      </Field>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button type="submit" tone="quiet" pending={form.pending} pendingText="Sending...">
          Send Request
        </Button>
        <Button tone="link" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </ActionForm>
  )
}

function Outcome({
  outcome: { tone, title, says },
  refund: { request, money, allowed },
}: {
  outcome: Outcome
  refund: BuyersRefund
}) {
  return (
    <div className="flex flex-col gap-4">
      <Callout tone={tone} title={title} action={allowed.includes('withdraw') && <Withdraw />}>
        {says}
      </Callout>
      {request && <Correspondence request={request} />}
      {request?.outcome === 'declined' && !money && <AfterDecline />}
    </div>
  )
}

const Correspondence = ({
  request: { requestedAt, reason, answer, answeredAt, note, decidedAt },
}: {
  request: NonNullable<BuyersRefund['request']>
}) => (
  <Statements>
    <Statement by="You" on={day(requestedAt)} text={reason} />
    {answer && answeredAt && <Statement by="The owner" on={day(answeredAt)} text={answer} />}
    {note && decidedAt && <Statement by="Our staff" on={day(decidedAt)} text={note} />}
  </Statements>
)

const AfterDecline = () => (
  <div className="flex max-w-(--container-text) flex-col gap-2">
    <h3 className="text-16 font-semibold">What you can still do</h3>
    <ul className="marker:text-quiet list-disc space-y-1.5 pl-5">
      {afterDecline.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    <TextLink to="/contact" className="w-fit py-2.5 font-semibold">
      Write to us
    </TextLink>
  </div>
)

const Withdraw = () => (
  <ActionButton submit={{ intent: 'withdraw' }} tone="quiet" size="small">
    Withdraw Request
  </ActionButton>
)

interface Outcome {
  tone: StatusTone
  title: string
  says: string
}

/**
 * The outcome of the money, which a recall or the buyer's bank returns without a request too; otherwise that of the
 * request.
 */
function outcomeOf({ money, request }: BuyersRefund): Outcome | undefined {
  const why = (money && causeTexts[money.cause]) ?? ''
  const isShared = money !== null && money.withoutUs > 0 && money.withoutUs < money.amount
  const shared = isShared
    ? `${rupees(money.withoutUs)} of it came back to you from your bank or the payment service. `
    : ''
  const it = isShared ? 'The rest' : 'It'
  if (money?.status === 'returned')
    return {
      tone: 'verified',
      title: `${rupees(money.amount)} was returned on ${day(money.returnedAt!)}`,
      says: `${why}${shared}${it} went back the way you paid. Banks take up to 7 working days to show it.`,
    }
  if (money || request?.outcome === 'approved')
    return {
      tone: 'waiting',
      title: `${money ? rupees(isShared ? money.amount - money.withoutUs : money.amount) : 'Your money'} is on its way back`,
      says: `${why}${shared}${it} goes back the way you paid. Banks take up to 7 working days to show it.`,
    }
  if (!request) return undefined
  if (request.outcome === 'declined')
    return { tone: 'neutral', title: 'Your request was declined', says: 'What you bought stays yours.' }
  if (request.outcome === 'withdrawn')
    return { tone: 'neutral', title: 'You withdrew your request', says: 'What you bought stays yours.' }
  return {
    tone: 'waiting',
    title: 'Your request waits for our staff',
    says: `The number of your request is ${request.requestNumber}. ${decisionDay(request.requestedAt)} What you bought stays yours until then.`,
  }
}

/** Why money goes back that the buyer did not ask for. */
const causeTexts: Partial<Record<RefundCause, string>> = {
  owned_already: 'You owned this already. ',
  coupon_ended: 'The coupon of the order could not be used any more. ',
  undeliverable: 'Our staff recalled this before your payment reached us, or took it off sale. ',
  returned_at_gateway: 'The payment service returned your money. ',
  other_amount: 'Your payment was not the amount that was asked for. ',
  disputed: 'Your bank decided a dispute about this payment. ',
}

/** The sentence with the day by which staff decide, or that they are late. */
function decisionDay(requestedAt: string) {
  const by = answerBy('refund', requestedAt)
  return by > new Date()
    ? `They decide by ${namedDay(by)}, and you get an email then.`
    : `They should have decided by ${namedDay(by)}, and are late: you may write to us. You get an email when they have.`
}

const constraints = { reason: { required: true, maxLength: 2000 } } as const

const failure = 'Failed to send the request'

/** The actions that request a refund and withdraw the request. */
export const refundActions = {
  ask: formAction(failure, async ({ api, form, params }) => {
    const { refund } = await api.refundRequests.ask({ params, body: checked(refundRequests.ask.body, form) })
    return `Your request is sent. Its number is ${refund.request?.requestNumber}.`
  }),
  withdraw: formAction(failure, async ({ api, params }) => {
    await api.refundRequests.withdraw({ params })
    return 'Your request is withdrawn.'
  }),
}
