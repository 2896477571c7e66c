import { Form } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import { limits } from '#contract/kit/limits.ts'
import type { orders } from '#contract/orders/orders.ts'
import type { Seat } from '#contract/orders/seats.ts'

import { tabAddress } from '../shell/site.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { OrdersByPayment } from './order-list.tsx'
import { SeatList } from './seats/seat-list.tsx'

/** A page of the member's orders, with a search when there are many. */
export function OrdersTab({ orders: shown, pagination, search, isSearchable, seats }: OrdersTabProps) {
  return (
    <>
      <Sheet>
        <SheetHead
          title="My Orders"
          actions={(isSearchable || search !== '') && <OrderSearch key={search} search={search} />}
        />
        {shown.length > 0 ? (
          <div className="px-4 sm:px-5">
            <OrdersByPayment orders={shown} />
          </div>
        ) : (
          <NoOrders isSearch={search !== ''} />
        )}
      </Sheet>
      <Pagination
        {...pagination}
        to={(page) => `/profile?${new URLSearchParams({ tab: 'orders', search, page: String(page) })}`}
        label="Pages of orders"
        className="mt-6"
      />
      <SeatList seats={seats} />
    </>
  )
}

function NoOrders({ isSearch }: { isSearch: boolean }) {
  if (isSearch)
    return (
      <EmptyState
        title="No orders found"
        action={
          <ButtonLink to={tabAddress('orders')} tone="quiet" preventScrollReset>
            Show All Orders
          </ButtonLink>
        }
      >
        Search for a part of the title, or for the number of the order.
      </EmptyState>
    )
  return (
    <EmptyState title="No orders yet" action={<ButtonLink to="/projects">Browse Projects</ButtonLink>}>
      What you buy stays here, ready to download again.
    </EmptyState>
  )
}

type OrdersTabProps = Pick<Reply<typeof orders.mine>, 'orders' | 'pagination'> & {
  search: string
  /** There are so many orders that a search helps. */
  isSearchable: boolean
  /** The seats that the member has in the teams of others. */
  seats: readonly Seat[]
}

/** The search for orders by title or number. */
function OrderSearch({ search }: { search: string }) {
  return (
    <Form action="/profile" preventScrollReset className="w-full sm:w-80">
      <input type="hidden" name="tab" value="orders" />
      <SearchField
        label="Search orders"
        submit="Search"
        placeholder="Title or number"
        defaultValue={search}
        maxLength={limits.search}
      />
    </Form>
  )
}
