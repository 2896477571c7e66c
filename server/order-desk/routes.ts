import { staffOrders } from '#contract/staff/orders.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { orderForStaff } from './detail.ts'
import { listOrders } from './list.ts'
import { sendReceiptAgain } from './service.ts'

export const orderDeskRoutes = (serve: Serve, parts: Parts) =>
  serve(staffOrders, {
    list: async ({ query }) => ({ success: true, ...(await listOrders(parts.db, query)) }),
    get: async ({ params }) => ({ success: true, order: await orderForStaff(parts.db, params.id) }),
    sendReceipt: async ({ params, body }, { caller }) => ({
      success: true,
      order: await sendReceiptAgain(parts, caller, params.id, body.key),
    }),
  })
