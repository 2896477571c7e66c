import { clsx } from 'clsx'
import { Link } from 'react-router'

import { reviewReports, reviewStates } from '#contract/projects/review-reports.ts'

import { textIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import { unlessUnanswered } from '../../forms/unanswered.ts'
import type { PageHandle } from '../../page-handle.ts'
import { problemOf } from '../../problem-of.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { reload } from '../../ui/connection/reload.ts'
import { Pagination } from '../../ui/data/pagination.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/admin-reviews-page'
import { type ReviewDecision, StaffReviewSheet } from './staff-review.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Reviews | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

type State = (typeof reviewStates)[number]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  const { searchParams } = new URL(request.url)
  const state = reviewStates.find((one) => one === searchParams.get('state')) ?? 'reported'
  const page = searchParams.get('page') ?? '1'
  return { state, ...(await api.reviewReports.list({ query: { state, page } })) }
}
clientLoader.hydrate = true as const

/** Keeps or hides one review; what was wrong with that is told at its own form. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<ReviewDecision> {
  const api = await requireStaff()
  const form = await request.formData()
  const decision = textIn(form, 'decision') === 'hide' ? 'hide' : 'keep'
  const body = { decision, reason: textIn(form, 'reason') } as const
  const mistakes = mistakesIn(reviewReports.decide.body, body)
  if (mistakes) return mistakes
  try {
    await api.reviewReports.decide({ params: { id: textIn(form, 'id') }, body })
    return { decided: decision }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to decide')
    return { code, message, fields }
  }
}

export const shouldRevalidate = unlessUnanswered

export default function AdminReviewsPage({
  loaderData: { reviews, state, reported, pagination },
}: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-28 mb-4">Reviews</h1>
      <nav aria-label="Reviews" className="border-rule mb-6 flex gap-6 border-b">
        {reviewStates.map((one) => (
          <Link
            key={one}
            to={one === 'reported' ? '/admin/reviews' : `/admin/reviews?state=${one}`}
            aria-current={one === state ? 'page' : undefined}
            className={clsx(
              'flex min-h-11 items-center gap-2 border-b-2 font-semibold',
              one === state ? 'border-ink' : 'text-quiet hover:text-ink border-transparent',
            )}
          >
            {words[one]}
            {one === 'reported' && <span className="count">{reported}</span>}
          </Link>
        ))}
      </nav>
      {reviews.length === 0 && (
        <Sheet>
          <Nothing state={state} />
        </Sheet>
      )}
      <ul className="flex flex-col gap-6">
        {reviews.map((review) => (
          <StaffReviewSheet key={review._id} review={review} />
        ))}
      </ul>
      <Pagination {...pagination} className="mt-6" />
    </>
  )
}

const words: Record<State, string> = { reported: 'Reported', hidden: 'Hidden', all: 'All' }

function Nothing({ state }: { state: State }) {
  if (state === 'all')
    return <EmptyState title="No reviews yet">Buyers write them on the pages of projects.</EmptyState>
  return (
    <EmptyState
      title={state === 'reported' ? 'Nothing is reported' : 'Nothing is hidden'}
      action={
        <ButtonLink to="/admin/reviews?state=all" tone="quiet">
          Show All Reviews
        </ButtonLink>
      }
    >
      {state === 'reported'
        ? 'Every report has been looked at.'
        : 'Reviews that staff take off a page are listed here with the reason.'}
    </EmptyState>
  )
}

export function ErrorBoundary() {
  return <ErrorState as="h1" title="Failed to load reviews" onRetry={reload} />
}
