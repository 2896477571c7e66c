import { Link } from 'react-router'

import { counted } from '#contract/kit/counted.ts'
import { day } from '#contract/kit/day.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { DisputedOrder } from '#contract/orders/disputes.ts'

import { AsBought } from '../../orders/as-bought.tsx'
import { type Fact, FactRows } from '../../ui/data/fact-rows.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { documentFacts } from '../orders/document-facts.tsx'

/** One order of a disputed payment with what proves it. */
export function DisputedOrderSheet({ order }: { order: DisputedOrder }) {
  const { outcome, asBought } = order
  return (
    <Sheet as="section" aria-label={`Order ${order.number}`}>
      <SheetHead title={order.title}>
        {outcome && <Status tone={tones[outcome]}>{words[outcome]}</Status>}
      </SheetHead>
      <div className="flex flex-col gap-5 p-4 sm:p-5">
        <FactRows facts={orderFactsOf(order)} />
        {asBought ? (
          <div>
            <h3 className="text-16 mb-1 font-semibold">As it was when it was bought</h3>
            <AsBought bought={asBought} kind={order.kind} />
          </div>
        ) : (
          <ListingNow order={order} />
        )}
      </div>
    </Sheet>
  )
}

/** What is left of an order that was made before its listing was kept. */
function ListingNow({ order: { listing, orderedAt } }: { order: DisputedOrder }) {
  return (
    <div>
      <h3 className="text-16 mb-1 font-semibold">
        {listing.changedAt <= orderedAt
          ? 'The listing as it was bought'
          : `The listing, changed on ${day(listing.changedAt)}`}
      </h3>
      <p className="max-w-(--container-text) break-words whitespace-pre-line">{listing.description}</p>
    </div>
  )
}

function orderFactsOf(order: DisputedOrder): Fact[] {
  const { downloads, reportDownloads, listing, completedAt } = order
  return [
    {
      term: 'order',
      value: (
        <>
          <Link to={`/admin/orders/${order.orderId}`} className="link-rule">
            {order.number}
          </Link>
          , {inRupees(order.amount)}
        </>
      ),
    },
    { term: 'what', value: order.kind === 'report' ? 'project report' : 'source code' },
    { term: 'ordered', value: day(order.orderedAt) },
    ...(completedAt ? [{ term: 'delivered', value: day(completedAt) }] : []),
    ...(listing.release === null
      ? []
      : [{ term: 'bought', value: `release ${listing.release}, ${counted(listing.files ?? 0, 'file')}` }]),
    ...downloads.map(({ release, times, firstAt }) => ({
      term: `downloaded release ${release}`,
      value: `${counted(times, 'time')}, first ${day(firstAt)}`,
    })),
    ...(reportDownloads
      ? [
          {
            term: 'downloaded report',
            value: `${counted(reportDownloads.times, 'time')}, first ${day(reportDownloads.firstAt)}`,
          },
        ]
      : []),
    ...(downloads.length === 0 && !reportDownloads ? [{ term: 'downloads', value: 'none' }] : []),
    ...(order.ran === null ? [] : [{ term: 'did it run', value: order.ran ? 'yes' : 'no' }]),
    ...(order.rating === null ? [] : [{ term: 'buyer’s rating', value: `${order.rating} of 5` }]),
    { term: 'refund asked', value: order.refundAskedAt ? day(order.refundAskedAt) : 'never' },
    ...documentFacts(order.orderId, order),
  ]
}

const words = { frozen: 'Credit frozen', released: 'Credit free', refunded: 'Taken back' }
const tones = { frozen: 'waiting', released: 'verified', refunded: 'stopped' } as const
