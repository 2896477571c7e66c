import { Link, useSearchParams } from 'react-router'

import { day, rupees } from '#contract/kit/format.ts'
import { orderStatuses } from '#contract/orders/orders.ts'
import { staffOrders, type StaffOrderRow } from '#contract/orders/staff/orders.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { MailText } from '../../ui/text.tsx'
import { OrderStatus, orderStatusLabels } from '../order-status.tsx'
import type { Route } from './+types/orders-page'

export const handle: PageHandle = {
  title: 'Orders',
  failure: 'Failed to load orders',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const query = { ...queryIn(staffOrders.list.query, request), limit: 20 }
  return context.get(apiContext).staffOrders.list({ query })
}

export default function AdminOrdersPage({ loaderData: { orders, pagination } }: Route.ComponentProps) {
  const { search = '' } = queryIn(staffOrders.list.query, useSearchParams()[0])
  const isTooShort = search !== '' && !/[\p{L}\p{N}]{3}|\d/u.test(search)
  return (
    <StaffList
      title="Orders"
      search={{ label: 'Search orders', placeholder: 'Number, person or project' }}
      filters={[
        {
          name: 'status',
          label: 'Status',
          placeholder: 'All statuses',
          options: orderStatuses.map((value) => ({ value, label: orderStatusLabels[value] })),
        },
      ]}
      rows={orders}
      columns={columns}
      pagination={pagination}
      empty={{
        title: 'No orders found',
        text: isTooShort ? 'Type three letters or an order number.' : 'Try another status, word or number.',
        show: { label: 'Show All Orders', to: '/admin/orders' },
      }}
    />
  )
}

const OrderNumber = ({ _id, number }: StaffOrderRow) => (
  <Link to={`/admin/orders/${_id}`} className="text-13 font-semibold whitespace-nowrap hover:underline">
    {number}
  </Link>
)

const ItemTitle = ({ title, kind }: StaffOrderRow) => (
  <span className="min-w-0 wrap-anywhere">
    {title}
    {kind === 'report' && <span className="text-quiet"> (report)</span>}
  </span>
)

const Buyer = ({ buyer: { _id, name, email } }: StaffOrderRow) => (
  <span className="min-w-0">
    <Link to={`/admin/members/${_id}`} className="break-words hover:underline">
      {name}
    </Link>
    {email && (
      <span className="text-13 text-quiet block wrap-anywhere">
        <MailText of={email} alone />
      </span>
    )}
  </span>
)

const columns: Column<StaffOrderRow>[] = [
  { key: 'number', head: 'Order', folded: 'inline', cell: (order) => <OrderNumber {...order} /> },
  {
    key: 'what',
    head: 'What',
    className: 'min-w-40',
    folded: 'whole',
    cell: (order) => <ItemTitle {...order} />,
  },
  {
    key: 'buyer',
    head: 'Buyer',
    className: 'min-w-74',
    folded: 'whole',
    cell: (order) => <Buyer {...order} />,
  },
  { key: 'state', head: 'Status', folded: 'inline', cell: ({ status }) => <OrderStatus status={status} /> },
  { key: 'amount', head: 'Amount', figures: true, folded: 'inline', cell: ({ amount }) => rupees(amount) },
  {
    key: 'ordered',
    head: 'Ordered',
    figures: true,
    folded: 'inline',
    cell: ({ orderDate }) => day(orderDate),
  },
]
