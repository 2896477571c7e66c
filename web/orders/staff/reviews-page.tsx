import { Link, useSearchParams } from 'react-router'

import { moderation, type StaffReview } from '#contract/content/moderation.ts'
import { counted, day } from '#contract/kit/format.ts'

import { complaintKindLabels } from '../../content/complaint-labels.ts'
import { formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { checked, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { CaseSheet, DecisionForm } from '../../shell/staff-case.tsx'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Statement, Statements } from '../../ui/statements.tsx'
import { Status } from '../../ui/status.tsx'
import type { Route } from './+types/reviews-page'

export const handle: PageHandle = {
  title: 'Reviews',
  failure: 'Failed to load reviews',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  return context.get(apiContext).moderation.reviews({ query: queryIn(moderation.reviews.query, request) })
}

/** Keeps or hides one review; its own form shows the mistakes. */
export const clientAction = formAction('Failed to decide', async ({ api, form }) => {
  const body = checked(moderation.decideReview.body, form)
  await api.moderation.decideReview({ params: { id: textIn(form, 'id') }, body })
  return body.decision === 'hide' ? 'The review is hidden.' : 'The review is on its page.'
})

export default function AdminReviewsPage({
  loaderData: { reviews, reported, pagination },
}: Route.ComponentProps) {
  const { state } = queryIn(moderation.reviews.query, useSearchParams()[0])
  return (
    <StaffList
      title="Reviews"
      states={{
        name: 'state',
        options: [
          { value: 'reported', label: 'Reported', count: reported },
          { value: 'hidden', label: 'Hidden' },
          { value: 'all', label: 'All' },
        ],
      }}
      rows={reviews}
      card={reviewSheet}
      pagination={pagination}
      empty={emptyTexts[state]}
    />
  )
}

const reviewSheet = (review: StaffReview) => <StaffReviewSheet key={review._id} review={review} />

const show = { label: 'Show All Reviews', to: '/admin/reviews?state=all' }
const emptyTexts = {
  reported: { title: 'Nobody complained', show },
  hidden: {
    title: 'Nothing is hidden',
    text: 'Reviews that staff take off a page are listed here with the reason.',
    show,
  },
  all: { title: 'No reviews yet' },
}

/** A review for staff with the owner's reply, the complaints about it, and the decision. */
function StaffReviewSheet({ review }: { review: StaffReview }) {
  const { projectTitle, writer, text, createdAt, editedAt, reply, hidden, complaints } = review
  const open = complaints.filter(({ isOpen }) => isOpen).length
  return (
    <CaseSheet
      label={`Review of ${projectTitle}`}
      title={projectTitle}
      status={
        <Status tone={hidden ? 'stopped' : open > 0 ? 'waiting' : 'neutral'}>
          {hidden ? 'Hidden' : open > 0 ? counted(open, 'complaint') : 'On the page'}
        </Status>
      }
      evidence={<Complaints complaints={complaints} />}
      decision={<Decide review={review} open={open} />}
    >
      <Statements>
        <Statement by={writer.name} on={editedAt ? `changed ${day(editedAt)}` : day(createdAt)} text={text}>
          <span>{`${review.rating} of 5`}</span>
          {review.isFree && <Badge>got it free</Badge>}
          {review.isDiscounted && <Badge>paid far less than the price</Badge>}
          <Link to={`/projects/${review.projectId}#reviews`} className="link-rule">
            See its page
          </Link>
        </Statement>
        {reply && <Statement by="The owner" text={reply} />}
        {hidden && <Statement by="Hidden" on={day(hidden.at)} text={hidden.reason} />}
      </Statements>
    </CaseSheet>
  )
}

const Complaints = ({ complaints }: Pick<StaffReview, 'complaints'>) =>
  complaints.length === 0 ? (
    <p className="text-14 text-quiet">Nobody complained about it.</p>
  ) : (
    <div className="border-rule max-xl:border-t max-xl:pt-4">
      <Statements>
        {complaints.map(({ reason, text, name, sentAt, isOpen }) => (
          <Statement
            key={sentAt + name}
            by={name}
            on={day(sentAt)}
            title={complaintKindLabels[reason]}
            text={text}
          >
            {!isOpen && <span>settled</span>}
          </Statement>
        ))}
      </Statements>
    </div>
  )

function Decide({ review: { _id, hidden }, open }: { review: StaffReview; open: number }) {
  const form = useActionForm(constraints)
  return (
    <DecisionForm
      form={form}
      fields={{ id: _id }}
      decisions={hidden ? [showAgain] : open > 0 ? [keep, hide] : [hide]}
    >
      {!hidden && (
        <Field
          label="Why it is hidden"
          hint="Its writer reads it; needed when you hide it"
          {...form.field('reason')}
        >
          <TextInput />
        </Field>
      )}
    </DecisionForm>
  )
}

const keep = { value: 'keep', label: 'Keep', tone: 'quiet' } as const
const showAgain = { ...keep, label: 'Show Again' }
const hide = { value: 'hide', label: 'Hide', tone: 'quiet' } as const
const constraints = { reason: { maxLength: 300 } } as const
