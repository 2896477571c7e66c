import { orders } from '#contract/orders.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { quote } from './cart.ts'
import { checkout } from './checkout/service.ts'
import { myOrder, myOrders, myOwned, myPayment } from './service.ts'
import { takeCallback } from './settle/callback.ts'

export const orderRoutes = (serve: Serve, parts: Parts) =>
  serve(orders, {
    quote: async ({ body }, { caller }) => {
      const memberId = caller?.role === 'member' ? caller.id : undefined
      const priced = await quote(parts, body.items, { memberId, coupon: body.coupon })
      return { success: true, ...priced }
    },
    checkout: async ({ body }, { caller, request }) => {
      // Who buys is here, even if no page was asked for today.
      request.server.daily.visitOf(request)
      const paymentId = await checkout(parts, caller.id, body, request.ip)
      return { success: true, payment: await myPayment(parts, caller.id, paymentId) }
    },
    payment: async ({ params }, { caller }) => ({
      success: true,
      payment: await myPayment(parts, caller.id, params.id),
    }),
    callback: async ({ body }, { caller }) => ({
      success: true,
      payment: await takeCallback(parts, caller.id, body),
    }),
    owned: async (_received, { caller }) => ({ success: true, items: await myOwned(parts.db, caller.id) }),
    get: async ({ params }, { caller }) => ({
      success: true,
      order: await myOrder(parts.db, caller.id, params.id),
    }),
    mine: async ({ query }, { caller }) => ({
      success: true,
      ...(await myOrders(parts.db, caller.id, query)),
    }),
  })
