import { rupeesOf } from '#contract/kit/amounts.ts'
import type { Received, ReplyFields } from '#contract/kit/endpoint.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { HeldPayment, heldPayments } from '#contract/orders/staff/held-payments.ts'
import type { MoneyAct } from '#contract/staff/money-acts.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { decideCase } from '../../staff/decide-case.ts'
import { mayActAlone } from '../../staff/second-person.ts'
import { staffName } from '../../staff/service.ts'
import { releaseDecided } from '../disputes/apply.ts'
import { lockSales } from '../lock-sales.ts'
import { isPaidFor } from '../order.ts'
import { lockCapture } from '../payment-queries.ts'
import { anyPayment, beginReturn, lockPayment, type PaymentRow } from '../payment-queries.ts'
import { type OrderRow, ordersPaidWith } from '../queries.ts'
import { type CaptureMoney, moneyOfCapture } from '../returns/capture-queries.ts'
import { bear } from '../returns/capture.ts'
import { finalSales } from '../returns/final-sale-queries.ts'
import { mailHeldReturned } from '../returns/payment-emails.ts'
import { refundOrders, requireUndisputed } from '../returns/refund.ts'
import { releaseHeld, returnPayment } from '../returns/undelivered.ts'
import { deliver } from '../settle/deliver.ts'
import { type HeldRow, heldPaymentsIn, ordersOfPayments } from './queries.ts'

type Action = Received<typeof heldPayments.decide>['body']['action']

/**
 * A page of the payments whose money came or went otherwise than it was asked for, with what this caller may decide.
 */
export async function listHeldPayments(
  connection: Connection,
  staff: StaffCaller,
  window: PageWindow,
): Promise<ReplyFields<typeof heldPayments.list>> {
  const { rows, pagination } = await heldPaymentsIn(connection, window)
  const orders = await ordersOfPayments(
    connection,
    rows.map(({ id }) => id),
  )
  const payments: HeldPayment[] = []
  for (const row of rows) {
    const items = orders.filter(({ paymentId }) => paymentId === row.id)
    const money = await moneyOfCapture(connection, row)
    payments.push(toHeld(row, money, items, await choicesFor(connection, staff, { row, money, items })))
  }
  return { payments, pagination }
}

/**
 * Decides a held payment, in one transaction with all consequences. 'deliver' delivers its orders, or leaves them
 * delivered although a part of the money went back; we keep or bear the difference, and what a lost dispute froze is
 * released. 'return' sends what is left of the money back and takes back what was delivered. Returns false when that
 * takes back final sales and the decision is the first of two, which changes nothing yet. Of several decisions at once
 * one counts; the others throw conflict. Throws not_found; not_allowed when we would bear a loss and the caller is no
 * super admin, and for the second decision by the first person; and conflict while a bank disputes the payment.
 */
export const decideHeldPayment = (
  dependencies: Dependencies,
  staff: StaffCaller,
  id: string,
  action: Action,
): Promise<boolean> =>
  dependencies.db.transaction().execute(async (trx) => {
    const known = await anyPayment(trx, id)
    if (!known) throw new ProblemError('not_found', 'Payment not found')
    if (known.gatewayPaymentId) await lockCapture(trx, known.gateway, known.gatewayPaymentId)
    await lockSales(trx, known.memberId, await ordersPaidWith(trx, id))
    const payment = await lockPayment(trx, id)
    const money = await moneyOfCapture(trx, payment)
    const orders = await ordersPaidWith(trx, id)
    const isDelivery = action === 'deliver'
    return decideCase(trx, staff, {
      about: `payment ${id}`,
      name: orders.map(({ number }) => number).join(', '),
      action: `${action} held payment`,
      conflict:
        (!payment.heldAt || !payment.gatewayPaymentId) && 'This payment is decided already. Reload the page.',
      people: isDelivery
        ? isLoss(payment, money)
          ? { act: 'deliverAtLoss', firstId: staff.id, refusal: lossToUs }
          : undefined
        : {
            act: await actOfReturn(trx, orders),
            firstId: payment.returnBy,
            refusal: 'You decided to return it. Another member of staff decides the same.',
            begin: {
              action: 'begin return of held payment',
              save: async () => {
                await beginReturn(trx, id, staff.id)
                return false
              },
            },
          },
      carryOut: async (by) => {
        if (payment.status === 'held') await decideUndelivered(dependencies, trx, { payment, action, money })
        else await decideDelivered(dependencies, trx, { payment, orders, action, money, by })
        const before = {
          status: payment.status,
          asked: rupeesOf(payment.amountPaise),
          received: rupeesOf(money.receivedPaise),
          returned: rupeesOf(money.undecidedPaise - money.lostPaise),
          taken: rupeesOf(money.lostPaise),
        }
        return { before, after: { decision: action }, result: true }
      },
    })
  })

/** The act that the return of a held payment with these orders is: what was delivered is refunded. */
async function actOfReturn(
  connection: Connection,
  orders: readonly Pick<OrderRow, 'id' | 'status' | 'amountPaise'>[],
): Promise<MoneyAct> {
  const taken = orders.filter(isPaidFor).map(({ id }) => id)
  return (await finalSales(connection, taken)).size > 0 ? 'refundFinalSale' : 'returnHeldPayment'
}

const lossToUs = 'The marketplace would bear the difference. A super admin has to decide that.'

interface Held {
  payment: PaymentRow
  action: Action
  money: CaptureMoney
}

async function decideUndelivered(
  dependencies: Dependencies,
  trx: Connection,
  { payment, action, money }: Held,
) {
  await releaseHeld(trx, payment)
  if (action === 'deliver') return deliver(dependencies, trx, payment, money)
  const isWhole = true
  const returnedPaise = await returnPayment(dependencies, trx, payment, money, 'other_amount', { isWhole })
  await mailHeldReturned(dependencies, trx, payment, returnedPaise)
}

async function decideDelivered(
  dependencies: Dependencies,
  trx: Connection,
  { payment, orders, action, money, by: decidedBy }: Held & { orders: OrderRow[]; by: string },
) {
  if (action === 'deliver') {
    await bear(trx, payment, money.undecidedPaise)
    return releaseDecided(dependencies, trx, orders)
  }
  const owned = orders.filter(isPaidFor)
  if (owned.length === 0)
    throw new ProblemError('conflict', 'Nothing of this payment is left that could be taken back.')
  for (const { id } of owned) await requireUndisputed(trx, id)
  await refundOrders(dependencies, trx, payment, owned, {
    cause: 'requested',
    decidedBy,
    note: money.lostPaise > 0 ? notes.taken : notes.returned,
    forPaise: money.undecidedPaise,
  })
}

/** What buyer, owner and staff read beside an order that staff took back because a part of its money had gone back. */
const notes = {
  returned: 'A part of the money was returned on the pages of the payment service; the rest goes back too.',
  taken: 'The buyer’s bank took back a part of the money; the rest goes back too.',
}

/** Returns whether less of a payment is there than its orders cost. */
const isLoss = (
  { amountPaise }: Pick<PaymentRow, 'amountPaise'>,
  { receivedPaise, undecidedPaise }: CaptureMoney,
): boolean => receivedPaise - undecidedPaise < amountPaise

/** What a member of staff may decide about a held payment, and whether another one has to decide the same. */
async function choicesFor(
  connection: Connection,
  staff: StaffCaller,
  { row, money, items }: { row: HeldRow; money: CaptureMoney; items: OrdersOfPayments },
): Promise<Pick<HeldPayment, 'allowed' | 'needsSecondPerson' | 'returnBegunBy'>> {
  const { returnBy } = row
  const mayDeliver = !isLoss(row, money) || (await mayActAlone(connection, staff, 'deliverAtLoss'))
  const isEnough = await mayActAlone(connection, staff, await actOfReturn(connection, items))
  const mayReturn = isEnough || returnBy !== staff.id
  return {
    needsSecondPerson: !isEnough && (returnBy === null || returnBy === staff.id),
    returnBegunBy: returnBy && (await staffName(connection, returnBy)),
    allowed: [...(mayDeliver ? (['deliver'] as const) : []), ...(mayReturn ? (['return'] as const) : [])],
  }
}

type OrdersOfPayments = Awaited<ReturnType<typeof ordersOfPayments>>

/** A held payment as staff see it, in rupees. */
function toHeld(
  row: HeldRow,
  money: CaptureMoney,
  orders: OrdersOfPayments,
  choices: Pick<HeldPayment, 'allowed' | 'needsSecondPerson' | 'returnBegunBy'>,
): HeldPayment {
  const { gatewayPaidPaise: paid, gatewayDuePaise: due } = row
  return {
    _id: row.id,
    gateway: row.gateway,
    gatewayOrderId: row.gatewayOrderId,
    gatewayPaymentId: row.gatewayPaymentId!,
    isDelivered: row.status === 'captured',
    asked: rupeesOf(row.amountPaise),
    received: rupeesOf(money.receivedPaise),
    returned: rupeesOf(money.undecidedPaise - money.lostPaise),
    taken: rupeesOf(money.lostPaise),
    gatewayOrder: paid === null || due === null ? null : { paid: rupeesOf(paid), due: rupeesOf(due) },
    heldSince: row.heldAt!.toISOString(),
    buyer: { _id: row.memberId, name: row.buyerName, email: row.erasedAt ? '' : row.buyerEmail },
    items: orders.map(({ id, number, title, kind, amountPaise: price, status }) => ({
      _id: id,
      number,
      title,
      kind: kind as 'source',
      amount: rupeesOf(price),
      status: status as 'pending',
    })),
    ...choices,
  }
}
