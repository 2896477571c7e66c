import { type Insertable, type Selectable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

export type InvoiceRow = Selectable<DB['invoices']>
export type LineRow = Selectable<DB['invoiceLines']>
export type CreditNoteRow = Selectable<DB['creditNotes']>

/**
 * Allocates the next number of a series in the financial year of India, with its time of issue in the order of the
 * numbers. The row of the series stays locked: others wait until this transaction ends, and a rolled back number is
 * allocated again. So a transaction calls this after it has acquired every other lock.
 */
export const allocateSerial = (trx: Connection, series: 'invoice' | 'credit note') =>
  trx
    .insertInto('documentNumbers')
    .values({ series, year: financialYear, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['series', 'year']).doUpdateSet({ last: sql<number>`document_numbers.last + 1` }),
    )
    .returning(['year', 'last as serial'])
    // A transaction that began to wait before the year ended gets a number of that year, so its date must lie in that year.
    .returning(
      sql<Date>`least(clock_timestamp(), make_timestamptz(year + 1, 4, 1, 0, 0, 0, 'Asia/Kolkata') - interval '1 second')`.as(
        'issuedAt',
      ),
    )
    .executeTakeFirstOrThrow()

/** SQL expression: the present financial year, named by the year in which it begins; it begins in April. */
const financialYear = sql<number>`extract(year from clock_timestamp() at time zone 'Asia/Kolkata' - interval '3 months')`

export async function insertInvoice(
  trx: Connection,
  invoice: Insertable<DB['invoices']>,
  lines: Insertable<DB['invoiceLines']>[],
) {
  await trx.insertInto('invoices').values(invoice).execute()
  await trx.insertInto('invoiceLines').values(lines).execute()
}

export const insertCreditNote = (trx: Connection, note: Insertable<DB['creditNotes']>) =>
  trx.insertInto('creditNotes').values(note).execute()

/** The invoice that contains an order, with all its lines. */
export async function invoiceWith(
  connection: Connection,
  orderId: string,
): Promise<{ invoice: InvoiceRow; lines: LineRow[]; refundUntil: Date | null } | undefined> {
  const invoice = await connection
    .selectFrom('invoices')
    .innerJoin('invoiceLines', 'invoiceLines.invoiceId', 'invoices.id')
    .selectAll('invoices')
    .where('orderId', '=', orderId)
    .executeTakeFirst()
  if (!invoice) return undefined
  const lines = await connection
    .selectFrom('invoiceLines')
    .selectAll()
    .where('invoiceId', '=', invoice.id)
    .orderBy('position')
    .execute()
  const { refundUntil } = await connection
    .selectFrom('orders')
    .innerJoin('invoiceLines', 'invoiceLines.orderId', 'orders.id')
    .select(sql<Date | null>`max(completed_at + make_interval(days => refund_days))`.as('refundUntil'))
    .where('invoiceId', '=', invoice.id)
    .where('refundPolicy', 'is not', null)
    .executeTakeFirstOrThrow()
  return { invoice, lines, refundUntil }
}

/** The owners of what was ordered, as a receipt names them, by the id of the order. */
export async function ownersOf(connection: Connection, orderIds: string[]) {
  const rows = await connection
    .selectFrom('orders')
    .innerJoin('members', 'members.id', 'orders.ownerId')
    .leftJoin('taxIds', 'taxIds.memberId', 'members.id')
    .select(['orders.id', 'members.name', 'members.address', 'taxIds.gstin'])
    .where('orders.id', 'in', orderIds)
    .execute()
  return new Map(
    rows.map(({ id, name, address, gstin }) => {
      const { city, state } = address as { city?: string; state?: string }
      return [id, { name, place: [city, state].filter(Boolean).join(', '), gstin }]
    }),
  )
}

export const creditNoteOfOrder = (connection: Connection, orderId: string) =>
  connection.selectFrom('creditNotes').selectAll().where('orderId', '=', orderId).executeTakeFirst()

/** The numbers of the invoices and credit notes of these orders; orders without an invoice are omitted. */
export const documentNumbersOf = (connection: Connection, orderIds: string[]) =>
  connection
    .selectFrom('invoiceLines')
    .innerJoin('invoices', 'invoices.id', 'invoiceLines.invoiceId')
    .leftJoin('creditNotes', 'creditNotes.orderId', 'invoiceLines.orderId')
    .select(['invoiceLines.orderId', 'invoices.number as invoice', 'invoices.kind as invoiceKind'])
    .select('creditNotes.number as creditNote')
    .where('invoiceLines.orderId', 'in', orderIds)
    .execute()
