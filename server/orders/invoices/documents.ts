import { rupeesOf } from '#contract/kit/amounts.ts'
import { day, longDay, rupeesWithPaise } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { stateCodes } from '#contract/money/tax-ids.ts'

import { threadRunner } from '../../platform/isolated.ts'
import { Limiter } from '../../platform/overload/limiter.ts'
import type { drawn, PrintedDocument } from './pdf/layout.ts'
import type { CreditNote, Invoice, SoldBy } from './service.ts'

/** The content of an invoice with the fields of rule 46 of the CGST Rules, or of a receipt. */
export function invoiceDocument(invoice: Invoice): PrintedDocument {
  const isTaxed = invoice.kind === 'tax invoice'
  const { lines } = invoice
  return {
    title: isTaxed ? 'Tax invoice' : 'Receipt',
    brand: invoice.seller.tradeName,
    number: invoice.number,
    issuedAt: invoice.issuedAt,
    tag: { amount: money(sumOf(lines, 'amountPaise')), says: 'paid' },
    facts: [
      ['number', invoice.number],
      ['date', day(invoice.issuedAt)],
      ...(isTaxed ? taxFacts(invoice) : []),
    ],
    parties: partiesOf(invoice),
    ...tableOf(invoice, lines, 'Total paid'),
    notes: [
      isTaxed
        ? 'Prices contain the tax.'
        : isOfMarketplace(invoice)
          ? `${invoice.seller.legalName} runs the marketplace and takes the payment for the sellers who are named below each item. Tax, where there is any, is theirs; who is registered for GST gives a tax invoice when asked.`
          : `${invoice.seller.legalName} is not registered for GST: no tax is charged, and none can be claimed.`,
      ...(invoice.refundUntil
        ? [
            `If an item is not as described, you can ask for your money back until ${longDay(invoice.refundUntil)}, on the page of its order. Our staff decide.`,
          ]
        : []),
      ...(isTaxed && invoice.roundsToRupee
        ? ['Tax is rounded to whole rupees (section 170, CGST Act).']
        : []),
      electronic,
    ],
  }
}

/** The content of a credit note with the fields of rule 53(1A) of the CGST Rules. */
export function creditNoteDocument({ invoice, line, number, issuedAt }: CreditNote): PrintedDocument {
  const isTaxed = invoice.kind === 'tax invoice'
  return {
    title: 'Credit note',
    brand: invoice.seller.tradeName,
    number,
    issuedAt,
    tag: { amount: money(line.amountPaise), says: 'credited' },
    facts: [
      ['number', number],
      ['date', day(issuedAt)],
      ['corrects', `${isTaxed ? 'tax invoice' : 'receipt'} ${invoice.number}`],
      [isTaxed ? 'invoice date' : 'receipt date', day(invoice.issuedAt)],
      ...(isTaxed ? taxFacts(invoice) : []),
    ],
    parties: partiesOf(invoice),
    ...tableOf(invoice, [line], 'Total credited'),
    notes: [
      'The order was refunded; the amount goes back the way it was paid.',
      ...(isTaxed || isOfMarketplace(invoice)
        ? []
        : [`${invoice.seller.legalName} is not registered for GST: no tax was charged.`]),
      electronic,
    ],
  }
}

/** Rules 46 and 53 of the CGST Rules require no signature on an electronic document. */
const electronic = 'Issued electronically; no signature is needed.'

const taxFacts = ({ buyerState }: Invoice): PrintedDocument['facts'] => [
  ['place of supply', stateWithCode(buyerState)],
  ['reverse charge', 'no'],
]

function partiesOf(invoice: Invoice): PrintedDocument['parties'] {
  const { seller, buyerName, buyerAddress, buyerState } = invoice
  const { legalName, tradeName, address, state, pin, gstin, email, phone } = seller
  return [
    {
      role: isOfMarketplace(invoice) ? 'marketplace' : 'seller',
      name: legalName,
      says: [
        ...(tradeName === legalName ? [] : [tradeName]),
        ...address.split('\n').filter(Boolean),
        [state && stateWithCode(state), pin].filter(Boolean).join(', '),
        gstin && `GSTIN ${gstin}`,
        [email, phone].filter(Boolean).join(' · '),
      ].filter(Boolean),
    },
    {
      role: 'buyer',
      name: buyerName,
      says: [buyerAddress ?? '', `State: ${stateWithCode(buyerState)}`].filter(Boolean),
    },
  ]
}

/** The lines and their totals, with tax columns only on a tax invoice. */
function tableOf(
  invoice: Invoice,
  lines: Invoice['lines'],
  totalSays: string,
): Pick<PrintedDocument, 'columns' | 'lines' | 'totals'> {
  const taxes = taxesOf(invoice)
  const isTaxed = invoice.kind === 'tax invoice'
  return {
    columns: [
      ...(isTaxed ? ['SAC', 'taxable'] : []),
      ...taxes.map(({ label, percent }) => `${label} ${percent}`),
      'amount',
    ],
    lines: lines.map((line) => ({
      title: line.title,
      says: [
        `${kinds[line.kind]}, order ${line.orderNumber}`,
        ...(line.soldBy ? sellerBlock(line.soldBy) : []),
      ].join('\n'),
      cells: [
        ...(isTaxed ? [line.sac, figure(line.taxablePaise)] : []),
        ...taxes.map(({ key }) => figure(line[key])),
        figure(line.amountPaise),
      ],
    })),
    totals: [
      ...(isTaxed
        ? [
            ['Taxable value', money(sumOf(lines, 'taxablePaise'))] as const,
            ...taxes.map(
              ({ key, label, percent }) => [`${label} ${percent}`, money(sumOf(lines, key))] as const,
            ),
          ]
        : []),
      [totalSays, money(sumOf(lines, 'amountPaise'))],
    ],
  }
}

/** Whether the owners sold what it names, and not the platform. */
const isOfMarketplace = ({ lines }: Invoice) => lines.some(({ soldBy }) => soldBy !== null)

const sellerBlock = ({ name, place, gstin }: SoldBy) => [
  `sold by ${name}${place ? `, ${place}` : ''}`,
  gstin ? `GSTIN ${gstin}` : 'not registered for GST',
]

type TaxKey = 'cgstPaise' | 'sgstPaise' | 'igstPaise'

/**
 * The taxes of an invoice: two halves within a State, one tax between States. A tax invoice shows the rates even when
 * the sums are 0.
 */
function taxesOf({ kind, seller, buyerState, rateBasisPoints }: Invoice) {
  if (kind !== 'tax invoice') return []
  const percent = (part: number) => `${(rateBasisPoints * part) / 100}%`
  if (seller.state !== buyerState) return [{ key: 'igstPaise' as TaxKey, label: 'IGST', percent: percent(1) }]
  const ofState = unionTerritories.has(buyerState) ? 'UTGST' : 'SGST'
  return [
    { key: 'cgstPaise' as TaxKey, label: 'CGST', percent: percent(0.5) },
    { key: 'sgstPaise' as TaxKey, label: ofState, percent: percent(0.5) },
  ]
}

/** Union Territories without a legislature, which levy UTGST in place of SGST (UTGST Act). */
const unionTerritories = new Set([
  'Andaman and Nicobar Islands',
  'Chandigarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Ladakh',
  'Lakshadweep',
])

const kinds: Record<string, string> = { source: 'Source code', report: 'Project report' }
const stateWithCode = (state: string) => `${state} (${stateCodes[state] ?? '97'})`
const sumOf = (lines: Invoice['lines'], key: TaxKey | 'amountPaise' | 'taxablePaise') =>
  lines.reduce((sum, line) => sum + line[key], 0)

const money = (paise: number) => rupeesWithPaise(rupeesOf(paise))
const figure = (paise: number) => money(paise).replace('₹', '')

/**
 * Limits the drawing, which keeps a processor busy; callers who would wait longer than the timeout of a browser are
 * shed.
 */
const drawing = new Limiter({ slots: 2, maxQueued: 40, maxWait: 9000 })

/** Draws a document as a PDF in a thread. Throws unavailable when too many are being drawn. */
export async function draw(document: PrintedDocument): Promise<Buffer> {
  const release = await drawing.take()
  if (!release)
    throw new ProblemError('unavailable', 'Too many invoices are being drawn. Please try again in a moment.')
  try {
    const pdf = await drawInThread(document)
    if (!pdf) throw new Error('A paper took too long or too much memory to draw')
    return Buffer.from(pdf)
  } finally {
    release()
  }
}

/** Draws in a thread. The limits (seconds, MB) suffice for fifty lines of Hindi on a busy machine. */
const drawInThread = threadRunner<typeof drawn>(
  { file: new URL('./pdf/layout.ts', import.meta.url), name: 'drawn' },
  { seconds: 20, memory: 128 },
)
