import { recalls } from '#contract/orders/recalls.ts'
import { disputes } from '#contract/orders/staff/disputes.ts'
import { heldPayments } from '#contract/orders/staff/held-payments.ts'
import { staffOrders } from '#contract/orders/staff/orders.ts'

import type { Dependencies } from '../../dependencies.ts'
import { contentDisposition } from '../../platform/http/send-bytes.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { recordList } from '../../staff/audit/service.ts'
import {
  recall,
  recallNotice,
  refundRecalled,
  releasesWithRecalls,
  withdrawRefunds,
} from '../recalls/service.ts'
import { listDisputes, openDispute, takeEvidence } from './dispute-cases.ts'
import { evidenceText } from './dispute-evidence.ts'
import { decideHeldPayment, listHeldPayments } from './held-payments.ts'
import { listOrders, openOrder, sendReceiptAgain } from './service.ts'

export const staffOrderRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(staffOrders, {
    list: ({ query }, { caller }) =>
      recordList(dependencies.db, caller, ['orders', query], listOrders(dependencies.db, query)),
    get: async ({ params }, { caller }) => ({ order: await openOrder(dependencies.db, caller, params.id) }),
    sendReceipt: async ({ params, body }, { caller }) => ({
      order: await sendReceiptAgain(dependencies, caller, params.id, body.key),
    }),
  })

export const heldPaymentRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(heldPayments, {
    list: ({ query }, { caller }) =>
      recordList(
        dependencies.db,
        caller,
        ['held payments', query],
        listHeldPayments(dependencies.db, caller, query),
      ),
    decide: async ({ params, body }, { caller }) => ({
      needsSecondPerson: !(await decideHeldPayment(dependencies, caller, params.id, body.action)),
    }),
  })

export const disputeRoutes = (serve: Serve, { db }: Dependencies) =>
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

export const recallRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(recalls, {
    notice: ({ params }) => recallNotice(dependencies.db, params.id),
    list: ({ params }, { caller }) => releasesWithRecalls(dependencies.db, caller, params.id),
    recall: async ({ params, body }, { caller }) => {
      await recall(dependencies, caller, params, body)
      return releasesWithRecalls(dependencies.db, caller, params.id)
    },
    refund: async ({ params }, { caller }) => {
      await refundRecalled(dependencies, caller, params)
      return releasesWithRecalls(dependencies.db, caller, params.id)
    },
    withdraw: async ({ params }, { caller }) => {
      await withdrawRefunds(dependencies, caller, params)
      return releasesWithRecalls(dependencies.db, caller, params.id)
    },
  })
