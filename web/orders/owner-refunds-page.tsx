import { day, rupees } from '#contract/kit/format.ts'
import { type OwnersRefund, refundRequests } from '#contract/orders/refunds.ts'

import { ActionForm, formAction, useActionForm } from '../shell/form/action-form.tsx'
import { checked, textIn } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { OwnerSteps } from '../shell/page-states.tsx'
import { apiContext } from '../shell/session/api.ts'
import { ownerSteps, myProjectsLink } from '../shell/site.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FactRows } from '../ui/facts.tsx'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/inputs.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { Statement, Statements } from '../ui/statements.tsx'
import { Status } from '../ui/status.tsx'
import type { Route } from './+types/owner-refunds-page'
import { refundOutcomeTones, refundOutcomeLabels } from './order-status.tsx'

export const handle: PageHandle = {
  title: 'Refund requests',
  steps: ownerSteps('Refund requests'),
  loading: 'Loading refund requests...',
  failure: { title: 'Failed to load refund requests', ...myProjectsLink },
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const page = new URL(request.url).searchParams.get('page') ?? '1'
  return api.refundRequests.received({ query: { page } })
}

/** Saves the owner's answer to a refund request. */
export const clientAction = formAction('Failed to save the answer', async ({ api, form }) => {
  const body = checked(refundRequests.answer.body, form)
  await api.refundRequests.answer({ params: { id: textIn(form, 'id') }, body })
  return 'Your answer is saved.'
})

export default function RefundsPage({ loaderData: { refunds, pagination } }: Route.ComponentProps) {
  return (
    <Page className="pb-8">
      <PageHead
        title="Refund requests"
        lead="Buyers who ask for their money back. Your answer helps our staff to decide."
      >
        <OwnerSteps here="Refund requests" className="mb-4" />
      </PageHead>
      {refunds.length === 0 ? (
        <Sheet>
          <EmptyState
            title="No refund requests"
            action={
              <ButtonLink to="/profile?tab=projects" tone="quiet">
                My Projects
              </ButtonLink>
            }
          >
            Nobody has asked for their money back.
          </EmptyState>
        </Sheet>
      ) : (
        <ul className="flex flex-col gap-5">
          {refunds.map((refund) => (
            <RefundSheet key={refund._id} refund={refund} />
          ))}
        </ul>
      )}
      <Pagination {...pagination} className="mt-6" />
    </Page>
  )
}

function RefundSheet({ refund }: { refund: OwnersRefund }) {
  const { _id, title, number, amount, share, reason, requestedAt, answer, outcome, note } = refund
  return (
    <Sheet as="li" aria-label={`${title}, order ${number}`}>
      <SheetHead title={title}>
        <Status tone={refundOutcomeTones[outcome ?? 'waiting']}>
          {refundOutcomeLabels[outcome ?? 'waiting']}
        </Status>
      </SheetHead>
      <div className="grid gap-x-10 gap-y-5 p-4 sm:p-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Statements>
            <Statement by="The buyer" on={day(requestedAt)} text={reason} />
            {outcome && answer && <Statement by="Your answer" text={answer} />}
            {note && <Statement by="Our staff" text={note} />}
          </Statements>
          {!outcome && <AnswerForm id={_id} answer={answer} />}
        </div>
        <FactRows
          className="self-start"
          facts={[
            { term: 'order', value: number },
            { term: 'asked', value: day(requestedAt) },
            { term: 'price', value: rupees(amount) },
            { term: outcome === 'approved' ? 'taken back' : 'your share', value: rupees(share) },
          ]}
        />
      </div>
    </Sheet>
  )
}

function AnswerForm({ id, answer }: { id: string; answer: string | null }) {
  const form = useActionForm(constraints, { draft: `refund answer ${id}` })
  return (
    <ActionForm form={form} className="flex max-w-(--container-text) flex-col gap-3">
      <input type="hidden" name="id" value={id} />
      <Field label="Your answer" hint="The buyer and our staff read it." {...form.field('answer', answer)}>
        <TextArea rows={3} />
      </Field>
      <Button
        type="submit"
        tone="quiet"
        className="self-start"
        pending={form.pending}
        pendingText="Saving..."
      >
        {answer ? 'Change Answer' : 'Send Answer'}
      </Button>
    </ActionForm>
  )
}

const constraints = { answer: { required: true, maxLength: 2000 } } as const
