import { rupeesOf } from '#contract/kit/money.ts'
import type { BoughtListing } from '#contract/orders/bought-listing.ts'
import type { BuyersRefund, OwnersRefund, RefundCase } from '#contract/orders/refund-requests.ts'
import type { RunAnswer } from '#contract/orders/run-answers.ts'
import type { Findings } from '#contract/projects/findings.ts'

import type { Member } from '../accounts/service.ts'
import type { OrderRow, RefundRow } from '../orders/service.ts'
import { deadlineOf } from './deadline.ts'
import type { RequestRow, RequestWithOrder } from './queries.ts'

/** The refund of an order as its buyer sees it. */
export function toBuyersRefund(
  order: OrderRow,
  request: RequestRow | undefined,
  refund: RefundRow | undefined,
  allowed: BuyersRefund['allowed'],
): BuyersRefund {
  return {
    policy: order.refundPolicy,
    until: iso(deadlineOf(order)),
    request: request ? toRequest(request) : null,
    money: refund ? toMoney(refund) : null,
    allowed,
  }
}

/** A request as the owner of what was bought sees it, with what its sale brought them: the buyer unnamed. */
export const toOwnersRefund = (row: RequestWithOrder, sharePaise: number): OwnersRefund => ({
  ...toRequest(row),
  ...toFacts(row),
  share: rupeesOf(sharePaise),
})

interface Times {
  firstAt: Date
  lastAt: Date
  times: number
}

interface Known {
  buyer: Member | undefined
  owner: Member | undefined
  refund: RefundRow | undefined
  findings: Findings
  downloads: ({ number: number } & Times)[]
  reportDownloads: Times | undefined
  run: RunAnswer | null
  rating: number | null
  asBought: BoughtListing | null
  history: RefundCase['evidence']['buyer']
  documents: Pick<RefundCase, 'invoice' | 'creditNote'>
}

/** A request as staff see it, with its evidence. */
export function toCase(row: RequestWithOrder, known: Known): RefundCase {
  const { refund, findings, downloads, reportDownloads } = known
  const open = findings.findings.filter(({ waiver }) => !waiver)
  return {
    ...toRequest(row),
    ...toFacts(row),
    decidedBy: row.decidedBy,
    buyer: toPerson(known.buyer),
    owner: toPerson(known.owner),
    policy: row.refundPolicy,
    until: iso(deadlineOf(row)),
    ...known.documents,
    money: refund ? { ...toMoney(refund), lastFailure: refund.lastFailure } : null,
    evidence: {
      downloads: downloads.map(({ number, ...times }) => ({ release: number, ...toTimes(times) })),
      reportDownloads: reportDownloads ? toTimes(reportDownloads) : null,
      run: known.run,
      findings: {
        summary: findings.summary,
        running: open.filter(({ kind }) => kind === 'running').length,
        open: open.length,
      },
      rating: known.rating,
      asBought: known.asBought,
      buyer: known.history,
    },
  }
}

const toRequest = (row: RequestRow): NonNullable<BuyersRefund['request']> => ({
  _id: row.id,
  reason: row.reason,
  requestedAt: row.requestedAt.toISOString(),
  answer: row.answer,
  answeredAt: iso(row.answeredAt),
  outcome: row.outcome as 'approved' | null,
  note: row.note,
  decidedAt: iso(row.decidedAt),
})

const toFacts = (row: RequestWithOrder) => ({
  orderId: row.orderId,
  number: row.number,
  projectId: row.projectId,
  title: row.title,
  kind: row.kind as OwnersRefund['kind'],
  amount: rupeesOf(row.amountPaise),
  orderDate: row.orderedAt.toISOString(),
  completedAt: iso(row.completedAt),
})

const toMoney = ({ status, amountPaise, returnedAt }: RefundRow): NonNullable<BuyersRefund['money']> => ({
  status: status as 'due',
  amount: rupeesOf(amountPaise),
  returnedAt: iso(returnedAt),
})

const toTimes = ({ firstAt, lastAt, times }: Times) => ({
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
  times,
})

/** Who has deleted their account has no name any more. */
const toPerson = (member: Member | undefined) => ({ name: member?.name ?? '', email: member?.email ?? '' })

const iso = (time: Date | null) => time?.toISOString() ?? null
