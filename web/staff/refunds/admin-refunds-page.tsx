import { refundRequests } from '#contract/orders/refund-requests.ts'

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
import { StateLink } from '../../ui/layout/state-link.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/admin-refunds-page'
import { type DecisionAnswer, RefundCaseSheet } from './refund-case.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Refunds | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  const { searchParams } = new URL(request.url)
  const state = searchParams.get('state') === 'decided' ? ('decided' as const) : ('waiting' as const)
  const page = searchParams.get('page') ?? '1'
  return { state, ...(await api.refundRequests.cases({ query: { state, page } })) }
}
clientLoader.hydrate = true as const

/** Decides one request; what was wrong with that is told at its own form. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<DecisionAnswer> {
  const api = await requireStaff()
  const form = await request.formData()
  const decision = textIn(form, 'decision') === 'approve' ? 'approve' : 'decline'
  const body = { decision, note: textIn(form, 'note') } as const
  const mistakes = mistakesIn(refundRequests.decide.body, body)
  if (mistakes) return mistakes
  try {
    await api.refundRequests.decide({ params: { id: textIn(form, 'id') }, body })
    return { decided: decision }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to decide')
    return { code, message, fields }
  }
}

export const shouldRevalidate = unlessUnanswered

export default function AdminRefundsPage({
  loaderData: { refunds, state, waiting, pagination },
}: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-28 mb-4">Refunds</h1>
      <nav aria-label="Refunds" className="border-rule mb-6 flex gap-6 border-b">
        <StateLink to="/admin/refunds" isHere={state === 'waiting'}>
          Waiting <span className="count">{waiting}</span>
        </StateLink>
        <StateLink to="/admin/refunds?state=decided" isHere={state === 'decided'}>
          Decided
        </StateLink>
      </nav>
      {refunds.length === 0 && (
        <Sheet>
          <Nothing state={state} />
        </Sheet>
      )}
      <ul className="flex flex-col gap-6">
        {refunds.map((refund) => (
          <RefundCaseSheet key={refund._id} refund={refund} />
        ))}
      </ul>
      <Pagination {...pagination} className="mt-6" />
    </>
  )
}

const Nothing = ({ state }: { state: 'waiting' | 'decided' }) =>
  state === 'waiting' ? (
    <EmptyState
      title="Nothing is waiting"
      action={
        <ButtonLink to="/admin/refunds?state=decided" tone="quiet">
          Show Decided Refunds
        </ButtonLink>
      }
    >
      Every refund request has been decided.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing decided yet">Decisions are listed here with their evidence.</EmptyState>
  )

export function ErrorBoundary() {
  return <ErrorState as="h1" title="Failed to load refunds" onRetry={reload} />
}
