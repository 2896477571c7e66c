import { useSearchParams } from 'react-router'

import type { TaxIds } from '#contract/accounts/tax-ids.ts'
import { inRupees, signedRupees } from '#contract/kit/rupees.ts'

import { saveCsv } from '../../saving/csv-button.tsx'
import { Button } from '../../ui/button.tsx'
import { FactRows } from '../../ui/data/fact-rows.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { bases, rowsOf, type Statement } from './statement-rows.ts'

/** What an owner's sales of a financial year brought, what was kept and held back, and the file with each of them. */
export function YearlyStatement({ statement, taxIds }: { statement: Statement; taxIds: TaxIds }) {
  const { year, years, total } = statement
  const { withTds, withoutTds } = bases(statement)
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
        {isWithheld && ' TDS and TCS are paid to the tax office in your name.'}
        {taxIds.gstin && ` Your GSTIN is ${taxIds.gstin}.`}
      </p>
    </Sheet>
  )
}

const yearText = (year: number) => `${year}-${String((year + 1) % 100).padStart(2, '0')}`
const fileOf = (year: number) => `readymade-statement-${yearText(year)}.csv`
const minus = (amount: number) => signedRupees(amount === 0 ? 0 : -amount)
