import { isoTime } from '#contract/kit/day.ts'
import type { ToDo } from '#contract/staff/dashboard.ts'

import { unreadMessages } from '../contacts/service.ts'
import { countOpenDisputes } from '../disputes/service.ts'
import { countGivenUp } from '../jobs/given-up.ts'
import { waitingOnDesk } from '../listings/service.ts'
import { reconciledShare, strandedMoney } from '../orders/service.ts'
import type { Parts } from '../parts.ts'
import { countPayoutsToApprove } from '../payouts/service.ts'
import { countWaitingRequests } from '../refund-requests/service.ts'
import { ticketsToDecide } from '../tickets/service.ts'
import { toOldest, toReconciled } from './presenter.ts'
import { ledgerState } from './system-info.ts'

type ToDoParts = Pick<Parts, 'db' | 'gateway' | 'formerGateways'>

/** What waits for staff now, counted by the nouns it belongs to. */
export async function toDoOf({ db: connection, ...gateways }: ToDoParts): Promise<ToDo> {
  const [
    { total, rows },
    refunds,
    payouts,
    disputes,
    unread,
    reports,
    failedJobs,
    ledger,
    stranded,
    reconciled,
  ] = await Promise.all([
    waitingOnDesk(connection, { limit: 1, offset: 0 }),
    countWaitingRequests(connection),
    countPayoutsToApprove(connection),
    countOpenDisputes(connection),
    unreadMessages(connection),
    ticketsToDecide(connection),
    countGivenUp(connection, 7),
    ledgerState(connection),
    strandedMoney(connection, gateways),
    reconciledShare(connection),
  ])
  const [oldest] = rows
  return {
    projects: total,
    oldestProject: oldest ? toOldest(oldest) : null,
    refunds,
    payouts,
    disputes,
    messages: { count: unread.count, oldest: isoTime(unread.since) },
    reports,
    failedJobs,
    ledger,
    stranded,
    reconciled: toReconciled(reconciled),
  }
}
