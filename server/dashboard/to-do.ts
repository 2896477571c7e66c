import { isoTime } from '#contract/kit/day.ts'
import type { ToDo } from '#contract/staff/dashboard.ts'

import { unreadMessages } from '../contacts/service.ts'
import type { Connection } from '../database/connection.ts'
import { countOpenDisputes } from '../disputes/service.ts'
import { countGivenUp } from '../jobs/given-up.ts'
import { waitingOnDesk } from '../listings/service.ts'
import { reconciledShare } from '../orders/service.ts'
import { countPayoutsToApprove } from '../payouts/service.ts'
import { countWaitingRequests } from '../refund-requests/service.ts'
import { ticketsToDecide } from '../tickets/service.ts'
import { toOldest, toReconciled } from './presenter.ts'
import { ledgerState } from './system-info.ts'

/** What waits for staff now, counted by the nouns it belongs to. */
export async function toDoOf(connection: Connection): Promise<ToDo> {
  const [{ total, rows }, refunds, payouts, disputes, unread, reports, failedJobs, ledger, reconciled] =
    await Promise.all([
      waitingOnDesk(connection, { limit: 1, offset: 0 }),
      countWaitingRequests(connection),
      countPayoutsToApprove(connection),
      countOpenDisputes(connection),
      unreadMessages(connection),
      ticketsToDecide(connection),
      countGivenUp(connection, 7),
      ledgerState(connection),
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
    reconciled: toReconciled(reconciled),
  }
}
