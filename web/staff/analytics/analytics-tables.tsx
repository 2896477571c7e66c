import { clsx } from 'clsx'

import { grouped } from '#contract/kit/counted.ts'
import { day as dayText } from '#contract/kit/day.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { Analytics } from '#contract/staff/analytics.ts'

import { CsvButton } from '../../saving/csv-button.tsx'
import { type Column, DataTable } from '../../ui/data/data-table.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'

type Day = Analytics['days'][number]
type Share = Analytics['categories'][number]

/** The figures of each day, newest first, with their file. */
export const DayTable = ({ days }: { days: readonly Day[] }) => (
  <Sheet as="section" aria-label="Each day" className="overflow-hidden">
    <SheetHead
      title="Each day"
      actions={
        <CsvButton
          name={`readymade-days-${days.at(-1)?.day}`}
          rows={[
            ['Day', ...dayHeads],
            ...days.map((row) => [
              row.day,
              ...dayFields.map(([of]) => (of === 'revenue' ? { rupees: row[of] } : row[of])),
            ]),
          ]}
        />
      }
    />
    <DataTable
      caption="Figures of each day"
      className="scroll-cue-below max-h-96"
      columns={dayColumns}
      rows={days.toReversed()}
      rowKey={({ day }) => day}
    />
  </Sheet>
)

/** Views, purchases and revenue by what projects have in common, with their file; `long` names take the room of the views on phones, where the file alone has them. */
export const ShareTable = ({ title, of, rows, long = false }: ShareTableProps) => (
  <Sheet as="section" aria-label={title} className="overflow-hidden">
    <SheetHead
      title={title}
      actions={
        rows.length > 0 && (
          <CsvButton
            name={`readymade-${title.toLowerCase().replaceAll(' ', '-')}`}
            rows={[
              [of, 'Views', 'Purchases', 'Revenue in rupees'],
              ...rows.map(({ name, views, purchases, revenue }) => [
                name,
                views,
                purchases,
                { rupees: revenue },
              ]),
            ]}
          />
        )
      }
    />
    <DataTable
      caption={title}
      className={clsx('max-h-none!', long && 'max-sm:[&_:is(th,td):nth-child(2)]:hidden')}
      columns={[
        { key: 'name', head: of, className: 'wrap-anywhere', cell: ({ name }: Share) => name },
        ...shareColumns,
      ]}
      rows={rows}
      rowKey={({ name }) => name}
      empty={<p className="text-quiet p-4 sm:p-5">Nobody looked or bought in this time.</p>}
    />
  </Sheet>
)

interface ShareTableProps {
  title: string
  of: string
  rows: readonly Share[]
  long?: boolean
}

const dayFields = [
  ['visits', 'Visits'],
  ['searches', 'Searches'],
  ['emptySearches', 'Without result'],
  ['views', 'Views'],
  ['cartAdditions', 'Put in cart'],
  ['purchases', 'Purchases'],
  ['revenue', 'Revenue'],
  ['refunds', 'Refunds'],
] as const
const dayHeads = dayFields.map(([of, head]) => (of === 'revenue' ? 'Revenue in rupees' : head))

const dayColumns: Column<Day>[] = [
  { key: 'day', head: 'Day', className: 'whitespace-nowrap', cell: ({ day }) => dayText(day) },
  ...dayFields.map(([of, head]) => ({
    key: of,
    head,
    figures: true,
    cell: (row: Day) => (of === 'revenue' ? inRupees(row[of]) : grouped(row[of])),
  })),
]

const shareColumns: Column<Share>[] = [
  { key: 'views', head: 'Views', figures: true, cell: ({ views }) => grouped(views) },
  { key: 'purchases', head: 'Purchases', figures: true, cell: ({ purchases }) => grouped(purchases) },
  { key: 'revenue', head: 'Revenue', figures: true, cell: ({ revenue }) => inRupees(revenue) },
]
