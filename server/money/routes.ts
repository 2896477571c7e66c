import type { FastifyReply } from 'fastify'

import { earnings } from '#contract/money/earnings.ts'
import { payouts } from '#contract/money/payouts.ts'
import { referrals } from '#contract/money/referrals.ts'
import { taxIds } from '#contract/money/tax-ids.ts'

import type { Area, Dependencies } from '../dependencies.ts'
import { contentDisposition } from '../platform/http/send-bytes.ts'
import type { Serve } from '../platform/http/serve.ts'
import { recordList } from '../staff/audit/service.ts'
import { earningsOf, yearlyStatement } from './earnings.ts'
import { cancelPayout, payoutsOfMember, requestPayout, statementCsv } from './payouts/service.ts'
import { bankFiles, exportPayouts, revealDestination, storedFile } from './payouts/staff/bank-file.ts'
import { actOnPayouts, payoutCase, payoutsInState, markPayoutsPaid } from './payouts/staff/cases.ts'
import { bookDebtRepayment } from './payouts/staff/debt-repayment.ts'
import { referralsOf, salesCsv, salesReferredBy } from './referrals/service.ts'
import { saveTaxIds, taxIdsOf } from './withholding/service.ts'

export const registerMoney: Area = ({ serve }, dependencies) => {
  earningRoutes(serve, dependencies)
  taxIdRoutes(serve, dependencies)
  referralRoutes(serve, dependencies)
  payoutRoutes(serve, dependencies)
}

/** Serves an owner's earnings, which combine the ledger, the projects and their views; none of these depends on it. */
const earningRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(earnings, {
    get: ({ query }, { caller }) => earningsOf(db, caller.id, query.days),
    statement: ({ query }, { caller }) => yearlyStatement(db, caller.id, query.year),
  })

const payoutRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(payouts, {
    mine: ({ query }, { caller }) => payoutsOfMember(dependencies.db, caller.id, query),
    request: async ({ body }, { caller }) => ({ payout: await requestPayout(dependencies, caller.id, body) }),
    cancel: async ({ params }, { caller }) => ({
      payout: await cancelPayout(dependencies.db, caller.id, params.id),
    }),
    statement: async (_received, { caller, reply }) =>
      sendCsv(reply, {
        name: 'readymade-statement.csv',
        text: await statementCsv(dependencies.db, caller.id),
      }),
    cases: ({ query }, { caller }) =>
      recordList(dependencies.db, caller, ['payouts', query], payoutsInState(dependencies.db, caller, query)),
    case: async ({ params }, { caller }) => ({
      payout: await payoutCase(dependencies.db, caller, params.id),
    }),
    destination: async ({ params }, { caller }) => ({
      destination: await revealDestination(dependencies, caller.id, params.id),
    }),
    act: async ({ body }, { caller }) => ({ results: await actOnPayouts(dependencies, caller, body) }),
    pay: async ({ body }, { caller }) => ({
      results: await markPayoutsPaid(dependencies, caller, body.payments),
    }),
    bookDebtRepayment: async ({ params, body }, { caller }) => ({
      owes: await bookDebtRepayment(dependencies, caller, params.id, body),
    }),
    export: async (_received, { caller, reply }) => sendCsv(reply, await exportPayouts(dependencies, caller)),
    files: ({ query }) => bankFiles(dependencies.db, query),
    file: async ({ params }, { caller, reply }) =>
      sendCsv(reply, await storedFile(dependencies, caller, params.number)),
  })

const sendCsv = (reply: FastifyReply, { name, text }: { name: string; text: string }) =>
  reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition(name)).send(text)

const referralRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(referrals, {
    mine: ({ query }, { caller }) => referralsOf(db, caller.id, query),
    sales: ({ query }, { caller }) => salesReferredBy(db, caller.id, query),
    salesFile: async (_received, { caller, reply }) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('readymade-referred-sales.csv'))
        .send(await salesCsv(db, caller.id)),
  })

const taxIdRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(taxIds, {
    get: async (_received, { caller }) => ({ taxIds: await taxIdsOf(dependencies, caller.id) }),
    save: async ({ body }, { caller }) => {
      await saveTaxIds(dependencies, caller.id, body)
      return { taxIds: await taxIdsOf(dependencies, caller.id) }
    },
  })
