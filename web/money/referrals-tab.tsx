import type { Reply } from '#contract/kit/endpoint.ts'
import { day, formatCount, inRupees } from '#contract/kit/format.ts'
import type { Referral, referrals, ReferredSale } from '#contract/money/referrals.ts'

import { SaveButton } from '../shell/save-button.tsx'
import { tabAddress, useSite } from '../shell/site.ts'
import { Button, ButtonLink, buttonLook } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatRow } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { Status, type StatusTone } from '../ui/status.tsx'

/** The member's referrals, the commission they earned, and the referral code to share. */
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
              { label: 'Total Referrals', value: formatCount(pagination.total) },
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

type AgentSales = Pick<Reply<typeof referrals.sales>, 'sales' | 'pagination'>

/** The sales that an agent referred, each with the status of its commission. */
const AgentSalesSheet = ({ sales, pagination }: AgentSales) => (
  <div className="flex flex-col gap-4">
    <Sheet as="section" aria-label="Sales you referred" className="overflow-hidden">
      <SheetHead title="Sales you referred" actions={sales.length > 0 && <CsvButton />} />
      <DataTable
        folds="narrow"
        caption="Sales you referred"
        columns={columns}
        rows={sales.map((sale, index) => ({ ...sale, index }))}
        rowKey={({ index }) => String(index)}
        empty={
          <EmptyState as="h3" title="No sales yet">
            When somebody who signed up with your code buys a project, the sale and your commission are listed
            here.
          </EmptyState>
        }
      />
    </Sheet>
    <Pagination
      {...pagination}
      to={(page) => `${tabAddress('referrals')}&sales=${page}`}
      label="Pages of sales"
    />
  </div>
)

const columns: Column<ReferredSale & { index: number }>[] = [
  { key: 'date', head: 'Date', className: 'whitespace-nowrap', cell: ({ date }) => day(date) },
  { key: 'title', head: 'Project', className: 'min-w-40', cell: ({ projectTitle }) => projectTitle },
  { key: 'amount', head: 'Amount', figures: true, cell: ({ amount }) => inRupees(amount) },
  { key: 'commission', head: 'Commission', figures: true, cell: ({ commission }) => inRupees(commission) },
  {
    key: 'state',
    head: 'Status',
    cell: ({ state }) => <Status tone={saleTones[state]}>{saleLabels[state]}</Status>,
  },
]

const saleTones: Record<ReferredSale['state'], StatusTone> = {
  pending: 'waiting',
  frozen: 'stopped',
  payable: 'verified',
  paid: 'verified',
  reversed: 'stopped',
}
const saleLabels: Record<ReferredSale['state'], string> = {
  pending: 'Pending',
  frozen: 'Frozen, payment disputed',
  payable: 'Payable',
  paid: 'Paid',
  reversed: 'Reversed',
}

const CsvButton = () => (
  <SaveButton
    file={(api) => api.referrals.salesFile()}
    name="readymade-referred-sales.csv"
    failure="Failed to load the sales"
    size="small"
    icon={<Icon name="download" className="size-4" />}
    pendingText="One moment..."
  >
    Download CSV
  </SaveButton>
)

/** The member's referral code, to copy and to share. */
function CodeCard({ code }: { code: string }) {
  const { commissionPercent } = useSite()
  return (
    <Sheet as="section" aria-label="Your referral code">
      <SheetHead title="Your referral code" />
      <div className="p-4 sm:p-5">
        <p className="bg-sunk rounded-field border-rule text-22 border border-dashed px-4 py-3 text-center font-mono tracking-widest break-all">
          {code}
        </p>
        <CopyButton wide className="mt-3" text={code} done="Referral code copied">
          Copy Code
        </CopyButton>
        <p className="text-quiet mt-4">
          Share this code with friends and earn {commissionPercent}% commission on their purchases!
        </p>
        <p className="text-13 text-quiet mt-2">Say that you earn by it whenever you share it.</p>
        <p className="text-13 text-quiet mt-2">
          Nothing is earned when you, the buyer and the owner are not three persons: the same phone number or
          payout account counts as one.
        </p>
        <ShareCode code={code} />
      </div>
    </Sheet>
  )
}

/** The members who joined with the code, each with the day and the commission. */
function ReferralList({ referrals }: { referrals: readonly Referral[] }) {
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
                <p className="text-13 text-quiet">
                  Joined <time dateTime={date}>{day(date)}</time>
                </p>
              </div>
              <div className="flex flex-col items-end gap-x-6 sm:flex-row sm:items-center">
                <Status tone={referralTones[status]}>{referralLabels[status]}</Status>
                <p className="text-right tabular-nums sm:min-w-24">{inRupees(commission)}</p>
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

/** The ways to share a referral code. Each contains the link that fills the code in at sign-up. */
function ShareCode({ code }: { code: string }) {
  const link = `${location.origin}/signup?ref=${code}`
  const words = `Find ready-made coding projects on Readymade. Sign up with my code ${code}: ${link}`
  const look = buttonLook({ tone: 'quiet', size: 'small' })
  return (
    <div className="mt-4 grid grid-cols-2 gap-2 sm:max-lg:auto-cols-fr sm:max-lg:grid-flow-col sm:max-lg:grid-cols-none max-sm:[&>:nth-child(3):last-child>.button]:col-span-2 lg:[&>:nth-child(3):last-child>.button]:col-span-2">
      <a
        href={`https://wa.me/?text=${encodeURIComponent(words)}`}
        target="_blank"
        rel="noreferrer"
        className={look}
      >
        <svg className="size-4.5 fill-current" aria-hidden="true">
          <use href="/share.svg#whatsapp" />
        </svg>
        WhatsApp
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      <a
        href={`mailto:?subject=${encodeURIComponent('Readymade')}&body=${encodeURIComponent(words)}`}
        className={look}
      >
        <Icon name="mail" />
        Email
      </a>
      <CopyButton tone="quiet" size="small" text={link} done="Link copied">
        Copy Link
      </CopyButton>
      {'share' in navigator && (
        <Button tone="quiet" size="small" icon={<Icon name="share-2" />} onClick={() => void share(words)}>
          Share
        </Button>
      )}
    </div>
  )
}

async function share(text: string) {
  // Closing the share sheet without a choice is not a failure.
  await navigator.share?.({ text }).catch(() => {})
}
