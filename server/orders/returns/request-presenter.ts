import { requestNumber } from '#contract/content/request-numbers.ts'
import { rupeesOf } from '#contract/kit/amounts.ts'
import { isoTime } from '#contract/kit/format.ts'
import type { BoughtListing } from '#contract/orders/bought-listing.ts'
import type { DocumentNumbers } from '#contract/orders/document-names.ts'
import type { BuyersRefund, OwnersRefund, RefundCase, RefundCause } from '#contract/orders/refunds.ts'
import type { RunAnswer } from '#contract/orders/run-answers.ts'
import type { Findings } from '#contract/projects/findings.ts'

import type { Member } from '../../accounts/lookup-queries.ts'
import { refundDeadline } from '../order.ts'
import type { OrderRow } from '../queries.ts'
import type { RefundRow } from './queries.ts'
import type { RequestRow, RequestWithOrder } from './request-queries.ts'

/** The refund of an order as its buyer sees it. */
export function toBuyersRefund(
  order: OrderRow,
  request: RequestRow | undefined,
  refund: RefundRow | undefined,
  allowed: BuyersRefund['allowed'],
): BuyersRefund {
  return {
    policy: order.refundPolicy,
    until: isoTime(refundDeadline(order)),
    request: request ? toRequest(request) : null,
    money: refund ? { ...toMoney(refund), cause: refund.cause as RefundCause } : null,
    allowed,
  }
}

/** A request as the owner of the project sees it, with their share of the sale and without the buyer's name. */
export const toOwnersRefund = (row: RequestWithOrder, sharePaise: number): OwnersRefund => ({
  ...toRequest(row),
  ...toFacts(row),
  share: rupeesOf(sharePaise),
})

interface Known {
  buyer: Member | undefined
  owner: Member | undefined
  approval: Pick<RefundCase, 'isFinalSale' | 'firstApproval' | 'needsSecondPerson'> & { mayApprove: boolean }
  refund: RefundRow | undefined
  findings: Findings
  downloads: RefundCase['evidence']['downloads']
  reportDownloads: RefundCase['evidence']['reportDownloads']
  seatDownloads: RefundCase['evidence']['seatDownloads']
  run: RunAnswer | null
  help: RefundCase['evidence']['help']
  rating: number | null
  asBought: BoughtListing
  history: RefundCase['evidence']['buyer']
  documents: DocumentNumbers
}

/** A request as staff see it, with its evidence. */
export function toCase(row: RequestWithOrder, known: Known): RefundCase {
  const { refund, findings } = known
  const { mayApprove, ...approval } = known.approval
  const open = findings.findings.filter(({ waiver }) => !waiver)
  return {
    ...toRequest(row),
    ...toFacts(row),
    decidedBy: row.decidedBy,
    ...approval,
    allowed: row.outcome ? [] : mayApprove ? ['approve', 'decline'] : ['decline'],
    buyer: toPerson(known.buyer),
    owner: toPerson(known.owner),
    policy: row.refundPolicy,
    until: isoTime(refundDeadline(row)),
    ...known.documents,
    money: refund ? { ...toMoney(refund), lastFailure: refund.lastFailure } : null,
    evidence: {
      downloads: known.downloads,
      reportDownloads: known.reportDownloads,
      seatDownloads: known.seatDownloads,
      run: known.run,
      help: known.help,
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
  requestNumber: requestNumber('RF', row.requestNumber),
  reason: row.reason,
  requestedAt: row.requestedAt.toISOString(),
  answer: row.answer,
  answeredAt: isoTime(row.answeredAt),
  outcome: row.outcome as 'approved' | null,
  note: row.note,
  decidedAt: isoTime(row.decidedAt),
})

const toFacts = (row: RequestWithOrder) => ({
  orderId: row.orderId,
  number: row.orderNumber,
  projectId: row.projectId,
  title: row.title,
  kind: row.kind as OwnersRefund['kind'],
  amount: rupeesOf(row.amountPaise),
  orderDate: row.orderedAt.toISOString(),
  completedAt: isoTime(row.completedAt),
})

const toMoney = ({
  status,
  amountPaise,
  coveredPaise,
  returnedAt,
}: RefundRow): Omit<NonNullable<BuyersRefund['money']>, 'cause'> => ({
  status: status as 'due',
  amount: rupeesOf(amountPaise),
  withoutUs: rupeesOf(coveredPaise),
  returnedAt: isoTime(returnedAt),
})

/** The name and email of a member; empty for a deleted account. */
const toPerson = (member: Member | undefined) => ({ name: member?.name ?? '', email: member?.email ?? '' })
