import { inRupees } from '#contract/kit/rupees.ts'

import { textIn } from '../../forms/entered.ts'
import { OrderStatus } from '../../orders/order-status.tsx'
import type { PageHandle } from '../../page-handle.ts'
import { problemOf } from '../../problem-of.ts'
import { PageNotLoaded } from '../page-not-loaded.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/admin-order-page'
import { LedgerSheet } from './ledger-sheet.tsx'
import { OrderFacts, OrderHistory } from './order-facts.tsx'
import { DownloadsSheet, ItemsSheet, RefundsSheet, AttemptsSheet } from './order-sheets.tsx'
import { type ReceiptAnswer, SendReceipt } from './send-receipt.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `Order ${loaderData.order.number}` : 'Order'} | Readymade staff` },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  return api.staffOrders.get({ params: { id: params.id } })
}
clientLoader.hydrate = true as const

/** Sends the receipt again. */
export async function clientAction({ request, params }: Route.ClientActionArgs): Promise<ReceiptAnswer> {
  const api = await requireStaff()
  const form = await request.formData()
  try {
    await api.staffOrders.sendReceipt({ params: { id: params.id }, body: { key: textIn(form, 'key') } })
    return { done: 'The email is on its way.' }
  } catch (thrown) {
    return { failed: problemOf(thrown, 'Failed to send the email').message }
  }
}

export default function AdminOrderPage({ loaderData: { order } }: Route.ComponentProps) {
  const { number, title, kind, status, amount, buyer, hasReceipt } = order
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <h1 className="text-28">{number}</h1>
            <OrderStatus status={status} />
          </div>
          <p className="text-quiet mt-1 break-words">
            {title}
            {kind === 'report' && ' (report)'} · {inRupees(amount)}
          </p>
        </div>
        {hasReceipt && <SendReceipt key={order._id} kind={order.invoiceKind} email={buyer.email} />}
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem] xl:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <ItemsSheet order={order} />
          <RefundsSheet order={order} />
          <LedgerSheet order={order} />
          <DownloadsSheet order={order} />
          <AttemptsSheet order={order} />
        </div>
        <OrderFacts order={order} />
        <OrderHistory order={order} />
      </div>
    </>
  )
}

export const ErrorBoundary = () => <PageNotLoaded what="order" to="/admin/orders" label="Back to Orders" />
