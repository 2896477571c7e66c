import { paiseOf, rupeesOf } from '#contract/amounts.ts'
import { sandbox } from '#contract/orders/orders.ts'

import type { Serve } from '../http/serve.ts'
import type { Gateway } from './gateway.ts'
import type { SandboxGateway } from './sandbox.ts'

/** Serves the sandbox gateway's pay page. With any other gateway, and in live mode, these addresses do not exist. */
export function sandboxRoutes(serve: Serve, parts: { gateway: Gateway; config: { mode: 'demo' | 'live' } }) {
  if (parts.config.mode === 'live' || !isSandbox(parts.gateway)) return
  const gateway = () => parts.gateway as SandboxGateway
  serve(sandbox, {
    show: async ({ params }) => {
      const { amountPaise, description, status } = await gateway().show(params.orderId)
      return { amount: rupeesOf(amountPaise), description, status }
    },
    pay: async ({ params, body: { outcome, amount } }) => ({
      callback: await gateway().pay(
        params.orderId,
        outcome,
        amount === undefined ? undefined : paiseOf(amount),
      ),
    }),
    refund: ({ params, body }) => gateway().refundByHand(params.orderId, paiseOf(body.amount)),
  })
}

const isSandbox = (gateway: Gateway): gateway is SandboxGateway => gateway.name === 'sandbox'
