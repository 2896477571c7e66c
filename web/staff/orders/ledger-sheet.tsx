import { minute } from '#contract/kit/day.ts'
import { signedRupees } from '#contract/kit/rupees.ts'
import type { StaffOrderDetail } from '#contract/staff/orders.ts'

import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'

/** What was posted in the ledger for an order: above zero is what an account gets. */
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
            <h3 className="text-14 font-sans font-semibold">{postingWords[kind] ?? kind}</h3>
            <span className="text-13 text-quiet font-mono">{minute(happenedAt)}</span>
          </div>
          <dl className="text-13 mt-1 font-mono">
            {lines.map(({ account, amount }) => (
              <div key={account} className="flex justify-between gap-6 py-1">
                <dt className="text-quiet min-w-0 break-words">{accountWords(account, order)}</dt>
                <dd className="whitespace-nowrap tabular-nums">{signedRupees(amount)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Sheet>
)

const postingWords: Record<string, string> = {
  sale: 'Sale',
  refund: 'Sale taken back',
  overpayment: 'Paid for nothing, due back',
  repayment: 'Money returned',
  dispute_hold: 'Frozen by a dispute',
  dispute_release: 'Free again',
  dispute_loss: 'Lost in a dispute',
}

/** An account by whom it belongs to. */
function accountWords(account: string, { owner }: StaffOrderDetail): string {
  if (account === `member:${owner._id}`) return `${owner.name}, owner`
  if (account.endsWith(':commission')) return 'referrer, commission'
  if (account.startsWith('member:')) return 'another member'
  if (account.startsWith('clearing:')) return `${account.slice('clearing:'.length)}, collected`
  return ownAccounts[account] ?? account
}

const ownAccounts: Record<string, string> = {
  'platform:fees': 'Readymade, fee',
  'platform:coupons': 'Readymade, coupons',
  'withheld:tcs': 'tax office, TCS',
  'withheld:tds': 'tax office, TDS',
  'refunds:due': 'buyer, to be returned',
  'disputes:held': 'held for a dispute',
  'disputes:lost': 'lost in disputes',
}
