import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { counted } from '#contract/kit/counted.ts'
import { day, minute } from '#contract/kit/day.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { StaffOrderDetail } from '#contract/staff/orders.ts'

import { OrderStatus } from '../../orders/order-status.tsx'
import { outcomeTones, outcomeWords } from '../../orders/refund/outcome-words.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FactRows } from '../../ui/data/fact-rows.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'

type Of = { order: StaffOrderDetail }

/** All that the same payment is for. */
export const ItemsSheet = ({ order: { _id: ownId, items, payment } }: Of) => (
  <Sheet as="section" aria-label="Items">
    <SheetHead
      title="Items"
      actions={<span className="text-13 font-mono tabular-nums">{inRupees(payment.amount)} in all</span>}
    />
    <ul className="divide-rule divide-y">
      {items.map(({ _id, number, title, kind, amount, status }) => (
        <Row key={_id}>
          <span className="min-w-0">
            <span className="block font-semibold break-words">
              {title}
              {kind === 'report' && <span className="text-quiet font-normal"> (report)</span>}
            </span>
            <span className="text-13 text-quiet font-mono">
              {_id === ownId ? number : <OrderLink _id={_id} number={number} />} · {inRupees(amount)}
            </span>
          </span>
          <OrderStatus status={status} />
        </Row>
      ))}
    </ul>
  </Sheet>
)

/** Other attempts to buy the same; nothing when there was none. */
export const AttemptsSheet = ({ order: { attempts } }: Of) =>
  attempts.length > 0 && (
    <Sheet as="section" aria-label="Other attempts">
      <SheetHead title="Other attempts">
        <span className="text-14 text-quiet">for the same item by the same buyer</span>
      </SheetHead>
      <ul className="divide-rule divide-y">
        {attempts.map(({ _id, number, amount, status, orderDate }) => (
          <Row key={_id}>
            <span className="text-13 text-quiet font-mono">
              <OrderLink _id={_id} number={number} /> · {inRupees(amount)} · {day(orderDate)}
            </span>
            <OrderStatus status={status} />
          </Row>
        ))}
      </ul>
    </Sheet>
  )

/** What the buyer asked for and where the money is; nothing when nobody asked and nothing goes back. */
export const RefundsSheet = ({ order: { requests, refunds } }: Of) =>
  requests.length + refunds.length > 0 && (
    <Sheet as="section" aria-label="Refunds">
      <SheetHead
        title="Refunds"
        actions={
          requests.some(({ outcome }) => outcome === null) && (
            <ButtonLink to="/admin/refunds" tone="quiet" size="small">
              Decide
            </ButtonLink>
          )
        }
      />
      <ul className="divide-rule divide-y">
        {requests.map(({ reason, requestedAt, outcome, note, decidedAt }) => (
          <Row key={requestedAt}>
            <span className="max-w-(--container-text) min-w-0">
              <span className="block break-words whitespace-pre-line">“{reason}”</span>
              <span className="text-13 text-quiet font-mono">asked {minute(requestedAt)}</span>
              {note && <span className="mt-1 block break-words whitespace-pre-line">Decision: “{note}”</span>}
            </span>
            <Outcome outcome={outcome} on={decidedAt} />
          </Row>
        ))}
        {refunds.map(({ cause, amount, status, createdAt, returnedAt, lastFailure, recalledRelease }) => (
          <Row key={`${cause} ${createdAt}`}>
            <span className="min-w-0">
              <span className="block">
                {inRupees(amount)}
                {cause === 'paid_twice' && ', paid twice'}
                {recalledRelease !== null && `, release ${recalledRelease} was recalled`}
              </span>
              {lastFailure && <span className="text-13 text-stopped font-mono">{lastFailure}</span>}
            </span>
            <Status tone={status === 'returned' ? 'verified' : 'waiting'}>
              {returnedAt ? `Returned ${day(returnedAt)}` : 'On its way back'}
            </Status>
          </Row>
        ))}
      </ul>
    </Sheet>
  )

/** What the buyer fetched of what they bought, and when. */
export function DownloadsSheet({ order: { kind, downloads, reportDownloads } }: Of) {
  const facts = [
    ...downloads.map(({ release, ...times }) => ({ term: `release ${release}`, value: timesWords(times) })),
    ...(reportDownloads ? [{ term: 'report', value: timesWords(reportDownloads) }] : []),
  ]
  return (
    <Sheet as="section" aria-label="Downloads">
      <SheetHead title="Downloads" />
      <div className="px-4 py-3 sm:px-5">
        {facts.length === 0 && (
          <p className="text-quiet">The {kind === 'report' ? 'report' : 'source'} was not downloaded.</p>
        )}
        <FactRows facts={facts} />
      </div>
    </Sheet>
  )
}

function timesWords({ times, firstAt, lastAt }: { times: number; firstAt: string; lastAt: string }) {
  const [first, last] = [day(firstAt), day(lastAt)]
  return `${counted(times, 'time')}, ${first}${first === last ? '' : ` to ${last}`}`
}

function Outcome({ outcome, on }: { outcome: string | null; on: string | null }) {
  const is = (outcome ?? 'waiting') as keyof typeof outcomeWords
  return (
    <Status tone={outcomeTones[is]}>
      {outcomeWords[is]} {on && day(on)}
    </Status>
  )
}

const OrderLink = ({ _id, number }: { _id: string; number: string }) => (
  <Link to={`/admin/orders/${_id}`} className="link-rule">
    {number}
  </Link>
)

const Row = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2.5 sm:flex-nowrap sm:px-5">
    {children}
  </li>
)
