import type { earnings } from '#contract/accounts/earnings.ts'
import type { TaxIds } from '#contract/accounts/tax-ids.ts'
import type { Cell } from '#contract/kit/csv.ts'
import { isoDay } from '#contract/kit/day.ts'
import type { Reply } from '#contract/kit/endpoint.ts'

export type Statement = Reply<(typeof earnings)['statement']>

/** The rows of a yearly statement's file: each sale and refund with its day, the sums, and what a tax return asks for beside them. */
export function rowsOf(
  statement: Pick<Statement, 'lines' | 'total'>,
  { gstin, panEnding }: Pick<TaxIds, 'gstin' | 'panEnding'>,
): Cell[][] {
  const { lines, total } = statement
  const { withTds, withoutTds } = bases(statement)
  const before = (cells: number) => Array.from({ length: cells }, () => '')
  return [
    ['Date', 'What', 'Order', 'Project', 'Item', ...amounts.map(([, head]) => head)],
    ...lines.map((line) => [
      isoDay(line.date),
      line.what,
      line.number,
      line.title,
      line.kind === 'report' ? 'project report' : 'source code',
      ...amountsOf(line),
    ]),
    ['Total', ...before(4), ...amountsOf(total)],
    ['Paid out', ...before(10), { rupees: total.paidOut }],
    ['Sold without TDS', ...before(6), { rupees: withoutTds }],
    ['Sold with TDS', ...before(6), { rupees: withTds }],
    ['Your GSTIN', gstin ?? 'not registered'],
    ...(panEnding ? [['Your PAN ends in', panEnding]] : []),
  ]
}

/** What was sold, less refunds, with TDS held back from it and without. */
export function bases({ lines, total }: Pick<Statement, 'lines' | 'total'>) {
  const withTds = lines.reduce((sum, { gross, tds }) => (tds === 0 ? sum : sum + gross), 0)
  return { withTds, withoutTds: total.gross - withTds }
}

const amounts = [
  ['price', 'Price'],
  ['discount', 'Your coupon'],
  ['gross', 'Gross'],
  ['fee', 'Fee'],
  ['tds', 'TDS'],
  ['tcs', 'TCS'],
  ['net', 'Net'],
] as const

const amountsOf = (of: Omit<Statement['total'], 'paidOut'>) => amounts.map(([name]) => ({ rupees: of[name] }))
