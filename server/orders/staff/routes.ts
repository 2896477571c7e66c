import { recalls } from '#contract/orders/recalls.ts'
import { disputes } from '#contract/orders/staff/disputes.ts'
import { heldPayments } from '#contract/orders/staff/held-payments.ts'
import { staffOrders } from '#contract/orders/staff/orders.ts'

import type { Dependencies } from '../../dependencies.ts'
import { contentDisposition } from '../../platform/http/send-bytes.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { listDisputes, openDispute, takeEvidence } from '../disputes/cases.ts'
import { evidenceText } from '../disputes/evidence.ts'
import { decideHeldPayment, listHeldPayments } from '../held-payments/service.ts'
import {
  recall,
  recallNotice,
  refundRecalled,
  releasesWithRecalls,
  withdrawRefunds,
} from '../recalls/service.ts'
import { listOrders, openOrder, sendReceiptAgain } from './service.ts'

export const staffOrderRoutes = (serve: Serve, parts: Dependencies) =>
  serve(staffOrders, {
    list: ({ query }) => listOrders(parts.db, query),
    get: async ({ params }, { caller }) => ({ order: await openOrder(parts.db, caller, params.id) }),
    sendReceipt: async ({ params, body }, { caller }) => ({
      order: await sendReceiptAgain(parts, caller, params.id, body.key),
    }),
  })

export const heldPaymentRoutes = (serve: Serve, parts: Dependencies) =>
  serve(heldPayments, {
    list: ({ query }, { caller }) => listHeldPayments(parts.db, caller, query),
    decide: async ({ params, body }, { caller }) => ({
      needsSecondPerson: !(await decideHeldPayment(parts, caller, params.id, body.action)),
    }),
  })

export const disputeRoutes = (serve: Serve, { db }: Pick<Dependencies, 'db'>) =>
  serve(disputes, {
    list: ({ query }) => listDisputes(db, query),
    case: async ({ params }, { caller }) => ({ dispute: await openDispute(db, caller, params.id) }),
    evidence: async ({ params }, { caller, reply }) => {
      const dispute = await takeEvidence(db, caller, params.id)
      const name = `evidence-${dispute.gatewayId.replaceAll(/[^\w-]/g, '')}.txt`
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', contentDisposition(name))
        .send(evidenceText(dispute))
    },
  })

export const recallRoutes = (serve: Serve, parts: Dependencies) =>
  serve(recalls, {
    notice: ({ params }) => recallNotice(parts.db, params.id),
    list: ({ params }, { caller }) => releasesWithRecalls(parts.db, caller, params.id),
    recall: async ({ params, body }, { caller }) => {
      await recall(parts, caller, params, body)
      return releasesWithRecalls(parts.db, caller, params.id)
    },
    refund: async ({ params }, { caller }) => {
      await refundRecalled(parts, caller, params)
      return releasesWithRecalls(parts.db, caller, params.id)
    },
    withdraw: async ({ params }, { caller }) => {
      await withdrawRefunds(parts, caller, params)
      return releasesWithRecalls(parts.db, caller, params.id)
    },
  })
