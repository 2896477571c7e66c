import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { counted, day, inRupees, minute, signedRupees } from '#contract/kit/format.ts'
import type { StaffOrderDetail } from '#contract/orders/staff/orders.ts'

import { ButtonLink } from '../../ui/button.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Status } from '../../ui/status.tsx'
import { OrderStatus, refundOutcomeTones, refundOutcomeLabels } from '../order-status.tsx'

type SheetProps = { order: StaffOrderDetail }

/** All items of the same payment. */
export const ItemsSheet = ({ order: { _id: ownId, items, payment } }: SheetProps) => (
  <Sheet as="section" aria-label="Items">
    <SheetHead
      title="Items"
      actions={<span className="text-13 tabular-nums">{`${inRupees(payment.amount)} in all`}</span>}
    />
    <ul className="divide-rule divide-y">
      {items.map(({ _id, number, title, kind, amount, status }) => (
        <Row key={_id}>
          <span className="min-w-0">
            <span className="block font-semibold break-words">
              <span>{title}</span>
              {kind === 'report' && <span className="text-quiet font-normal"> (report)</span>}
            </span>
            <span className="text-13 text-quiet">
              {_id === ownId ? <span>{number}</span> : <OrderLink _id={_id} number={number} />}
              <span>{` · ${inRupees(amount)}`}</span>
            </span>
          </span>
          <OrderStatus status={status} />
        </Row>
      ))}
    </ul>
  </Sheet>
)

/** Other attempts to buy the same item; renders nothing when there were none. */
export const AttemptsSheet = ({ order: { attempts } }: SheetProps) =>
  attempts.length > 0 && (
    <Sheet as="section" aria-label="Other attempts">
      <SheetHead title="Other attempts">
        <span className="text-14 text-quiet">for the same item by the same buyer</span>
      </SheetHead>
      <ul className="divide-rule divide-y">
        {attempts.map(({ _id, number, amount, status, orderDate }) => (
          <Row key={_id}>
            <span className="text-13 text-quiet">
              <OrderLink _id={_id} number={number} /> · {inRupees(amount)} · {day(orderDate)}
            </span>
            <OrderStatus status={status} />
          </Row>
        ))}
      </ul>
    </Sheet>
  )

/** The refund requests and the refunds of an order; renders nothing without any. */
export const RefundsSheet = ({ order: { requests, refunds } }: SheetProps) =>
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
              <span className="block break-words whitespace-pre-line">{`“${reason}”`}</span>
              <span className="text-13 text-quiet">{`asked ${minute(requestedAt)}`}</span>
              {note && (
                <span className="mt-1 block break-words whitespace-pre-line">{`Decision: “${note}”`}</span>
              )}
            </span>
            <Outcome outcome={outcome} on={decidedAt} />
          </Row>
        ))}
        {refunds.map(
          ({ cause, amount, withoutUs, status, createdAt, returnedAt, lastFailure, recalledRelease }) => (
            <Row key={`${cause} ${createdAt}`}>
              <span className="min-w-0">
                <span className="block">
                  <span>{inRupees(amount)}</span>
                  {cause in causes && <span>{`, ${causes[cause as keyof typeof causes]}`}</span>}
                  {recalledRelease !== null && <span>{`, release ${recalledRelease} was recalled`}</span>}
                  {withoutUs > 0 && <span>{`, ${inRupees(withoutUs)} of it without us`}</span>}
                </span>
                {lastFailure && <span className="text-13 text-stopped">{lastFailure}</span>}
              </span>
              <Status tone={status === 'returned' ? 'verified' : 'waiting'}>
                {returnedAt ? `Returned ${day(returnedAt)}` : 'On its way back'}
              </Status>
            </Row>
          ),
        )}
      </ul>
    </Sheet>
  )

/** The causes of refunds that nobody asked for. */
const causes = {
  paid_twice: 'paid twice',
  owned_already: 'owned already',
  account_closed: 'account closed',
  coupon_ended: 'coupon not valid any more',
  undeliverable: 'recalled or taken off sale before it was paid for',
  returned_at_gateway: 'returned on the pages of the payment service',
  other_amount: 'held payment, returned by staff',
}

/** The downloads of the buyer, with their days. */
export function DownloadsSheet({ order: { kind, downloads, reportDownloads } }: SheetProps) {
  const facts = [
    ...downloads.map(({ release, ...times }) => ({ term: `release ${release}`, value: timesText(times) })),
    ...(reportDownloads ? [{ term: 'report', value: timesText(reportDownloads) }] : []),
  ]
  return (
    <Sheet as="section" aria-label="Downloads">
      <SheetHead title="Downloads" />
      <div className="px-4 py-3 sm:px-5">
        {facts.length === 0 && (
          <p className="text-quiet">{`The ${kind === 'report' ? 'report' : 'source'} was not downloaded.`}</p>
        )}
        <FactRows facts={facts} />
      </div>
    </Sheet>
  )
}

/** The seats that the buyer has given to a team; renders nothing without any, or from a process of an earlier release. */
export const SeatsSheet = ({ order: { seats } }: { order: Partial<StaffOrderDetail> }) =>
  seats !== undefined &&
  seats.length > 0 && (
    <Sheet as="section" aria-label="Seats">
      <SheetHead title="Seats" />
      <ul className="divide-rule divide-y">
        {seats.map(({ _id, memberId, name, invitedAt, acceptedAt, endedAt, downloads }) => (
          <Row key={_id}>
            <span className="min-w-0">
              <span className="block break-words">
                {memberId ? (
                  <Link to={`/admin/members/${memberId}`} className="link-rule">
                    {name}
                  </Link>
                ) : acceptedAt ? (
                  'Former member'
                ) : (
                  'Invitation'
                )}
              </span>
              <span className="text-13 text-quiet block">
                {acceptedAt ? `since ${day(acceptedAt)}` : `sent ${day(invitedAt)}`}
              </span>
              {downloads.map(({ release, ...times }) => (
                <span key={release} className="text-13 text-quiet block">
                  {`release ${release}: ${timesText(times)}`}
                </span>
              ))}
            </span>
            <Status tone={endedAt ? 'stopped' : acceptedAt ? 'verified' : 'waiting'}>
              {endedAt ? `Ended ${day(endedAt)}` : acceptedAt ? 'Accepted' : 'Open'}
            </Status>
          </Row>
        ))}
      </ul>
    </Sheet>
  )

function timesText({ times, firstAt, lastAt }: { times: number; firstAt: string; lastAt: string }) {
  const [first, last] = [day(firstAt), day(lastAt)]
  return `${counted(times, 'time')}, ${first}${first === last ? '' : ` to ${last}`}`
}

function Outcome({ outcome, on }: { outcome: string | null; on: string | null }) {
  const is = (outcome ?? 'waiting') as keyof typeof refundOutcomeLabels
  return (
    <Status tone={refundOutcomeTones[is]}>
      {on ? `${refundOutcomeLabels[is]} ${day(on)}` : refundOutcomeLabels[is]}
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

/** The ledger postings of an order. A positive amount is a credit to the account. */
export const LedgerSheet = ({ order }: { order: StaffOrderDetail }) => (
  <Sheet as="section" aria-label="Ledger">
    <SheetHead title="Ledger" />
    {order.ledger.length === 0 && (
      <p className="text-quiet px-4 py-4 sm:px-5">Nothing was posted: no money moved.</p>
    )}
    <div className="divide-rule divide-y">
      {order.ledger.map(({ kind, happenedAt, lines }) => (
        <section key={`${kind} ${happenedAt}`} className="px-4 py-3 sm:px-5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="text-14 font-sans font-semibold">{postingLabels[kind] ?? kind}</h3>
            <span className="text-13 text-quiet">{minute(happenedAt)}</span>
          </div>
          <dl className="text-13 mt-1">
            {lines.map(({ account, amount }) => (
              <div key={account} className="flex justify-between gap-6 py-1">
                <dt className="text-quiet min-w-0 break-words">{accountLabel(account, order)}</dt>
                <dd className="whitespace-nowrap tabular-nums">{signedRupees(amount)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Sheet>
)

const postingLabels: Record<string, string> = {
  sale: 'Sale',
  refund: 'Sale taken back',
  overpayment: 'Paid for nothing, due back',
  repayment: 'Money returned',
  dispute_hold: 'Frozen by a dispute',
  dispute_release: 'Free again',
  dispute_loss: 'Lost in a dispute',
  chargeback: 'Taken by a bank in a dispute',
  excess: 'Went back beyond what came',
  write_off: 'Written off, account deleted',
  hold: 'Payment held for staff',
  release: 'Held payment decided',
  gateway_refund: 'Returned on the payment service’s pages',
  cover: 'Refund made in another way',
  difference: 'Difference from the price',
  refund_difference: 'Part that cannot go back',
}

/** Labels an account by its holder. */
function accountLabel(account: string, { owner }: StaffOrderDetail): string {
  if (account === `member:${owner._id}`) return `${owner.name}, owner`
  if (account.endsWith(':commission')) return 'referrer, commission'
  if (account.startsWith('member:')) return 'another member'
  if (account.startsWith('clearing:')) return `${account.slice('clearing:'.length)}, collected`
  return accountLabels[account] ?? account
}

const accountLabels: Record<string, string> = {
  'platform:fees': 'Readymade, fee',
  'platform:coupons': 'Readymade, coupons',
  'withheld:tcs': 'tax office, TCS',
  'withheld:tds': 'tax office, TDS',
  'refunds:due': 'buyer, to be returned',
  'disputes:held': 'held for a dispute',
  'disputes:lost': 'lost in disputes',
  'losses:closed_accounts': 'lost to deleted accounts',
  'payments:held': 'held for staff',
  'platform:differences': 'Readymade, differences',
}
