import { v7 as uuid } from 'uuid'

import { ProblemError } from '#contract/kit/problem.ts'
import type { DocumentNumbers, InvoiceKind } from '#contract/orders/document-names.ts'
import type { Settings } from '#contract/staff/settings.ts'

import { type Member, memberById } from '../../accounts/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Caller, isStaff } from '../../platform/http/caller.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { readSections, readSettings } from '../../staff/settings/service.ts'
import {
  creditNoteOfOrder,
  type CreditNoteRow,
  insertCreditNote,
  insertInvoice,
  type InvoiceRow,
  invoiceWith,
  type LineRow,
  documentNumbersOf,
  ownersOf,
  allocateSerial,
} from './queries.ts'
import { splitTaxes } from './tax.ts'

/** An invoice with its lines. */
export interface Invoice extends Omit<InvoiceRow, 'seller'> {
  seller: Settings['identity']
  lines: (Omit<LineRow, 'soldBy'> & { soldBy: SoldBy | null })[]
  /** Until when money can be asked back for what it names; null when nothing was promised. */
  refundUntil: Date | null
}

/** Who sold a line on a marketplace: its owner. */
export interface SoldBy {
  name: string
  /** The place that the owner named: city and State. */
  place: string
  gstin: string | null
}
/** A credit note with its invoice and the line that it reverses. */
export interface CreditNote extends CreditNoteRow {
  invoice: Invoice
  line: Invoice['lines'][number]
}

/** An invoice, or without GST a receipt, as emails and pages name it. */
export interface Issued {
  number: string
  kind: InvoiceKind
}

interface Sold {
  paymentId: string
  memberId: string
  state: string
  orders: readonly { id: string; number: string; title: string; kind: string; amountPaise: number }[]
}

/**
 * Issues the invoice of a payment for the delivered orders, in the transaction that delivers them, so that a rollback
 * frees the number. Returns undefined when all of them were free. Where the platform sells in its own name, it is the
 * supplier; on a marketplace it gives a receipt that names the owners, whose the tax is.
 */
export async function issueInvoice(
  trx: Connection,
  { paymentId, memberId, state, orders }: Sold,
): Promise<Issued | undefined> {
  const paid = orders
    .filter(({ amountPaise }) => amountPaise > 0)
    .toSorted((one, other) => (one.number < other.number ? -1 : 1))
  if (paid.length === 0) return undefined
  const { identity, tax } = await readSections(trx, 'identity', 'tax')
  const seller = { ...identity, legalName: identity.legalName || identity.tradeName }
  const isRegistered = isTaxed(seller, tax)
  const kind = isRegistered ? 'tax invoice' : 'receipt'
  const rateBasisPoints = isRegistered ? Math.round(tax.ratePercent * 100) : 0
  const amounts = splitTaxes(
    paid.map(({ amountPaise }) => amountPaise),
    {
      basisPoints: rateBasisPoints,
      isWithinState: seller.state === state,
      roundsToRupee: tax.roundsToRupee,
    },
  )
  const buyer = await memberById(trx, memberId)
  const total = paid.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const sellers =
    tax.sellsAs === 'marketplace'
      ? await ownersOf(
          trx,
          paid.map((order) => order.id),
        )
      : undefined
  const id = uuid()
  const { year, serial, issuedAt } = await allocateSerial(trx, 'invoice')
  const number = numberOf(tax.invoicePrefix, year, serial)
  await insertInvoice(
    trx,
    {
      id,
      paymentId,
      memberId,
      kind,
      number,
      year,
      serial,
      issuedAt,
      seller: JSON.stringify(isRegistered ? seller : { ...seller, gstin: '' }),
      buyerName: buyer?.name ?? '',
      buyerAddress: total >= minTotalWithAddress ? addressOf(buyer) : null,
      buyerState: state,
      rateBasisPoints,
      roundsToRupee: tax.roundsToRupee,
    },
    paid.map((order, position) => ({
      orderId: order.id,
      invoiceId: id,
      position,
      orderNumber: order.number,
      title: order.title,
      kind: order.kind,
      sac: tax.sac,
      soldBy: sellers?.has(order.id) ? JSON.stringify(sellers.get(order.id)) : null,
      ...amounts[position]!,
    })),
  )
  return { number, kind }
}

/** The GST in percent that prices include now; null while the platform charges none. */
export async function gstPercent(connection: Connection): Promise<number | null> {
  const { identity, tax } = await readSections(connection, 'identity', 'tax')
  return isTaxed(identity, tax) ? tax.ratePercent : null
}

/** The GST in paise that a total contains at a rate in percent, as an invoice states it between States. */
export const gstIn = (totalPaise: number, ratePercent: number): number =>
  totalPaise === 0
    ? 0
    : splitTaxes([totalPaise], {
        basisPoints: Math.round(ratePercent * 100),
        isWithinState: false,
        roundsToRupee: false,
      })[0]!.igstPaise

const isTaxed = ({ gstin, state }: Settings['identity'], { registered, sellsAs }: Settings['tax']) =>
  sellsAs === 'own_name' && registered && gstin !== '' && state !== ''

/**
 * Issues the credit note that reverses an order's line of its invoice, in the transaction that refunds it. Returns its
 * number; undefined when the order has no invoice.
 */
export async function issueCreditNote(trx: Connection, orderId: string): Promise<string | undefined> {
  if (!(await invoiceWith(trx, orderId))) return undefined
  const { creditNotePrefix } = await readSettings(trx, 'tax')
  const { year, serial, issuedAt } = await allocateSerial(trx, 'credit note')
  const number = numberOf(creditNotePrefix, year, serial)
  await insertCreditNote(trx, { orderId, number, year, serial, issuedAt })
  return number
}

/**
 * The invoice of an order, for its buyer and for staff, in whose case the audit log records it. Throws not_found for
 * other callers, and when there is none.
 */
export async function invoiceFor(connection: Connection, caller: Caller, orderId: string): Promise<Invoice> {
  const invoice = await anyInvoiceFor(connection, caller, orderId)
  if (isStaff(caller))
    await recordAudit(connection, {
      staff: caller,
      action: 'open invoice',
      about: `order ${orderId}`,
      name: invoice.number,
    })
  return invoice
}

async function anyInvoiceFor(connection: Connection, caller: Caller, orderId: string): Promise<Invoice> {
  const found = await invoiceWith(connection, orderId)
  if (!found || !(isStaff(caller) || found.invoice.memberId === caller.id))
    throw new ProblemError('not_found', 'This order has no invoice or receipt')
  const { invoice, lines, refundUntil } = found
  return {
    ...invoice,
    seller: invoice.seller as Settings['identity'],
    lines: lines.map((line) => ({ ...line, soldBy: line.soldBy as SoldBy | null })),
    refundUntil,
  }
}

/**
 * The credit note of a refunded order, for its buyer and for staff, in whose case the audit log records it. Throws
 * not_found as invoiceFor does.
 */
export async function creditNoteFor(
  connection: Connection,
  caller: Caller,
  orderId: string,
): Promise<CreditNote> {
  const note = await creditNoteOfOrder(connection, orderId)
  const invoice = note && (await anyInvoiceFor(connection, caller, orderId))
  if (!invoice) throw new ProblemError('not_found', 'This order has no credit note')
  if (isStaff(caller))
    await recordAudit(connection, {
      staff: caller,
      action: 'open credit note',
      about: `order ${orderId}`,
      name: note.number,
    })
  return { ...note, invoice, line: invoice.lines.find((line) => line.orderId === orderId)! }
}

/** The numbers of an order's invoice and credit note, null where there is none. */
export async function documentsOf(connection: Connection, orderId: string): Promise<DocumentNumbers> {
  const [found] = await documentNumbersOf(connection, [orderId])
  return {
    invoice: found?.invoice ?? null,
    invoiceKind: (found?.invoiceKind as InvoiceKind | undefined) ?? null,
    creditNote: found?.creditNote ?? null,
  }
}

/**
 * The total in paise from which a tax invoice must state the address of an unregistered buyer (rule 46(e), CGST Rules).
 */
const minTotalWithAddress = 5_000_000

function addressOf(buyer: Member | undefined): string | null {
  const { street, city, state, pincode } = (buyer?.address ?? {}) as Record<string, string | undefined>
  return [street, city, state, pincode].filter(Boolean).join(', ') || null
}

/**
 * The number of a document, as in RM/26-27/000123. With a prefix of two letters it has at most 16 characters up to
 * 9,999,999 in a year (rule 46(b), CGST Rules).
 */
const numberOf = (prefix: string, year: number, serial: number) =>
  `${prefix}/${yearDigits(year)}-${yearDigits(year + 1)}/${String(serial).padStart(6, '0')}`

const yearDigits = (year: number) => String(year % 100).padStart(2, '0')
