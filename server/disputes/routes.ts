import { disputes } from '#contract/orders/disputes.ts'

import { contentDisposition } from '../http/attachment.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { disputeCase, disputesFor } from './cases.ts'
import { evidenceText } from './evidence.ts'

export const disputeRoutes = (serve: Serve, { db }: Pick<Parts, 'db'>) =>
  serve(disputes, {
    list: async ({ query }) => ({ success: true, ...(await disputesFor(db, query)) }),
    case: async ({ params }) => ({ success: true, dispute: await disputeCase(db, params.id) }),
    evidence: async ({ params }, { reply }) => {
      const dispute = await disputeCase(db, params.id)
      const name = `evidence-${dispute.gatewayId.replaceAll(/[^\w-]/g, '')}.txt`
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', contentDisposition(name))
        .send(evidenceText(dispute))
    },
  })
