import { requestNumber } from '#contract/content/request-numbers.ts'
import type { Reply, ReplyFields } from '#contract/kit/endpoint.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import {
  type help,
  type HelpActor,
  type HelpKind,
  helpLimits,
  type HelpStatus,
  type HelpThread,
} from '#contract/orders/help.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import { recordLook } from '../../staff/audit/service.ts'
import { staffName } from '../../staff/service.ts'
import { readSettings } from '../../staff/settings/service.ts'
import { isOwning } from '../order.ts'
import { orderById, type OrderRow } from '../queries.ts'
import { boughtListings } from '../sold-listings/service.ts'
import { countForOwner, requestsReceived } from './list-queries.ts'
import { toHelpRequest, toHelpRow } from './presenter.ts'
import { type HelpWithOrder, messagesOf, requestsOfOrder, textsOf, upsertTexts } from './queries.ts'

export type Threads = ReplyFields<typeof help.get>

/**
 * The help requests about an order, as its buyer, the owner who answers them or staff see them. Throws not_found for
 * everybody else alike.
 */
export async function threadsOf(
  dependencies: Dependencies,
  caller: Caller,
  orderId: string,
): Promise<Threads> {
  const { db } = dependencies
  const { order, as } = await orderFor(db, caller, orderId)
  if (as === 'staff')
    await recordLook(db, {
      staff: caller,
      action: 'open order',
      about: `order ${orderId}`,
      name: order.number,
    })
  return readThreads(dependencies, order, as)
}

/** The same for staff who have just done something about the order, which is in the audit log. */
export const threadsAfter = async (dependencies: Dependencies, orderId: string): Promise<Threads> =>
  readThreads(dependencies, (await orderById(dependencies.db, orderId))!, 'staff')

/** The help requests about an order, as who has this part in it sees them. */
export async function readThreads(
  { db, secret }: Dependencies,
  order: OrderRow,
  as: HelpActor,
): Promise<Threads> {
  const rows = visibleTo(as, await requestsOfOrder(db, order.id))
  const ids = rows.map(({ id }) => id)
  const [messages, people, terms, texts] = await Promise.all([
    ids.length > 0 ? messagesOf(db, ids) : [],
    as === 'staff' ? peopleOf(db, order) : null,
    termsOf(db, order),
    as === 'owner' ? textsOf(db, order.ownerId) : [],
  ])
  const requests = []
  for (const row of rows) {
    const firstApproval =
      as === 'staff' && row.approvalBy && isOwning(order)
        ? { by: await staffName(db, row.approvalBy), note: row.approvalNote ?? '' }
        : null
    const own = messages.filter(({ requestId }) => requestId === row.id)
    requests.push(toHelpRequest(row, { as, secret, messages: own, people, firstApproval }))
  }
  const isOpen = rows.some(({ closedAt }) => closedAt === null)
  const refusal = as === 'buyer' && !isOpen ? (refusalOf(order, terms, rows.length) ?? '') : ''
  return {
    requests,
    mayOpen: as === 'buyer' && !isOpen && refusal === '',
    refusal,
    answerer: terms.answerer,
    until: terms.until?.toISOString() ?? null,
    texts,
  }
}

const visibleTo = (as: HelpActor, rows: HelpWithOrder[]) =>
  as === 'owner' ? rows.filter(({ ownerAnswers }) => ownerAnswers) : rows

/** An order with the part that a caller has in its help requests. Throws not_found for those who have none. */
export async function orderFor(
  connection: Connection,
  caller: Caller,
  orderId: string,
): Promise<{ order: OrderRow; as: HelpActor }> {
  const order = await orderById(connection, orderId)
  if (order && isStaff(caller)) return { order, as: 'staff' }
  if (order?.memberId === caller.id) return { order, as: 'buyer' }
  if (order?.ownerId === caller.id) {
    const rows = await requestsOfOrder(connection, orderId)
    if (rows.some(({ ownerAnswers }) => ownerAnswers)) return { order, as: 'owner' }
  }
  throw new ProblemError('not_found', 'Order not found')
}

async function peopleOf(connection: Connection, { memberId, ownerId }: OrderRow) {
  const [buyer, owner] = await Promise.all([
    memberById(connection, memberId),
    memberById(connection, ownerId),
  ])
  return { buyer, owner }
}

interface Terms {
  /** Who answers a request that is opened now. */
  answerer: 'owner' | 'staff'
  days: number
  /** The end of the days for help; null when there are none. */
  until: Date | null
}

/** The help that an order gives now. */
export async function termsOf(connection: Connection, order: OrderRow): Promise<Terms> {
  const [{ days }, listings, owner] = await Promise.all([
    readSettings(connection, 'help'),
    boughtListings(connection, [order.id]),
    memberById(connection, order.ownerId),
  ])
  const isPromised = listings.get(order.id)?.listing?.includesInstallationSupport ?? false
  const { completedAt } = order
  return {
    answerer: isPromised && owner && !owner.deactivatedAt ? 'owner' : 'staff',
    days,
    until: completedAt && order.amountPaise > 0 ? new Date(completedAt.getTime() + days * 86_400_000) : null,
  }
}

/** Why no help request about an order can be opened now, but for one that is open; undefined when one can. */
export function refusalOf(order: OrderRow, { days, until }: Terms, requests: number): string | undefined {
  if (order.status === 'refunded') return 'This order is refunded, so there is no help with it any more.'
  if (!isOwning(order)) return 'There is help with what was paid for.'
  if (order.amountPaise === 0)
    return 'What was free comes without help requests. Ask your question on the page of the project.'
  if (!until || until < new Date()) return `The ${days} days in which help can be asked for are over.`
  if (requests >= helpLimits.requests)
    return `You have opened ${helpLimits.requests} help requests about this order. Please write to us.`
  return undefined
}

/** The help requests of an order as evidence, the oldest first, with what both sides have read. */
export async function helpThreadsOf(connection: Connection, orderId: string): Promise<HelpThread[]> {
  const rows = await requestsOfOrder(connection, orderId)
  if (rows.length === 0) return []
  const messages = await messagesOf(
    connection,
    rows.map(({ id }) => id),
  )
  return rows.toReversed().map((row) => ({
    number: requestNumber('HP', row.number),
    kind: row.kind as HelpKind,
    status: row.status as HelpStatus,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    end: row.endedBy as HelpThread['end'],
    messages: messages
      .filter(
        ({ requestId, heldAt, refusedReason }) => requestId === row.id && !heldAt && refusedReason === null,
      )
      .map(({ writer, text, sentAt }) => ({
        by: writer as HelpActor,
        text,
        sentAt: sentAt.toISOString(),
      })),
  }))
}

/** A page of the requests that an owner answers, with what waits for them and the texts that they keep. */
export async function helpReceived(
  connection: Connection,
  ownerId: string,
  { state, ...window }: PageWindow & { state: 'open' | 'closed' },
): Promise<ReplyFields<typeof help.received>> {
  const [{ rows, pagination }, { waiting, late }, texts] = await Promise.all([
    requestsReceived(connection, ownerId, state, window),
    countForOwner(connection, ownerId),
    textsOf(connection, ownerId),
  ])
  return { requests: rows.map(toHelpRow), waiting, late, texts, pagination }
}

/** Saves the texts that an owner keeps for reuse. */
export async function saveTexts(
  connection: Connection,
  ownerId: string,
  texts: string[],
): Promise<Pick<Reply<typeof help.saveTexts>, 'texts'>> {
  await upsertTexts(connection, ownerId, texts)
  return { texts }
}
