import { clsx } from 'clsx'

import type { Order } from '#contract/orders/orders.ts'

/** A recalled project has nothing to download until staff have approved another release; the order's page says so. */
export const isDownloadable = ({ allowed, recall, isListed }: Downloadable) =>
  allowed.includes('download') && (recall === null || isListed)

type Downloadable = Pick<Order, 'allowed' | 'recall' | 'isListed'>

/** The name under which Download saves the source of an order; nothing while there is nothing to download. */
export function ZipName({ order, className }: { order: ZippedOrder; className?: string }) {
  if (order.kind === 'report' || !isDownloadable(order)) return null
  return (
    <span
      className={clsx('text-13 font-mono wrap-anywhere', className)}
    >{`project-${order.projectId}-main.zip`}</span>
  )
}

type ZippedOrder = Downloadable & Pick<Order, 'kind' | 'projectId'>
