import { Link, useSearchParams } from 'react-router'

import { day, rupees } from '#contract/format.ts'
import { orderStatuses } from '#contract/orders/orders.ts'
import type { StaffOrderRow } from '#contract/orders/staff/orders.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { FilterForm, FoundList } from '../../shell/staff-list.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/inputs.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { MailText } from '../../ui/text.tsx'
import { OrderStatus, orderWords } from '../order-status.tsx'
import type { Route } from './+types/orders-page'

export const handle: PageHandle = {
  title: 'Orders',
  failure: 'Failed to load orders',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { searchParams } = new URL(request.url)
  return api.staffOrders.list({
    query: {
      search: searchParams.get('search')?.slice(0, 200) ?? '',
      status: orderStatuses.find((known) => known === searchParams.get('status')),
      page: searchParams.get('page') ?? '1',
      limit: 20,
    },
  })
}

export default function AdminOrdersPage({ loaderData: { orders, pagination } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <FoundList title="Orders" filters={<Filters />} pagination={pagination}>
      {orders.length === 0 ? <Nothing search={params.get('search') ?? ''} /> : <Rows orders={orders} />}
    </FoundList>
  )
}

function Filters() {
  const [params] = useSearchParams()
  return (
    <FilterForm label="Search orders" placeholder="Number, person or project">
      <Field label="Status" hideLabel className="max-sm:flex-1">
        <Select
          name="status"
          defaultValue={params.get('status') ?? ''}
          placeholder="All statuses"
          options={orderStatuses.map((value) => ({ value, label: orderWords[value] }))}
        />
      </Field>
    </FilterForm>
  )
}

/** A table, on phones a list. */
const Rows = ({ orders }: { orders: StaffOrderRow[] }) => (
  <>
    <div className="max-xl:hidden">
      <DataTable
        className="max-h-none!"
        caption="Orders"
        columns={columns}
        rows={orders}
        rowKey={({ _id }) => _id}
      />
    </div>
    <ul aria-label="Orders" className="divide-rule divide-y xl:hidden">
      {orders.map((order) => (
        <li key={order._id} className="grid gap-x-6 gap-y-1.5 px-4 py-3 sm:grid-cols-2 sm:px-5">
          <p className="col-span-full flex items-baseline justify-between gap-4">
            <OrderNumber {...order} />
            <span className="text-13 font-mono tabular-nums">{rupees(order.amount)}</span>
          </p>
          <Thing {...order} />
          <div className="min-w-0 sm:row-span-2 sm:text-right">
            <Buyer {...order} />
          </div>
          <p className="text-14 flex flex-wrap items-center gap-x-4">
            <OrderStatus status={order.status} />
            <span className="text-quiet">{day(order.orderDate)}</span>
          </p>
        </li>
      ))}
    </ul>
  </>
)

const OrderNumber = ({ _id, number }: StaffOrderRow) => (
  <Link
    to={`/admin/orders/${_id}`}
    className="text-13 font-mono font-semibold whitespace-nowrap hover:underline"
  >
    {number}
  </Link>
)

const Thing = ({ title, kind }: StaffOrderRow) => (
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
      <span className="text-13 text-quiet block font-mono wrap-anywhere">
        <MailText of={email} alone />
      </span>
    )}
  </span>
)

const columns: Column<StaffOrderRow>[] = [
  { key: 'number', head: 'Order', cell: (order) => <OrderNumber {...order} /> },
  { key: 'what', head: 'What', className: 'min-w-40', cell: (order) => <Thing {...order} /> },
  { key: 'buyer', head: 'Buyer', className: 'min-w-74', cell: (order) => <Buyer {...order} /> },
  { key: 'state', head: 'Status', cell: ({ status }) => <OrderStatus status={status} /> },
  { key: 'amount', head: 'Amount', figures: true, cell: ({ amount }) => rupees(amount) },
  { key: 'ordered', head: 'Ordered', figures: true, cell: ({ orderDate }) => day(orderDate) },
]

const Nothing = ({ search }: { search: string }) => (
  <EmptyState
    title="No orders found"
    action={
      <ButtonLink to="/admin/orders" tone="quiet">
        Show All Orders
      </ButtonLink>
    }
  >
    {search !== '' && !/[\p{L}\p{N}]{3}|\d/u.test(search)
      ? 'Type three letters or an order number.'
      : 'Try another status, word or number.'}
  </EmptyState>
)
