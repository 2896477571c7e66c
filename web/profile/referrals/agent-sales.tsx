import { day } from '#contract/kit/day.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { ReferredSale, referrals } from '#contract/referrals.ts'

import { SaveButton } from '../../saving/save-button.tsx'
import { requireMember } from '../../session/require-member.ts'
import { type Column, DataTable } from '../../ui/data/data-table.tsx'
import { Pagination } from '../../ui/data/pagination.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Status, type StatusTone } from '../../ui/feedback/status.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { tabAddress } from '../tabs.ts'

export type AgentSales = Pick<Reply<typeof referrals.sales>, 'sales' | 'pagination'>

/** What those whom an agent referred have bought, and what became of the commission of each. */
export const AgentSalesSheet = ({ sales, pagination }: AgentSales) => (
  <div className="flex flex-col gap-4">
    <Sheet as="section" aria-label="Sales you referred" className="overflow-hidden">
      <SheetHead title="Sales you referred" actions={sales.length > 0 && <FileButton />} />
      <DataTable
        folds="40rem"
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
  { key: 'state', head: 'Status', cell: ({ state }) => <Status tone={saleTones[state]}>{saleLabels[state]}</Status> },
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

const FileButton = () => (
  <SaveButton
    file={async () => (await requireMember(new Request(location.href))).referrals.salesFile()}
    name="readymade-referred-sales.csv"
    failure="Failed to load the sales"
    size="small"
    icon={<Icon name="download" className="size-4" />}
    pendingText="One moment..."
  >
    Download CSV
  </SaveButton>
)
