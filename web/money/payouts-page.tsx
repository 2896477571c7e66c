import { counted, day, inRupees } from '#contract/kit/format.ts'
import { type Held, payouts } from '#contract/money/payouts.ts'

import { formAction, formActions } from '../shell/form/action-form.tsx'
import { checked, numberIn, textIn, fieldError } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { OwnerSteps } from '../shell/page-states.tsx'
import { apiContext } from '../shell/session/api.ts'
import { ownerSteps, myProjectsLink } from '../shell/site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { FactRows, StatRow } from '../ui/facts.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { Callout } from '../ui/status.tsx'
import type { Route } from './+types/payouts-page'
import { PayoutList } from './payout-list.tsx'
import { PayoutRequestSheet } from './payout-request.tsx'

export const handle: PageHandle = {
  title: 'Payouts',
  steps: ownerSteps('Payouts'),
  loading: 'Loading payouts...',
  failure: { title: 'Failed to load payouts', ...myProjectsLink },
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const page = new URL(request.url).searchParams.get('page') ?? '1'
  return api.payouts.mine({ query: { page } })
}

export const clientAction = formActions({
  request: formAction('Failed to ask for the payout', async ({ api, form }) => {
    const entered = { amount: numberIn(form, 'amount'), destination: destinationIn(form) }
    const body = checked(payouts.request.body, entered)
    if (accountNumbersDiffer(form))
      throw fieldError('accountNumberAgain', 'The two account numbers are not the same')
    const { payout } = await api.payouts.request({ body })
    return `${inRupees(payout.amount)} is asked for. We write to you when it is approved.`
  }),
  cancel: formAction('Failed to cancel the payout', async ({ api, form }) => {
    const { payout } = await api.payouts.cancel({ params: { id: textIn(form, 'id') } })
    return `Payout ${payout.number} is cancelled.`
  }),
})

const destinationIn = (form: FormData) =>
  textIn(form, 'method') === 'bank'
    ? {
        method: 'bank' as const,
        holder: textIn(form, 'holder'),
        accountNumber: textIn(form, 'accountNumber'),
        ifsc: textIn(form, 'ifsc'),
      }
    : { method: 'upi' as const, holder: textIn(form, 'holder'), vpa: textIn(form, 'vpa') }

function accountNumbersDiffer(form: FormData): boolean {
  const digits = (name: string) => textIn(form, name).replaceAll(/[\s-]/g, '')
  return textIn(form, 'method') === 'bank' && digits('accountNumber') !== digits('accountNumberAgain')
}

export default function PayoutsPage({
  loaderData: { balance, held, payouts: shown, pagination },
}: Route.ComponentProps) {
  const { payable, requested, approved, paid, frozen } = balance
  return (
    <Page className="pb-8">
      <PageHead
        title="Payouts"
        lead="What your sales and referrals earned, and how it reaches you: by UPI or to your bank account."
        actions={
          <ButtonLink to="/owner/earnings" tone="link" size="small">
            Earnings
          </ButtonLink>
        }
      >
        <OwnerSteps here="Payouts" className="mb-4" />
      </PageHead>
      <StatRow
        stats={[
          { label: 'Payable now', value: inRupees(Math.max(0, payable)) },
          { label: 'Still refundable', value: inRupees(balance.held) },
          { label: 'On its way', value: inRupees(requested + approved) },
          { label: 'Paid out so far', value: inRupees(paid) },
        ]}
      />
      {payable < 0 && (
        <Callout tone="waiting" className="mt-6" title={`Your balance is ${inRupees(payable)}`}>{`${
          frozen > 0
            ? 'A payment was disputed, or a sale refunded, after it was paid out to you.'
            : 'A sale was refunded after it was paid out to you.'
        } Your next sales fill this first; you do not have to pay anything back yourself.`}</Callout>
      )}
      {frozen > 0 && (
        <Callout tone="waiting" className="mt-6" title={`${inRupees(frozen)} is frozen`}>
          The bank of a buyer disputes the payment, or took a part of it back. We send it what proves the
          sale, and our staff decide about a part. If the sale stands, the money is payable again; you need
          not do anything.
        </Callout>
      )}
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-6 max-lg:order-last">
          <PayoutList payouts={shown} hasEarned={payable > 0 || balance.held > 0} />
          <Pagination {...pagination} label="Pages of payouts" />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <PayoutRequestSheet payable={payable} hasHeld={held.length > 0} />
          {held.length > 0 && <HeldSheet held={held} />}
        </div>
      </div>
    </Page>
  )
}

/** The earnings that are not payable yet, by the day from which they are. */
const HeldSheet = ({ held }: { held: readonly Held[] }) => (
  <Sheet as="section" aria-label="Payable later">
    <SheetHead title="Payable later" />
    <div className="p-4 sm:p-5">
      <FactRows
        facts={held.map(({ amount, sales, payableOn }) => ({
          key: payableOn ?? 'refund',
          term: payableOn ? `from ${day(payableOn)}` : 'a refund is being decided',
          value: `${inRupees(amount)}, ${counted(sales, 'order')}`,
        }))}
      />
      {held.some(({ payableOn }) => payableOn) && (
        <p className="text-13 text-quiet mt-3">
          Until then a buyer can ask for the money back. After that it is yours.
        </p>
      )}
    </div>
  </Sheet>
)
