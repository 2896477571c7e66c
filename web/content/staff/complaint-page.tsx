import { blockDays, timeToDecide } from '#contract/content/complaint-kinds.ts'
import {
  BlockNow,
  ComplaintDecision,
  complaintOutcomes,
  type StaffComplaint,
} from '#contract/content/complaints.ts'
import { counted, day, minute } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'

import { formAction, formActions, useActionForm } from '../../shell/form/action-form.tsx'
import { constraintsOf } from '../../shell/form/constraints.ts'
import { checked } from '../../shell/form/use-form.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { CasePage, DecisionForm } from '../../shell/staff-case.tsx'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { RadioGroup, TextArea } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Statement, Statements } from '../../ui/statements.tsx'
import { Callout, Status } from '../../ui/status.tsx'
import { MailLink } from '../../ui/text.tsx'
import { complaintKindLabels, outcomeTones, outcomeLabel } from '../complaint-labels.ts'
import type { Route } from './+types/complaint-page'

export const handle = page<typeof clientLoader>({
  title: (data) => data?.complaint.number ?? 'Complaint',
  steps: [{ label: 'Complaints', to: '/admin/complaints' }, { label: 'Complaint' }],
  failure: {
    title: 'Failed to load complaint',
    missing: 'Complaint not found',
    to: '/admin/complaints',
    label: 'Back to Complaints',
  },
})

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { complaint } = await api.complaints.get({ params: { id: params.id } })
  if (complaint.decision || complaint.complainant?.hasAccount !== false) return { complaint, others: [] }
  const entry = await api.complaints.list({ query: { of: params.id, limit: limits.maxPageSize } })
  return { complaint, others: entry.complaints.filter(({ _id }) => _id !== complaint._id) }
}

export const clientAction = formActions({
  decide: formAction('Failed to decide', async ({ api, form, params }) => {
    await api.complaints.decide({ params: { id: params.id }, body: checked(ComplaintDecision, form) })
    return 'Decided. The emails are on their way.'
  }),
  block: formAction('Failed to block the project', async ({ api, form, params }) => {
    await api.complaints.block({ params: { id: params.id }, body: checked(BlockNow, form) })
    return 'The project is off the lists. Its owner gets an email.'
  }),
})

export default function StaffComplaintPage({ loaderData: { complaint, others } }: Route.ComponentProps) {
  const { number, title, about, kind, decision, isLate, dueAt, complainant, owner, answer, notice } =
    complaint
  return (
    <CasePage
      number={`Complaint ${number}`}
      title={title}
      status={
        <>
          <Status tone={decision ? outcomeTones[decision.outcome] : isLate ? 'stopped' : 'waiting'}>
            {decision
              ? outcomeLabel(decision.outcome, about)
              : `${isLate ? 'Late since' : 'Due'} ${minute(dueAt)}`}
          </Status>
          {complaint.blockedUntil && !decision && (
            <Status tone="stopped">Off the lists until {day(complaint.blockedUntil)}</Status>
          )}
        </>
      }
      evidence={<Facts complaint={complaint} />}
      decision={
        !decision && (
          <>
            {canBeBlocked(complaint) && <BlockForm complaint={complaint} />}
            <DecideForm complaint={complaint} others={others} />
          </>
        )
      }
    >
      <Sheet as="section" aria-label="What was said" padded>
        <Statements>
          {complaint.said !== null && <Statement by={`The ${about}`} text={complaint.said} />}
          <Statement
            by={
              complainant
                ? `From ${complainant.name}${complainant.hasAccount ? '' : ', who has no account'}`
                : 'From a former member'
            }
            on={day(complaint.sentAt)}
            title={complaintKindLabels[kind]}
            text={complaint.text}
          />
          {notice && (
            <Statement
              by="Copyright notice"
              title={notice.rights === 'owner' ? 'It is their own work' : 'They act for its owner'}
              text={`${notice.work}\n\n${complaint.noticeAddress ?? ''}`}
            />
          )}
          {others.map((other) => (
            <Statement
              key={other._id}
              by={`${other.number}, the same without an account`}
              on={minute(other.sentAt)}
              title={other.complainant ? `${other.complainant.name}, ${other.complainant.email}` : undefined}
              text={other.text}
            />
          ))}
          {about === 'listing' && (
            <Statement
              by={`Owner: ${owner.name}${owner.blocks > 0 ? `, blocked ${counted(owner.blocks, 'time')}` : ''}`}
              on={answer ? day(answer.answeredAt) : undefined}
              text={answer?.text ?? (decision ? 'No answer.' : 'No answer yet.')}
            />
          )}
          {decision && (
            <Statement
              by={`Decided by ${complaint.decidedBy ?? 'our staff'}`}
              on={day(decision.decidedAt)}
              title={outcomeLabel(decision.outcome, about)}
              text={decision.reasons}
            />
          )}
        </Statements>
      </Sheet>
    </CasePage>
  )
}

function Facts({ complaint }: { complaint: StaffComplaint }) {
  const { projectId, title, about, kind, isGone, complainant, owner, sentAt, dueAt } = complaint
  return (
    <Sheet as="section" aria-label="Complaint">
      <SheetHead title="Complaint" />
      <FactRows
        className="px-4 py-2 sm:px-5"
        facts={[
          {
            term: 'project',
            value: isGone ? title : <TextLink to={`/admin/projects/${projectId}`}>{title}</TextLink>,
          },
          {
            term: 'about',
            value: isGone ? (
              `the ${about}`
            ) : (
              <TextLink to={`/projects/${projectId}${anchors[about]}`}>{`the ${about}`}</TextLink>
            ),
          },
          { term: 'acknowledged', value: `${day(sentAt)}, by email` },
          { term: `due after ${timeToDecide(kind)}`, value: minute(dueAt) },
          {
            term: 'complainant',
            value: complainant ? <MailLink to={complainant.email} /> : 'account deleted',
          },
          { term: 'owner', value: <MailLink to={owner.email} /> },
          { term: 'blocked', value: owner.blocks === 0 ? 'never' : counted(owner.blocks, 'time') },
        ]}
      />
    </Sheet>
  )
}

const anchors = { listing: '', review: '#reviews', question: '#questions' }

/** Whether staff can take the listing off the lists before they decide: once for each complaint. */
const canBeBlocked = ({ about, decision, isGone, wasBlocked }: StaffComplaint) =>
  about === 'listing' && !decision && !isGone && !wasBlocked

/** The form that takes the listing off the lists while staff decide. The reason is mailed to the owner. */
function BlockForm({ complaint: { _id } }: { complaint: StaffComplaint }) {
  const form = useActionForm(blockConstraints, { draft: `block of ${_id}` })
  return (
    <Sheet as="section" aria-label="Block now">
      <SheetHead title="Block now" />
      <div className="p-4 sm:p-5">
        <DecisionForm form={form} name="intent" decisions={blockNow}>
          <p>
            {`Takes the project off the lists for ${blockDays} days while you decide. Your decision ends it earlier. Buyers keep their downloads.`}
          </p>
          <Field
            label="Reason"
            hint="The owner gets it by email, with how to answer"
            {...form.field('reason')}
          >
            <TextArea rows={2} />
          </Field>
        </DecisionForm>
      </div>
    </Sheet>
  )
}

const blockConstraints = constraintsOf(BlockNow)
const blockNow = [{ value: 'block', label: 'Block Now', tone: 'danger' }] as const

/** The form in which staff decide on a complaint. The reasons are mailed. */
function DecideForm({ complaint, others }: { complaint: StaffComplaint; others: StaffComplaint[] }) {
  const { _id, about, isGone, projectId } = complaint
  const form = useActionForm(constraints, { draft: `decision of ${_id}` })
  const isListing = about === 'listing'
  const last = others.at(-1)?.number
  const offered = complaintOutcomes.filter((one) => isListing || one !== 'recalled')
  return (
    <Sheet as="section" aria-label="Decision">
      <SheetHead
        title="Decision"
        actions={
          isListing && (
            <ButtonLink to={`/admin/projects/${projectId}/recall`} tone="quiet" size="small">
              Recall a Release
            </ButtonLink>
          )
        }
      />
      <div className="p-4 sm:p-5">
        <DecisionForm form={form} name="intent" decisions={decide} {...(last && { fields: { last } })}>
          {last && (
            <Callout>{`This decides ${others.length + 1} complaints, and each complainant gets an email.`}</Callout>
          )}
          {isGone && (
            <Callout tone="waiting" title={deletedNotes[about].title}>
              {deletedNotes[about].means}
            </Callout>
          )}
          <RadioGroup
            legend="What is done"
            required
            name="outcome"
            options={offered.map((value) => ({
              value,
              label: outcomeLabel(value, about),
              hint: isGone && value === 'hidden' ? 'It is gone already.' : hints[about][value],
            }))}
            error={form.field('outcome').error}
          />
          <Field label="Reasons" hint={reasonHints[about]} {...form.field('reasons')}>
            <TextArea rows={4} />
          </Field>
        </DecisionForm>
      </div>
    </Sheet>
  )
}

const constraints = constraintsOf(ComplaintDecision)
const decide = [{ value: 'decide', label: 'Decide' }]

const outcomeHints = { no_action: 'It stays on the page.', hidden: undefined, recalled: undefined }
const hints = {
  listing: {
    no_action: 'It stays listed.',
    hidden: 'The project is rejected and no longer listed. Buyers keep their downloads.',
    recalled: 'After you have recalled a release: nobody can download it any more.',
  },
  review: { ...outcomeHints, hidden: 'It leaves the page and the average; its writer is mailed why.' },
  question: { ...outcomeHints, hidden: 'It leaves the page with its answer.' },
}

const reasonHints = {
  listing: 'The complainant and the owner get them by email',
  review: 'The complainant gets them by email, and the writer when the review is taken off',
  question: 'The complainant gets them by email, and who asked and the owner when the question is taken off',
}

const decisionStillDue = 'The complainant still waits for your decision.'
const deletedNotes = {
  listing: {
    title: 'This project was deleted',
    means: 'Its buyers keep their downloads: if it is harmful, recall the release too.',
  },
  review: { title: 'This review is not on the page any more', means: decisionStillDue },
  question: { title: 'The project of this question was deleted', means: decisionStillDue },
}
