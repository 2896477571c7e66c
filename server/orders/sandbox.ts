import { paiseOf, rupeesOf } from '#contract/kit/amounts.ts'
import { sandbox } from '#contract/orders/orders.ts'

import type { Dependencies } from '../dependencies.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Gateway } from '../platform/payments/gateway.ts'
import type { SandboxGateway } from '../platform/payments/sandbox.ts'

/** Serves the sandbox gateway's pay page. With any other gateway, and in live mode, these addresses do not exist. */
export function sandboxRoutes(serve: Serve, dependencies: Dependencies) {
  if (dependencies.config.mode === 'live' || !isSandbox(dependencies.gateway)) return
  const gateway = () => dependencies.gateway as SandboxGateway
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
