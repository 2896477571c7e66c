import { Form, Link, useNavigation, useSearchParams, useSubmit } from 'react-router'

import { grouped } from '#contract/kit/counted.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import { orderStatuses } from '#contract/orders.ts'
import type { StaffOrderRow } from '#contract/staff/orders.ts'

import { OrderStatus, orderWords } from '../../orders/order-status.tsx'
import type { PageHandle } from '../../page-handle.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data/data-table.tsx'
import { Pagination } from '../../ui/data/pagination.tsx'
import { day } from '../../ui/day.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/admin-orders-page'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Orders | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
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
clientLoader.hydrate = true as const

export default function AdminOrdersPage({ loaderData: { orders, pagination } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'loading'
  return (
    <>
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4">
        <h1 className="text-28">Orders</h1>
        <p className="text-13 text-quiet font-mono tabular-nums">
          {grouped(pagination.total)}
          {pagination.capped && '+'} found
        </p>
      </div>
      <Filters key={params.toString()} />
      <Sheet className={busy ? 'overflow-hidden opacity-60' : 'overflow-hidden'}>
        {orders.length === 0 ? <Nothing search={params.get('search') ?? ''} /> : <Rows orders={orders} />}
      </Sheet>
      <Pagination
        page={pagination.page}
        pages={pagination.pages}
        to={(page) => {
          const next = new URLSearchParams(params)
          next.set('page', String(page))
          return `/admin/orders?${next}`
        }}
        className="mt-6"
      />
      {pagination.capped && (
        <p className="text-14 text-quiet mt-3 text-center">
          The newest {grouped(pagination.total)} are listed. Search or filter to find others.
        </p>
      )}
    </>
  )
}

/** A choice counts at once, the search with its button. */
function Filters() {
  const [params] = useSearchParams()
  const submit = useSubmit()
  return (
    <Form
      className="mb-5 flex flex-wrap items-end gap-3"
      onChange={({ currentTarget, target }) => {
        if (target instanceof HTMLSelectElement) void submit(currentTarget)
      }}
    >
      <SearchField
        label="Search orders"
        placeholder="Number, email, name or project"
        defaultValue={params.get('search') ?? ''}
        submit="Search"
        className="flex-1 basis-72"
        maxLength={200}
      />
      <Field label="State" hideLabel className="max-sm:flex-1">
        <Select
          name="status"
          defaultValue={params.get('status') ?? ''}
          placeholder="All states"
          options={orderStatuses.map((value) => ({ value, label: orderWords[value] }))}
        />
      </Field>
    </Form>
  )
}

/** A table, on phones a list. */
const Rows = ({ orders }: { orders: StaffOrderRow[] }) => (
  <>
    <div className="max-md:hidden">
      <DataTable caption="Orders" columns={columns} rows={orders} rowKey={({ _id }) => _id} />
    </div>
    <ul aria-label="Orders" className="divide-rule divide-y md:hidden">
      {orders.map((order) => (
        <li key={order._id} className="flex flex-col gap-1.5 px-4 py-3">
          <p className="flex items-baseline justify-between gap-4">
            <OrderNumber {...order} />
            <span className="text-13 font-mono tabular-nums">{inRupees(order.amount)}</span>
          </p>
          <Thing {...order} />
          <Buyer {...order} />
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
  <span className="min-w-0 break-words">
    {title}
    {kind === 'report' && <span className="text-quiet"> (report)</span>}
  </span>
)

const Buyer = ({ buyer: { _id, name, email } }: StaffOrderRow) => (
  <span className="min-w-0">
    <Link to={`/admin/members/${_id}`} className="break-words hover:underline">
      {name}
    </Link>
    {email && <span className="text-13 text-quiet block font-mono break-all">{email}</span>}
  </span>
)

const columns: Column<StaffOrderRow>[] = [
  { key: 'number', head: 'Order', cell: (order) => <OrderNumber {...order} /> },
  { key: 'what', head: 'What', className: 'min-w-56', cell: (order) => <Thing {...order} /> },
  { key: 'buyer', head: 'Buyer', className: 'min-w-56', cell: (order) => <Buyer {...order} /> },
  { key: 'state', head: 'State', cell: ({ status }) => <OrderStatus status={status} /> },
  { key: 'amount', head: 'Amount', figures: true, cell: ({ amount }) => inRupees(amount) },
  { key: 'ordered', head: 'Ordered', figures: true, cell: ({ orderDate }) => day(orderDate) },
]

const Nothing = ({ search }: { search: string }) => (
  <EmptyState
    title="No orders found"
    action={
      <ButtonLink to="/admin/orders" tone="quiet">
        Show all orders
      </ButtonLink>
    }
  >
    {search !== '' && !/[\p{L}\p{N}]{3}|\d/u.test(search)
      ? 'Type three letters or an order number.'
      : 'Try another state, word or number.'}
  </EmptyState>
)

export function HydrateFallback() {
  return (
    <Loading text="Loading orders...">
      <Skeleton className="mb-5 h-9 w-40" />
      <Skeleton className="mb-5 h-11" />
      <Skeleton className="h-96" />
    </Loading>
  )
}

export function ErrorBoundary() {
  return <ErrorState as="h1" title="Failed to load orders" onRetry={() => location.reload()} />
}
