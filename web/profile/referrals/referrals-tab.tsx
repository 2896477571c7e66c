import { grouped } from '#contract/kit/counted.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { referrals } from '#contract/referrals.ts'

import { ButtonLink } from '../../ui/button.tsx'
import { Pagination } from '../../ui/data/pagination.tsx'
import { StatRow } from '../../ui/data/stat-row.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { tabAddress } from '../tabs.ts'
import { type AgentSales, AgentSalesSheet } from './agent-sales.tsx'
import { CodeCard } from './code-card.tsx'
import { ReferralList } from './referral-list.tsx'

/** Who joined with the member's code, what that earned, and the code to pass on. */
export function ReferralsTab({
  referrals: shown,
  referralCode,
  totalCommission,
  thisMonth,
  pagination,
  agentSales,
}: Reply<typeof referrals.mine> & { agentSales?: AgentSales | undefined }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <Sheet className="px-4 sm:px-5">
          <StatRow
            className="border-y-0!"
            stats={[
              { label: 'Total Referrals', value: grouped(pagination.total) },
              { label: 'Total Commission', value: inRupees(totalCommission) },
              { label: 'This Month', value: inRupees(thisMonth) },
            ]}
          />
        </Sheet>
        {agentSales && <AgentSalesSheet {...agentSales} />}
        <ReferralList referrals={shown} />
        <Pagination
          {...pagination}
          to={(page) => `${tabAddress('referrals')}&page=${page}`}
          label="Pages of referrals"
        />
      </div>
      <div className="min-w-0 max-lg:order-first">
        <CodeCard code={referralCode} />
        <ButtonLink to="/owner/payouts" tone="quiet" wide className="mt-4">
          See Your Payouts
        </ButtonLink>
      </div>
    </div>
  )
}
