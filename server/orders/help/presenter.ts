import { requestNumber } from '#contract/content/request-numbers.ts'
import { afterWorkingHours, isoTime } from '#contract/kit/format.ts'
import { mayMove } from '#contract/kit/transitions.ts'
import {
  type HelpActor,
  helpLimits,
  type HelpMessage,
  type HelpRequest,
  type HelpRow,
  type HelpStatus,
  helpTransitions,
} from '#contract/orders/help.ts'

import type { Member } from '../../accounts/lookup-queries.ts'
import { isOwning, refundDeadline } from '../order.ts'
import type { ListedHelp } from './list-queries.ts'
import { linkToPicture } from './pictures.ts'
import type { HelpWithOrder, MessageRow } from './queries.ts'

/** When the buyer of a request may call staff if nobody answers; null when nothing waits for the owner. */
export const escalatableAt = ({
  waitingSince,
  isOwnersTurn,
}: Pick<HelpWithOrder, 'waitingSince' | 'isOwnersTurn'>): Date | null =>
  waitingSince && isOwnersTurn ? afterWorkingHours(waitingSince, helpLimits.silentHours) : null

interface Known {
  as: HelpActor
  secret: string
  messages: MessageRow[]
  /** Buyer and owner, and the first approval of a refund, for staff alone. */
  people: { buyer: Member | undefined; owner: Member | undefined } | null
  firstApproval: HelpRequest['firstApproval']
}

/** A help request as its buyer, its owner or staff see it. */
export function toHelpRequest(row: HelpWithOrder, known: Known): HelpRequest {
  const { as, messages, people } = known
  return {
    ...toFacts(row),
    release: row.release,
    check: row.findings as HelpRequest['check'],
    steps: row.steps,
    writableUntil: row.endsAt.toISOString(),
    escalatableAt: isoTime(escalatableAt(row)),
    allowed: allowedTo(row, as, messages.length),
    messages: messages.filter((message) => isReadBy(message, as)).map((message) => toMessage(message, known)),
    people: people && { buyer: toPerson(people.buyer), owner: toPerson(people.owner) },
    firstApproval: known.firstApproval,
  }
}

/** A help request in a list. */
export const toHelpRow = (row: ListedHelp): HelpRow => ({
  ...toFacts(row),
  text: row.text,
  lastAt: row.lastAt.toISOString(),
})

/** Whether somebody reads a message: what is held or refused only its writer and staff. */
const isReadBy = ({ writer, heldAt, refusedReason }: MessageRow, as: HelpActor): boolean =>
  as === 'staff' || writer === as || (!heldAt && refusedReason === null)

const toMessage = (row: MessageRow, { as, secret }: Known): HelpMessage => ({
  _id: row.id,
  by: row.writer as HelpMessage['by'],
  isOwn: row.writer === as,
  text: row.text,
  sentAt: row.sentAt.toISOString(),
  pictures: row.pictures.map(({ id, width, height }) => ({ url: linkToPicture(secret, id), width, height })),
  isHeld: row.heldAt !== null,
  refusedReason: row.refusedReason,
})

function toFacts(row: HelpWithOrder) {
  return {
    _id: row.id,
    number: requestNumber('HP', row.number),
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    projectId: row.projectId,
    title: row.title,
    item: row.item as HelpRow['item'],
    kind: row.kind as HelpRow['kind'],
    status: row.status as HelpStatus,
    openedAt: row.openedAt.toISOString(),
    closedAt: isoTime(row.closedAt),
    end: row.endedBy as HelpRow['end'],
    answerer: row.isOwnersTurn ? ('owner' as const) : ('staff' as const),
    dueAt: isoTime(row.dueAt),
    isLate: row.dueAt !== null && row.dueAt < new Date(),
    refund: toRefund(row),
  }
}

/** Until when the money of an order can be asked back, as promised and now; null when it cannot. */
function toRefund(row: HelpWithOrder): HelpRow['refund'] {
  const until = moneyBackUntil(row)
  const promised = refundDeadline({ ...row, refundDays: row.promisedRefundDays ?? row.refundDays })
  if (!until || !promised) return null
  return {
    promisedUntil: promised.toISOString(),
    until: until.toISOString(),
    isRaised: until > promised,
  }
}

/** Until when the buyer of a request can ask for the money back; null when they cannot. */
export function moneyBackUntil(row: HelpWithOrder): Date | null {
  const until = refundDeadline(row)
  return until && until > new Date() && row.orderStatus === 'completed' && !row.isDeclined ? until : null
}

/** What somebody may do in a request now. */
function allowedTo(row: HelpWithOrder, as: HelpActor, messages: number): HelpRequest['allowed'] {
  if (!isOwning({ status: row.orderStatus })) return []
  const isWritable = row.endsAt > new Date()
  const isOpen = row.closedAt === null
  const from = row.status as HelpStatus
  const isFull = as !== 'staff' && messages >= helpLimits.messages
  const mayWrite = isWritable && !isFull && (isOpen || as === 'buyer')
  const maySolve = isWritable && mayMove(helpTransitions, { from, to: 'solved', by: as })
  const callsAt = escalatableAt(row)
  const mayEscalate =
    isOpen &&
    isWritable &&
    mayMove(helpTransitions, { from, to: 'escalated', by: as }) &&
    row.isOwnersTurn &&
    (as === 'staff' || (callsAt !== null && callsAt <= new Date()))
  return [
    ...(mayWrite ? ['write' as const] : []),
    ...(maySolve ? ['solve' as const] : []),
    ...(mayEscalate ? ['escalate' as const] : []),
    ...(as === 'staff' ? ['refund' as const] : []),
  ]
}

/** The name and email of a member; the email is empty for a deleted account. */
const toPerson = (member: Member | undefined) => ({
  name: member?.name ?? '',
  email: member?.erasedAt ? '' : (member?.email ?? ''),
})
