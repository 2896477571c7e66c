import { day } from '#contract/kit/day.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { Referral } from '#contract/referrals.ts'

import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Status, type StatusTone } from '../../ui/feedback/status.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'

/** Who joined with the member's code, when, and what each one's purchases earned. */
export function ReferralList({ referrals }: { referrals: readonly Referral[] }) {
  return (
    <Sheet as="section" aria-label="Your referrals">
      <SheetHead title="Your referrals" />
      {referrals.length === 0 ? (
        <EmptyState title="No referrals yet">
          Friends who sign up with your code are listed here, with the commission that their purchases earn
          you.
        </EmptyState>
      ) : (
        <ul className="divide-rule divide-y px-4 sm:px-5">
          {referrals.map(({ id, referredUser, date, status, commission }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-4">
              <div className="min-w-0 flex-1 basis-40">
                <p className="font-semibold break-words">{referredUser}</p>
                <p className="text-13 text-quiet font-mono">
                  Joined <time dateTime={date}>{day(date)}</time>
                </p>
              </div>
              <div className="flex flex-col items-end gap-x-6 sm:flex-row sm:items-center">
                <Status tone={referralTones[status]}>{referralLabels[status]}</Status>
                <p className="text-right font-mono tabular-nums sm:min-w-24">{inRupees(commission)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

const referralTones: Record<Referral['status'], StatusTone> = { pending: 'neutral', active: 'verified' }
const referralLabels: Record<Referral['status'], string> = { pending: 'No purchase yet', active: 'Active' }
