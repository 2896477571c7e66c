import { Link, useSearchParams } from 'react-router'

import { moderation, type StaffReview } from '#contract/content/moderation.ts'
import { counted, day } from '#contract/kit/format.ts'

import { complaintKindLabels } from '../../content/complaint-labels.ts'
import { ActionForm, formAction, useActionForm } from '../../shell/form/action-form.tsx'
import { checked, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
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
  reported: { title: 'Nobody complained', text: 'Every complaint has been looked at.', show },
  hidden: {
    title: 'Nothing is hidden',
    text: 'Reviews that staff take off a page are listed here with the reason.',
    show,
  },
  all: { title: 'No reviews yet', text: 'Buyers write them on the pages of projects.' },
}

/** A review for staff, with the complaints about it and the form for the decision. */
function StaffReviewSheet({ review }: { review: StaffReview }) {
  const {
    projectId,
    projectTitle,
    writer,
    rating,
    text,
    createdAt,
    editedAt,
    isFree,
    isDiscounted,
    hidden,
    complaints,
  } = review
  const open = complaints.filter(({ isOpen }) => isOpen).length
  return (
    <Sheet as="li" aria-label={`Review of ${projectTitle}`}>
      <SheetHead title={projectTitle}>
        <Status tone={hidden ? 'stopped' : open > 0 ? 'waiting' : 'neutral'}>
          {hidden ? 'Hidden' : open > 0 ? counted(open, 'complaint') : 'On the page'}
        </Status>
      </SheetHead>
      <div className="grid gap-x-10 gap-y-6 p-4 sm:p-5 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-4 xl:col-start-1">
          <div>
            <p className="text-13 text-quiet flex flex-wrap items-center gap-x-3 gap-y-1 font-mono">
              <span className="text-ink">{writer.name}</span>
              <span>{`${rating} of 5`}</span>
              <span>{editedAt ? `changed ${day(editedAt)}` : day(createdAt)}</span>
              {isFree && <Badge>got it free</Badge>}
              {isDiscounted && <Badge>bought at a discount</Badge>}
              <Link to={`/projects/${projectId}#reviews`} className="link-rule">
                See its page
              </Link>
            </p>
            <p className="mt-1.5 max-w-(--container-text) break-words whitespace-pre-line">{text}</p>
            {review.reply && (
              <p className="border-rule mt-3 max-w-(--container-text) border-l-2 pl-4 break-words whitespace-pre-line">
                <span className="text-13 text-quiet block font-mono">The owner</span>
                {review.reply}
              </p>
            )}
          </div>
          {hidden && <p className="text-14 text-quiet">{`Hidden on ${day(hidden.at)}: ${hidden.reason}`}</p>}
        </div>
        <Complaints complaints={complaints} />
        <Decide review={review} open={open} />
      </div>
    </Sheet>
  )
}

function Complaints({ complaints }: Pick<StaffReview, 'complaints'>) {
  return (
    <div className="min-w-0 self-start xl:col-start-2 xl:row-span-2 xl:row-start-1">
      {complaints.length === 0 && <p className="text-14 text-quiet">Nobody complained about it.</p>}
      <ul className="divide-rule divide-y">
        {complaints.map(({ reason, text, name, sentAt, isOpen }) => (
          <li key={sentAt + name} className="py-3 first:pt-0">
            <p className="text-13 text-quiet font-mono">
              <span className="text-ink">{name}</span>, {day(sentAt)}
              {!isOpen && <span>, settled</span>}
            </p>
            <p className="mt-1 font-semibold">{complaintKindLabels[reason]}</p>
            {text && <p className="break-words whitespace-pre-line">{text}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Decide({ review: { _id, hidden }, open }: { review: StaffReview; open: number }) {
  const form = useActionForm(constraints)
  const busy = form.sent?.get('decision')
  return (
    <ActionForm form={form} className="flex max-w-(--container-text) min-w-0 flex-col gap-4 xl:col-start-1">
      <input type="hidden" name="id" value={_id} />
      {!hidden && (
        <Field
          label="Why it is hidden"
          hint="Its writer reads it; needed when you hide it"
          {...form.field('reason')}
        >
          <TextInput />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {(open > 0 || hidden) && (
          <Button
            type="submit"
            name="decision"
            value="keep"
            tone="quiet"
            pending={busy === 'keep'}
            disabled={busy === 'hide'}
            pendingText="One moment..."
          >
            {hidden ? 'Show Again' : 'Keep'}
          </Button>
        )}
        {!hidden && (
          <Button
            type="submit"
            name="decision"
            value="hide"
            tone="quiet"
            pending={busy === 'hide'}
            disabled={busy === 'keep'}
            pendingText="One moment..."
          >
            Hide
          </Button>
        )}
      </div>
    </ActionForm>
  )
}

const constraints = { reason: { maxLength: 300 } } as const
