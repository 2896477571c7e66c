import { useSearchParams } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import { type Cell, inRupees, isoDay, signedRupees } from '#contract/kit/format.ts'
import type { earnings } from '#contract/money/earnings.ts'
import type { TaxIds } from '#contract/money/tax-ids.ts'

import { saveCsv } from '../shell/save-button.tsx'
import { Button } from '../ui/button.tsx'
import { FactRows } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../ui/inputs.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'

/**
 * The sums of an owner's sales in a financial year, with the fee and the withheld tax, and the CSV file with each sale.
 */
export function YearlyStatement({ statement, taxIds }: { statement: Statement; taxIds: TaxIds }) {
  const { year, years, total } = statement
  const { withTds, withoutTds } = grossByTds(statement)
  const isWithheld = statement.lines.some(({ tds, tcs }) => tds !== 0 || tcs !== 0)
  const [params, setParams] = useSearchParams()
  const show = (chosen: string) =>
    setParams({ ...Object.fromEntries(params), year: chosen }, { replace: true, preventScrollReset: true })
  return (
    <Sheet as="section" aria-label="Yearly statement" className="mt-6">
      <SheetHead
        title="Yearly statement"
        actions={
          <>
            <Select
              aria-label="Financial year"
              className="w-30 sm:w-36"
              value={year}
              onChange={({ target }) => show(target.value)}
              options={[...new Set([...years, year])].map((each) => ({
                value: String(each),
                label: yearText(each),
              }))}
            />
            <Button
              tone="quiet"
              icon={<Icon name="download" className="size-4" />}
              onClick={() => saveCsv(rowsOf(statement, taxIds), fileOf(year))}
            >
              Download CSV
            </Button>
          </>
        }
      />
      <FactRows
        className="px-4 py-2 sm:px-5"
        facts={[
          { term: 'sold, less refunds', value: inRupees(total.price) },
          ...(total.discount === 0
            ? []
            : [
                { term: 'your coupons', value: minus(total.discount) },
                { term: 'gross', value: inRupees(total.gross) },
              ]),
          { term: 'our fee', value: minus(total.fee) },
          ...(isWithheld
            ? [
                { term: 'sold without TDS', value: inRupees(withoutTds) },
                { term: 'sold with TDS', value: inRupees(withTds) },
                { term: 'TDS', value: minus(total.tds) },
                { term: 'TCS', value: minus(total.tcs) },
              ]
            : []),
          { term: 'credited to you', value: <strong>{inRupees(total.net)}</strong> },
          { term: 'paid out to you', value: inRupees(total.paidOut) },
        ]}
      />
      <p className="text-13 text-quiet border-rule border-t px-4 py-3 sm:px-5">
        1 April {year} to 31 March {year + 1}, in India’s time. Your sales only: what you earn by referrals is
        not in it.
        {isWithheld && <span> TDS and TCS are paid to the tax office in your name.</span>}
        {taxIds.gstin && <span>{` Your GSTIN is ${taxIds.gstin}.`}</span>}
      </p>
    </Sheet>
  )
}

const yearText = (year: number) => `${year}-${String((year + 1) % 100).padStart(2, '0')}`
const fileOf = (year: number) => `readymade-statement-${yearText(year)}.csv`
const minus = (amount: number) => signedRupees(amount === 0 ? 0 : -amount)

type Statement = Reply<(typeof earnings)['statement']>

/**
 * The rows of a yearly statement's CSV file: each sale and refund with its day, the sums, and the further figures of a
 * tax return.
 */
export function rowsOf(
  statement: Pick<Statement, 'lines' | 'total'>,
  { gstin, panEnding }: Pick<TaxIds, 'gstin' | 'panEnding'>,
): Cell[][] {
  const { lines, total } = statement
  const { withTds, withoutTds } = grossByTds(statement)
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

/** The gross sales less refunds, in rupees, with and without TDS withheld. */
function grossByTds({ lines, total }: Pick<Statement, 'lines' | 'total'>) {
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
