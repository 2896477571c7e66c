import type { FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'

import type { HeldText } from '#contract/content/held.ts'
import { requestNumber } from '#contract/content/request-numbers.ts'
import type { Reply, ReplyFields } from '#contract/kit/endpoint.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { mayMove } from '#contract/kit/transitions.ts'
import { answerBy } from '#contract/orders/answer-times.ts'
import {
  type help,
  type HelpActor,
  type HelpKind,
  helpLimits,
  type HelpStatus,
  type HelpThread,
  helpTransitions,
  NewHelpMessage,
  NewHelpRequest,
} from '#contract/orders/help.ts'

import { memberById } from '../../accounts/lookup-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff, type StaffCaller } from '../../platform/http/caller.ts'
import { countAttempt, type RateLimit, returnAttempt } from '../../platform/rate-limits/rate-limits.ts'
import { anyProject } from '../../projects/access.ts'
import { toFindings } from '../../projects/findings/presenter.ts'
import { readCheckContext } from '../../projects/findings/service.ts'
import { decideHeldText, heldNow, toHeldText } from '../../projects/held-texts.ts'
import { recordAudit, recordLook } from '../../staff/audit/service.ts'
import { staffName } from '../../staff/service.ts'
import { readSettings } from '../../staff/settings/service.ts'
import { releasesFor } from '../downloads/entitlement.ts'
import { lockSales } from '../lock-sales.ts'
import { isOwning, refundDeadline } from '../order.ts'
import { orderById, type OrderRow } from '../queries.ts'
import { boughtListings } from '../sold-listings/service.ts'
import { mailAnswered, mailEscalated, mailOpened, mailRefused, mailWaiting } from './emails.ts'
import { type StoredPicture, withHelpForm } from './pictures.ts'
import { escalatableAt, toHelpRequest, toHelpRow } from './presenter.ts'
import {
  countForOwner,
  countRequests,
  heldMessages,
  type HelpRow,
  type HelpWithOrder,
  insertMessage,
  insertRequest,
  lastMessage,
  lockMessage,
  lockNewest,
  messagesOf,
  raiseRefundDays,
  requestsOfOrder,
  requestsReceived,
  textsOf,
  updateMessage,
  updateRequest,
  upsertTexts,
} from './queries.ts'

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
      staff: caller as StaffCaller,
      action: 'open order',
      about: `order ${orderId}`,
      name: order.number,
    })
  return readThreads(dependencies, order, as)
}

/** The same for staff who have just done something about the order, which is in the audit log. */
export const threadsAfter = async (dependencies: Dependencies, orderId: string): Promise<Threads> =>
  readThreads(dependencies, (await orderById(dependencies.db, orderId))!, 'staff')

async function readThreads({ db, secret }: Dependencies, order: OrderRow, as: HelpActor): Promise<Threads> {
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
      as === 'staff' && row.approvalBy && !row.closedAt
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
async function orderFor(
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
async function termsOf(connection: Connection, order: OrderRow): Promise<Terms> {
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
function refusalOf(order: OrderRow, { days, until }: Terms, requests: number): string | undefined {
  if (order.status === 'refunded') return 'This order is refunded, so there is no help with it any more.'
  if (!isOwning(order)) return 'There is help with what was paid for.'
  if (order.amountPaise === 0)
    return 'What was free comes without help requests. Ask your question on the page of the project.'
  if (!until || until < new Date()) return `The ${days} days in which help can be asked for are over.`
  if (requests >= helpLimits.requests)
    return `You have opened ${helpLimits.requests} help requests about this order. Please write to us.`
  return undefined
}

/**
 * Opens a help request about a paid order of the caller's, tells who answers it, and keeps the time in which the money
 * can be asked back open. Sending the same again changes nothing. Throws not_found for another member's order,
 * conflict when one is open or none can be opened, too_many_requests, and as withHelpForm does.
 */
export async function openHelp(
  dependencies: Dependencies,
  caller: Caller<'member'>,
  orderId: string,
  request: FastifyRequest,
): Promise<Threads> {
  const { db } = dependencies
  const order = await ownOrder(db, caller.id, orderId)
  const refusal = refusalOf(order, await termsOf(db, order), await countRequests(db, orderId))
  if (refusal) throw new ProblemError('conflict', refusal)
  await counting(dependencies, requestsOfMember(caller.id), () =>
    withHelpForm(dependencies, caller, request, NewHelpRequest, (fields, pictures) =>
      db.transaction().execute(async (trx) => {
        await lockSales(trx, order.memberId, [order])
        const isNew = await open(dependencies, trx, order.id, fields, pictures)
        return { result: undefined, keepsPictures: isNew }
      }),
    ),
  )
  return readThreads(dependencies, order, 'buyer')
}

/** Opens a request about an order whose sale is locked; false when the same one is open already. */
async function open(
  dependencies: Dependencies,
  trx: Connection,
  orderId: string,
  { kind, text, steps }: { kind: HelpKind; text: string; steps: string[] },
  pictures: StoredPicture[],
): Promise<boolean> {
  const order = (await orderById(trx, orderId))!
  const terms = await termsOf(trx, order)
  const refusal = refusalOf(order, terms, await countRequests(trx, orderId))
  if (refusal) throw new ProblemError('conflict', refusal)
  const newest = await lockNewest(trx, orderId)
  if (newest && !newest.closedAt) {
    const { last, count } = await lastMessage(trx, newest.id)
    if (count === 1 && last?.text === text) return false
    throw new ProblemError('conflict', 'A help request about this order is open. Please write in that one.')
  }
  const id = uuid()
  const now = new Date()
  const ownerAnswers = terms.answerer === 'owner'
  const heldAt = ownerAnswers ? heldNow(text) : null
  const dueAt = heldAt ? null : answerBy('message', now)
  const { number } = await insertRequest(trx, {
    id,
    orderId,
    memberId: order.memberId,
    ownerId: order.ownerId,
    projectId: order.projectId,
    kind,
    ownerAnswers,
    steps: steps.filter(Boolean),
    ...(await stateOf(trx, order)),
    openedAt: now,
    endsAt: terms.until!,
    lastAt: now,
    ...(dueAt && { waitingSince: now, dueAt, askedAt: now }),
  })
  await insertMessage(
    trx,
    { id: uuid(), requestId: id, writer: 'buyer', text, sentAt: now, heldAt },
    pictures,
  )
  await raiseRefundDays(trx, orderId)
  const refundUntil = refundDeadline((await orderById(trx, orderId))!)
  await mailOpened(dependencies, trx, order, {
    number,
    answerer: terms.answerer,
    dueAt,
    refundUntil: refundUntil && refundUntil > now ? refundUntil : null,
  })
  if (ownerAnswers && dueAt) await mailWaiting(dependencies, trx, order, { kind, dueAt, isNew: true })
  return true
}

/** The release that the buyer of an order can download now, and what its check has found; nulls for a report. */
async function stateOf(trx: Connection, order: OrderRow) {
  if (order.kind !== 'source') return { release: null, findings: null }
  const buyer: Caller = { role: 'member', id: order.memberId, sessionId: '' }
  const { main, releases } = await releasesFor(trx, buyer, order.projectId)
  if (!main) return { release: null, findings: null }
  const project = await anyProject(trx, order.projectId, { includeDeleted: true })
  const { summary, findings } = toFindings(
    await readCheckContext(trx, { ...project, releaseId: main }),
    'owner',
  )
  const unexplained = findings.filter(({ waiver }) => !waiver)
  return {
    release: releases.find(({ id }) => id === main)?.number ?? null,
    findings: JSON.stringify({
      summary,
      running: unexplained.filter(({ kind }) => kind === 'running').length,
      open: unexplained.length,
    }),
  }
}

/**
 * Writes into the newest help request of an order. What the owner or staff write is an answer; what the buyer writes
 * waits for one, and opens a closed request again. Sending the last message again changes nothing. Throws not_found as
 * threadsOf does and when there is no request, conflict when nothing can be written, too_many_requests, and as
 * withHelpForm does.
 */
export async function writeHelp(
  dependencies: Dependencies,
  caller: Caller,
  orderId: string,
  request: FastifyRequest,
): Promise<Threads> {
  const { db } = dependencies
  const { order, as } = await orderFor(db, caller, orderId)
  requireWritable(order, (await requestsOfOrder(db, orderId))[0], as)
  const save = () =>
    withHelpForm(dependencies, caller, request, NewHelpMessage, ({ text }, pictures) =>
      db.transaction().execute(async (trx) => {
        if (as === 'buyer') await lockSales(trx, order.memberId, [order])
        const isNew = await write(dependencies, trx, { orderId, as, text, pictures })
        if (isNew && as === 'staff')
          await recordAudit(trx, {
            staff: caller as StaffCaller,
            action: 'answer help request',
            about: `order ${orderId}`,
            name: order.number,
          })
        return { result: undefined, keepsPictures: isNew }
      }),
    )
  await (as === 'staff' ? save() : counting(dependencies, messagesOfMember(caller.id, as), save))
  return readThreads(dependencies, order, as)
}

interface Written {
  orderId: string
  as: HelpActor
  text: string
  pictures: StoredPicture[]
}

/** Saves a message in the newest request of an order; false when it is the last one already. */
async function write(
  dependencies: Dependencies,
  trx: Connection,
  { orderId, as, text, pictures }: Written,
): Promise<boolean> {
  const locked = await lockNewest(trx, orderId)
  const order = (await orderById(trx, orderId))!
  const request = requireWritable(order, locked, as)
  const { last, count } = await lastMessage(trx, request.id)
  if (last?.writer === as && last.text === text && pictures.length === 0) return false
  if (count >= helpLimits.messages)
    throw new ProblemError('conflict', 'This help request is full. Please write to us on the contact page.')
  const now = new Date()
  const heldAt = as !== 'staff' && request.ownerAnswers ? heldNow(text) : null
  await insertMessage(
    trx,
    { id: uuid(), requestId: request.id, writer: as, text, sentAt: now, heldAt },
    pictures,
  )
  if (as === 'buyer') await reopen(trx, request)
  if (!heldAt) await pass(dependencies, trx, order, (await lockNewest(trx, orderId))!, as)
  return true
}

/** Has a request wait for an answer again when its buyer writes, also a closed one, with the money. */
async function reopen(trx: Connection, request: HelpRow) {
  const to = request.escalatedAt ? 'escalated' : 'open'
  const from = request.status as HelpStatus
  if (!mayMove(helpTransitions, { from, to, by: 'buyer' }) && !request.closedAt) return
  await updateRequest(trx, request.id, { status: to, closedAt: null, endedBy: null })
  await raiseRefundDays(trx, request.orderId)
}

/** What follows when a message can be read by the other side: the clock begins or stops, and the other side is told. */
async function pass(
  dependencies: Dependencies,
  trx: Connection,
  order: OrderRow,
  request: HelpRow,
  by: HelpActor,
): Promise<void> {
  const now = new Date()
  if (by !== 'buyer') {
    await updateRequest(trx, request.id, {
      lastAt: now,
      ...(request.closedAt === null && {
        status: 'answered',
        waitingSince: null,
        dueAt: null,
        lastAnswerAt: now,
        firstAnswerAt: request.firstAnswerAt ?? now,
      }),
    })
    return mailAnswered(dependencies, trx, order, { number: request.number, by })
  }
  if (request.closedAt !== null || request.waitingSince !== null)
    return void (await updateRequest(trx, request.id, { lastAt: now }))
  const dueAt = answerBy('message', now)
  await updateRequest(trx, request.id, {
    lastAt: now,
    waitingSince: now,
    dueAt,
    askedAt: request.askedAt ?? now,
  })
  const owner = await memberById(trx, order.ownerId)
  if (request.ownerAnswers && !request.escalatedAt && !owner?.deactivatedAt)
    await mailWaiting(dependencies, trx, order, {
      kind: request.kind as HelpKind,
      dueAt,
      isNew: request.askedAt === null,
    })
}

/** Returns a request in which somebody may write now. Throws not_found without one, and conflict. */
function requireWritable<Row extends HelpRow>(order: OrderRow, request: Row | undefined, as: HelpActor): Row {
  if (!request || (as === 'owner' && !request.ownerAnswers)) throw noRequest()
  if (!isOwning(order))
    throw new ProblemError('conflict', 'This order is refunded, so the request is closed.')
  if (request.endsAt < new Date())
    throw new ProblemError('conflict', 'The days for help are over. The messages can only be read.')
  if (request.closedAt && as !== 'buyer') throw new ProblemError('conflict', 'This help request is closed.')
  return request
}

const noRequest = () => new ProblemError('not_found', 'There is no help request about this order.')

/**
 * Marks the newest help request of an order as solved, as its buyer, or calls staff, as its buyer after enough silence or
 * as staff. Said again, it changes nothing. Throws not_found as threadsOf does, not_allowed for others, and conflict.
 */
export async function changeHelp(
  dependencies: Dependencies,
  caller: Caller,
  orderId: string,
  status: 'solved' | 'escalated',
): Promise<Threads> {
  const { db } = dependencies
  const { order, as } = await orderFor(db, caller, orderId)
  await db.transaction().execute(async (trx) => {
    const request = await lockNewest(trx, orderId)
    if (!request || (as === 'owner' && !request.ownerAnswers)) throw noRequest()
    const from = request.status as HelpStatus
    const isDone =
      status === 'solved' ? from === 'solved' : request.escalatedAt !== null && request.closedAt === null
    if (isDone && as !== 'owner') return
    if (!Object.values(helpTransitions).some((to) => to[status]?.includes(as)))
      throw new ProblemError(
        'not_allowed',
        'Only its buyer says that a request is solved, and who asks calls staff.',
      )
    requireWritable((await orderById(trx, orderId))!, request, status === 'solved' ? 'buyer' : as)
    if (status === 'solved') return solve(trx, request)
    return escalate(dependencies, trx, caller, order, as as 'buyer' | 'staff')
  })
  return readThreads(dependencies, order, as)
}

const solve = async (trx: Connection, request: HelpRow) => {
  await updateRequest(trx, request.id, {
    status: 'solved',
    closedAt: request.closedAt ?? new Date(),
    endedBy: 'solved',
    waitingSince: null,
    dueAt: null,
  })
}

async function escalate(
  dependencies: Dependencies,
  trx: Connection,
  caller: Caller,
  order: OrderRow,
  by: 'buyer' | 'staff',
) {
  const [request] = await requestsOfOrder(trx, order.id)
  if (request!.closedAt) throw new ProblemError('conflict', 'This help request is closed.')
  if (!request!.isOwnersTurn) throw new ProblemError('conflict', 'Our staff answer this request already.')
  const at = escalatableAt(request!)
  if (by === 'buyer' && (at === null || at > new Date()))
    throw new ProblemError(
      'conflict',
      `You can call our staff when nobody has answered for ${helpLimits.silentHours} hours; Saturdays and Sundays do not count.`,
    )
  const now = new Date()
  const dueAt = answerBy('message', now)
  await updateRequest(trx, request!.id, {
    status: 'escalated',
    escalatedAt: now,
    waitingSince: request!.waitingSince ?? now,
    dueAt,
    askedAt: request!.askedAt ?? now,
  })
  await mailEscalated(dependencies, trx, order, { dueAt, by })
  if (by === 'staff')
    await recordAudit(trx, {
      staff: caller as StaffCaller,
      action: 'take over help request',
      about: `order ${order.id}`,
      name: order.number,
    })
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

/** The messages that wait for staff, the longest waiting first, at most `max`. */
export const heldHelp = async (connection: Connection, max: number): Promise<HeldText[]> =>
  (await heldMessages(connection, max)).map((row) =>
    toHeldText(row, { kind: 'help', text: row.text, about: requestNumber('HP', row.number) }),
  )

/**
 * Passes a message that waits for staff on to the other side, or refuses it for a reason that is mailed to who wrote it,
 * in the caller's transaction. Throws not_found, and conflict when it does not wait.
 */
export async function decideHeldHelp(
  dependencies: Dependencies,
  trx: Connection,
  staff: StaffCaller,
  id: string,
  reason: string | null,
): Promise<void> {
  const found = await lockMessage(trx, id)
  if (!found) throw new ProblemError('not_found', 'Message not found')
  const { request, message } = found
  const order = (await orderById(trx, request.orderId))!
  const writer = message.writer as 'buyer' | 'owner'
  return decideHeldText(trx, staff, {
    about: `order ${request.orderId}`,
    kind: 'help',
    isHeld: message.heldAt !== null,
    reason,
    save: async () => {
      await updateMessage(trx, id, { heldAt: null, refusedReason: reason })
      if (reason !== null && writer === 'buyer' && !request.closedAt && !request.waitingSince)
        // Nothing waits for an answer then; it closes by itself unless the buyer writes again.
        await updateRequest(trx, request.id, { status: 'answered', lastAnswerAt: new Date() })
    },
    tell: () =>
      reason === null
        ? pass(dependencies, trx, order, request, writer)
        : mailRefused(dependencies, trx, order, { writer, reason }),
  })
}

async function ownOrder(connection: Connection, memberId: string, orderId: string): Promise<OrderRow> {
  const order = await orderById(connection, orderId)
  if (order?.memberId !== memberId) throw new ProblemError('not_found', 'Order not found')
  return order
}

/** Counts an attempt while work is done, and takes it back when the work fails. */
async function counting<Result>(
  { db }: Dependencies,
  limit: RateLimit,
  work: () => Promise<Result>,
): Promise<Result> {
  await countAttempt(db, limit)
  try {
    return await work()
  } catch (error) {
    await returnAttempt(db, limit)
    throw error
  }
}

/** Limits what a buyer opens, because each is an email to a stranger. */
const requestsOfMember = (memberId: string): RateLimit => ({
  name: 'help requests of member',
  subject: memberId,
  max: helpLimits.daily,
  seconds: 24 * 3600,
  refusal: `You have asked for help ${helpLimits.daily} times today.`,
})

/** Limits the messages of a buyer, or of an owner, who has many buyers. */
const messagesOfMember = (memberId: string, as: 'buyer' | 'owner'): RateLimit => {
  const max = as === 'buyer' ? helpLimits.hourly : helpLimits.hourlyAnswers
  const refusal = `You have written ${max} messages within an hour.`
  return { name: `help messages of ${as}`, subject: memberId, max, seconds: 3600, refusal }
}
