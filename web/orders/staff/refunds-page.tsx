import { Link, useSearchParams } from 'react-router'

import { counted, day, namedDay, rupees } from '#contract/kit/format.ts'
import { answerBy } from '#contract/orders/answer-times.ts'
import { type RefundCase, refundRequests } from '#contract/orders/refunds.ts'
import { runTroubleLabels } from '#contract/orders/run-answers.ts'

import { formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { checked, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { CaseSheet, DecisionForm } from '../../shell/staff-case.tsx'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { type Fact, FactRows } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { Statement, Statements } from '../../ui/statements.tsx'
import { Callout, Status } from '../../ui/status.tsx'
import { MailText } from '../../ui/text.tsx'
import { AsBought } from '../as-bought.tsx'
import { documentFacts } from '../document-button.tsx'
import { HelpEvidence } from '../help/help-evidence.tsx'
import { refundOutcomeTones, refundOutcomeLabels } from '../order-status.tsx'
import type { Route } from './+types/refunds-page'

export const handle: PageHandle = {
  title: 'Refunds',
  failure: 'Failed to load refunds',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  return context.get(apiContext).refundRequests.cases({ query: queryIn(refundRequests.cases.query, request) })
}

/** Decides on one request; its own form shows the mistakes. */
export const clientAction = formAction('Failed to decide', async ({ api, form }) => {
  const body = checked(refundRequests.decide.body, form)
  const { needsSecondPerson } = await api.refundRequests.decide({ params: { id: textIn(form, 'id') }, body })
  const number = textIn(form, 'number')
  if (needsSecondPerson) return `You approved ${number}. Another member of staff approves it too.`
  return `${number} is ${body.decision === 'approve' ? 'refunded' : 'declined'}.`
})

export default function AdminRefundsPage({
  loaderData: { refunds, waiting, pagination },
}: Route.ComponentProps) {
  const { state } = queryIn(refundRequests.cases.query, useSearchParams()[0])
  return (
    <StaffList
      title="Refunds"
      states={{
        name: 'state',
        options: [
          { value: 'waiting', label: 'Waiting', count: waiting },
          { value: 'decided', label: 'Decided' },
        ],
      }}
      rows={refunds}
      card={caseSheet}
      pagination={pagination}
      empty={emptyTexts[state]}
    />
  )
}

const caseSheet = (refund: RefundCase) => <RefundCaseSheet key={refund._id} refund={refund} />

const emptyTexts = {
  waiting: {
    title: 'Nothing is waiting',
    show: { label: 'Show Decided Refunds', to: '/admin/refunds?state=decided' },
  },
  decided: { title: 'Nothing decided yet' },
}

/** A refund request: what was promised and written, the evidence, and the decision. */
function RefundCaseSheet({ refund }: { refund: RefundCase }) {
  const { number, amount, outcome, buyer, owner, decidedAt, decidedBy } = refund
  return (
    <CaseSheet
      label={`Order ${number}`}
      title={`${rupees(amount)}, order ${number}`}
      status={
        <Status tone={refundOutcomeTones[outcome ?? 'waiting']}>
          {refundOutcomeLabels[outcome ?? 'waiting']}
        </Status>
      }
      evidence={<Evidence refund={refund} />}
      decision={!outcome && <Decide refund={refund} />}
    >
      {!outcome && (
        <p className="text-14 text-quiet">{`${refund.requestNumber}: the buyer was told that we decide by ${namedDay(answerBy('refund', refund.requestedAt))}.`}</p>
      )}
      <Statements>
        <Statement by={`Buyer: ${buyer.name}`} on={day(refund.requestedAt)} text={refund.reason} />
        <Statement
          by={`Owner: ${owner.name}`}
          on={refund.answeredAt ? day(refund.answeredAt) : undefined}
          text={refund.answer ?? (outcome ? 'No answer.' : 'No answer yet.')}
        />
        {decidedAt && outcome && (
          <Statement
            by={decidedBy ? `Decided: ${decidedBy}` : 'The buyer'}
            on={day(decidedAt)}
            text={decidedBy ? refund.note || 'No note.' : refundOutcomeLabels[outcome]}
          />
        )}
      </Statements>
      {refund.money?.lastFailure && (
        <Callout
          tone="stopped"
          title="The gateway has not returned the money yet"
        >{`${refund.money.lastFailure} It is asked again by itself.`}</Callout>
      )}
    </CaseSheet>
  )
}

/** The form of a decision, after what is to be known when the approval takes two people. */
function Decide({ refund }: { refund: RefundCase }) {
  const { _id, number, allowed, firstApproval } = refund
  const form = useActionForm(constraints)
  const decisions = [
    { value: 'approve', label: firstApproval ? 'Approve Too' : 'Approve' },
    { value: 'decline', label: 'Decline', tone: 'danger' },
  ] as const
  return (
    <DecisionForm
      form={form}
      fields={{ id: _id, number }}
      decisions={decisions.filter(({ value }) => allowed.includes(value))}
    >
      {refund.isFinalSale && <TakesTwo {...refund} />}
      <Field label="Note" hint="Buyer and owner read it; needed when you decline" {...form.field('note')}>
        <TextArea rows={3} defaultValue={firstApproval?.note} />
      </Field>
    </DecisionForm>
  )
}

/** What staff read before they approve the refund of a final sale. */
const TakesTwo = ({ firstApproval, needsSecondPerson }: RefundCase) =>
  firstApproval ? (
    <Callout tone="waiting" title={`${firstApproval.by} approved it`}>
      {needsSecondPerson
        ? 'Another member of staff approves it too; nothing goes back before that.'
        : 'Your approval is the second one: the money goes back then.'}
    </Callout>
  ) : (
    <Callout tone="waiting" title="Two of the staff approve it, or a super admin">
      {`It was asked for after the refund days, or the shares of the sale were paid out. ${
        needsSecondPerson
          ? 'Your approval is the first; nothing goes back before the second.'
          : 'You may approve it alone, and the audit log marks that.'
      }`}
    </Callout>
  )

function Evidence({ refund }: { refund: RefundCase }) {
  const { evidence, buyer, owner, money, until, completedAt } = refund
  const { downloads, reportDownloads, seatDownloads, run, findings, rating } = evidence
  const facts: Fact[] = [
    {
      term: 'project',
      value: (
        <Link to={`/admin/projects/${refund.projectId}`} className="link-rule">
          {refund.title}
        </Link>
      ),
    },
    { term: 'what', value: refund.kind === 'report' ? 'project report' : 'source code' },
    { term: 'ordered', value: day(refund.orderDate) },
    ...(completedAt ? [{ term: 'paid', value: day(completedAt) }] : []),
    { term: 'asked', value: day(refund.requestedAt) },
    ...(until ? [{ term: 'promised until', value: day(until) }] : []),
    ...(refund.kind === 'report'
      ? [{ term: 'report', value: timesText(reportDownloads) }]
      : downloads.length === 0
        ? [{ term: 'downloads', value: 'none' }]
        : downloads.map((download) => ({
            term: `release ${download.release}`,
            value: timesText(download),
          }))),
    ...(seatDownloads ? [{ term: 'by seats', value: timesText(seatDownloads) }] : []),
    ...(refund.kind === 'source' ? [{ term: 'did it run', value: runText(run) }] : []),
    {
      term: 'findings',
      value:
        findings.open === 0
          ? 'none open'
          : `${findings.open} open, ${findings.running} that may keep it from running`,
    },
    ...(rating ? [{ term: 'buyer’s rating', value: `${rating} of 5` }] : []),
    {
      term: 'buyer so far',
      value: `${counted(evidence.buyer.paidOrders, 'paid order')}, ${counted(evidence.buyer.requests, 'request')}, ${evidence.buyer.approved} approved`,
    },
    { term: 'buyer', value: emailOf(buyer) },
    { term: 'owner', value: emailOf(owner) },
    ...(money ? [{ term: 'money', value: moneyText(money) }] : []),
    ...documentFacts(refund.orderId, refund),
  ]
  return (
    <section aria-label={`Evidence of order ${refund.number}`}>
      <FactRows facts={facts} open className="xl:-mt-2 xl:border-t-0" />
      <HelpEvidence threads={evidence.help} />
      <Disclosure title="As it was when it was bought" detail={day(evidence.asBought.orderedAt)}>
        <AsBought bought={evidence.asBought} kind={refund.kind} />
      </Disclosure>
    </section>
  )
}

const emailOf = ({ email }: { email: string }) => (email ? <MailText of={email} /> : 'account deleted')

/** The number and the days of the downloads. */
function timesText(download: RefundCase['evidence']['reportDownloads']): string {
  if (!download) return 'no download'
  const [first, last] = [day(download.firstAt), day(download.lastAt)]
  return `${counted(download.times, 'download')}, ${first}${first === last ? '' : ` to ${last}`}`
}

/** The buyer's answer to whether the project ran. */
function runText(run: RefundCase['evidence']['run']): string {
  if (!run) return 'not answered'
  const said = run.ran ? 'yes' : `no: ${run.reason ? runTroubleLabels[run.reason].toLowerCase() : ''}`
  return `${said}, ${day(run.answeredAt)}${run.text ? `: “${run.text}”` : ''}`
}

const moneyText = ({ status, amount, withoutUs, returnedAt }: NonNullable<RefundCase['money']>) =>
  status === 'returned' ? `returned on ${day(returnedAt!)}` : `${rupees(amount - withoutUs)} on its way back`

const constraints = { note: { maxLength: 2000 } } as const
