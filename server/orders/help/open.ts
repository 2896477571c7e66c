import type { FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'

import { ProblemError } from '#contract/kit/problem.ts'
import { answerBy } from '#contract/orders/answer-times.ts'
import { type HelpKind, helpLimits, NewHelpRequest } from '#contract/orders/help.ts'

import type { Dependencies } from '../../dependencies.ts'
import { hasContactDetails } from '../../platform/contact-details/contact-details.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts'
import { anyProject } from '../../projects/access.ts'
import { toFindings } from '../../projects/findings/presenter.ts'
import { readCheckContext } from '../../projects/findings/service.ts'
import { heldNow } from '../../projects/held-texts.ts'
import { releasesFor } from '../downloads/entitlement.ts'
import { lockSales } from '../lock-sales.ts'
import { orderById, type OrderRow } from '../queries.ts'
import { counting } from './counting.ts'
import { mailOpened, mailWaiting } from './emails.ts'
import { raiseRefundDays } from './follow-queries.ts'
import { type StoredPicture, withHelpForm } from './pictures.ts'
import { moneyBackUntil } from './presenter.ts'
import {
  countRequests,
  insertMessage,
  insertRequest,
  lastMessage,
  lockNewest,
  requestsOfOrder,
} from './queries.ts'
import { readThreads, refusalOf, termsOf, type Threads } from './threads.ts'

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
    steps: ownerAnswers ? harmless(steps) : steps.filter(Boolean),
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
  const [opened] = await requestsOfOrder(trx, orderId)
  const refundUntil = moneyBackUntil(opened!)
  await mailOpened(dependencies, trx, order, { number, answerer: terms.answerer, dueAt, refundUntil })
  if (ownerAnswers && dueAt)
    await mailWaiting(dependencies, trx, order, {
      kind,
      dueAt,
      isNew: true,
      moneyWaits: refundUntil !== null,
    })
  return true
}

/** The titles of ticked steps that the owner may read: the form sends them, and they wait for nobody as texts do. */
function harmless(steps: string[]): string[] {
  const shown = steps.filter((step) => step && !hasContactDetails(step))
  return hasContactDetails(shown.join('\n')) ? [] : shown
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

async function ownOrder(connection: Connection, memberId: string, orderId: string): Promise<OrderRow> {
  const order = await orderById(connection, orderId)
  if (order?.memberId !== memberId) throw new ProblemError('not_found', 'Order not found')
  return order
}

/** Limits what a buyer opens, because each is an email to a stranger. */
const requestsOfMember = (memberId: string): RateLimit => ({
  name: 'help requests of member',
  subject: memberId,
  max: helpLimits.daily,
  seconds: 24 * 3600,
  refusal: `You have asked for help ${helpLimits.daily} times today.`,
})
