import { parseRequestNumber, requestNumber, type RequestSeries } from '#contract/content/request-numbers.ts'
import type { RequestStatus } from '#contract/content/request-status.ts'
import { isoTime } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { answerBy } from '#contract/orders/answer-times.ts'

import type { Dependencies } from '../dependencies.ts'
import { helpRequestByNumber } from '../orders/help/lookup-queries.ts'
import { refundRequestByNumber } from '../orders/returns/lookup-queries.ts'
import type { Connection } from '../platform/database/connection.ts'
import type { Caller } from '../platform/http/caller.ts'
import { opensStatusPage } from '../platform/status-pages.ts'
import { blockedUntil, dueOf } from './complaints/presenter.ts'
import { complaintByNumber } from './complaints/queries.ts'
import { messageByNumber } from './contacts/queries.ts'

/**
 * The state of a request by its number, for whoever has the key of its page, and for the member who sent it. Throws
 * not_found for everybody else alike, so that nobody learns which numbers exist.
 */
export async function statusOf(
  { db, secret }: Dependencies,
  caller: Caller | undefined,
  written: string,
  key: string | undefined,
): Promise<RequestStatus> {
  const parsed = parseRequestNumber(written)
  if (!parsed) throw notFound()
  const number = requestNumber(parsed.series, parsed.number)
  const found = await finders[parsed.series](db, parsed.number)
  const isOwn = caller?.role === 'member' && found?.memberId === caller.id
  if (!found || !(isOwn || (key && opensStatusPage(secret, number, key)))) throw notFound()
  return { number, series: parsed.series, ...nothing, ...found.status }
}

/** Finds a request by the number that somebody gives to staff: the complaint, the message, or the refund's order. */
export async function requestNumbered(
  connection: Connection,
  written: string,
): Promise<{ series: RequestSeries; id: string; number: string; about: string } | undefined> {
  const parsed = parseRequestNumber(written)
  const found = parsed && (await finders[parsed.series](connection, parsed.number))
  if (!parsed || !found) return undefined
  const { id, status } = found
  return {
    series: parsed.series,
    id,
    number: requestNumber(parsed.series, parsed.number),
    about: status.about,
  }
}

const notFound = () =>
  new ProblemError('not_found', 'We know no request with this number. Open the link in the email about it.')

const nothing = { outcome: null, reasons: null, blockedUntil: null, orderId: null }

type Found = {
  /** Of the complaint or the message; of the order whose money is asked back, or about which help is asked for. */
  id: string
  memberId: string | null
  status: Omit<RequestStatus, 'number' | 'series' | keyof typeof nothing> & Partial<RequestStatus>
}

const finders: Record<RequestSeries, (connection: Connection, number: number) => Promise<Found | undefined>> =
  {
    RP: async (connection, number) => {
      const row = await complaintByNumber(connection, number)
      if (!row) return undefined
      return {
        id: row.id,
        memberId: row.memberId,
        status: {
          about: row.title,
          sentAt: row.sentAt.toISOString(),
          dueAt: dueOf(row).toISOString(),
          state: row.outcome ? 'decided' : 'waiting',
          endedAt: isoTime(row.decidedAt),
          outcome: row.outcome as RequestStatus['outcome'],
          reasons: row.reasons,
          blockedUntil: blockedUntil(row),
        },
      }
    },
    CM: async (connection, number) => {
      const row = await messageByNumber(connection, number)
      if (!row) return undefined
      return {
        id: row.id,
        memberId: row.memberId,
        status: {
          about: row.subject,
          sentAt: row.createdAt.toISOString(),
          dueAt: answerBy('message', row.createdAt).toISOString(),
          state: row.repliedAt ? 'answered' : row.status === 'closed' ? 'closed' : 'waiting',
          endedAt: isoTime(row.repliedAt),
        },
      }
    },
    HP: async (connection, number) => {
      const row = await helpRequestByNumber(connection, number)
      if (!row) return undefined
      const { status, openedAt, dueAt, lastAnswerAt, closedAt, orderId } = row
      return {
        id: orderId,
        memberId: row.memberId,
        status: {
          about: row.title,
          sentAt: openedAt.toISOString(),
          dueAt: (dueAt ?? answerBy('message', openedAt)).toISOString(),
          state: closedAt ? 'closed' : status === 'answered' ? 'answered' : 'waiting',
          endedAt: isoTime(closedAt ?? (status === 'answered' ? lastAnswerAt : null)),
          orderId,
        },
      }
    },
    RF: async (connection, number) => {
      const row = await refundRequestByNumber(connection, number)
      if (!row) return undefined
      return {
        id: row.orderId,
        memberId: row.memberId,
        status: {
          about: row.title,
          sentAt: row.requestedAt.toISOString(),
          dueAt: answerBy('refund', row.requestedAt).toISOString(),
          state: row.outcome === 'withdrawn' ? 'withdrawn' : row.outcome ? 'decided' : 'waiting',
          endedAt: isoTime(row.decidedAt),
          outcome: row.outcome === 'withdrawn' ? null : (row.outcome as RequestStatus['outcome']),
          reasons: row.note,
          orderId: row.orderId,
        },
      }
    },
  }
