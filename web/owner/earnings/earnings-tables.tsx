import { Link } from 'react-router'

import type { earnings } from '#contract/accounts/earnings.ts'
import { grouped } from '#contract/kit/counted.ts'
import { day as dayText } from '#contract/kit/day.ts'
import type { Reply } from '#contract/kit/endpoint.ts'
import { inRupees } from '#contract/kit/rupees.ts'

import { CsvButton } from '../../saving/csv-button.tsx'
import { DataTable } from '../../ui/data/data-table.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { Disclosure } from '../../ui/overlay/disclosure.tsx'

type Earnings = Reply<(typeof earnings)['get']>
export type DayFigures = Earnings['days'][number]
type ProjectFigures = Earnings['projects'][number]
type Figures = Pick<DayFigures, 'sales' | 'views' | 'amount'>

/** The figures of each day, newest first, with their file. */
export const DayTable = ({ days }: { days: readonly DayFigures[] }) => (
  <Disclosure title="As a table" className="border-t border-b-0 px-4 sm:px-5">
    <DataTable
      caption="Sales and views by day"
      className="-mx-4 sm:-mx-5"
      columns={[
        {
          key: 'day',
          head: 'Day',
          cell: ({ day }: DayFigures) => dayText(day),
          className: 'whitespace-nowrap',
        },
        ...figureColumns,
      ]}
      rows={days.toReversed()}
      rowKey={({ day }) => day}
    />
    <CsvButton
      name={`readymade-by-day-${days.at(-1)?.day}`}
      rows={[['Day', ...csvHeads], ...days.map((row) => [row.day, ...csvFigures(row)])]}
    />
  </Disclosure>
)

/** How many of 100 views became sales; nothing where fewer views were counted than sales: some visitors are not counted. */
export const salesIn100 = ({ sales, views }: Pick<Figures, 'sales' | 'views'>): string | undefined =>
  views > 0 && views >= sales ? ((100 * sales) / views).toFixed(1) : undefined

/** The figures of each project, with their file. */
export const ProjectTable = ({ projects, days }: { projects: readonly ProjectFigures[]; days: number }) => (
  <Sheet as="section" aria-label="By project">
    <SheetHead
      title="By project"
      actions={
        <CsvButton
          name={`readymade-by-project-${days}-days`}
          rows={[
            ['Project', ...csvHeads, 'Sales in 100 views'],
            ...projects.map((row) => [row.title, ...csvFigures(row), salesIn100(row) ?? '']),
          ]}
        />
      }
    />
    <DataTable
      caption="Sales and views by project"
      folds="40rem"
      columns={[
        {
          key: 'title',
          head: 'Project',
          whole: true,
          cell: projectName,
        },
        ...figureColumns,
      ]}
      rows={projects}
      rowKey={({ _id }) => _id}
    />
  </Sheet>
)

const projectName = ({ _id, title, isDeleted }: ProjectFigures) =>
  isDeleted ? (
    <>
      {title} <span className="text-quiet">(deleted)</span>
    </>
  ) : (
    <Link to={`/owner/projects/${_id}`} className="link-rule font-semibold">
      {title}
    </Link>
  )

/** Sales, and below them how many of 100 views they are. */
function salesCell(row: Figures) {
  const share = salesIn100(row)
  return (
    <>
      {grouped(row.sales)}
      {row.sales > 0 && share && <span className="text-13 text-quiet block">{share}% of views</span>}
    </>
  )
}

const figureColumns = [
  { key: 'views', head: 'Views', figures: true, cell: ({ views }: Figures) => grouped(views) },
  { key: 'sales', head: 'Sales', figures: true, cell: salesCell },
  { key: 'amount', head: 'Earned', figures: true, cell: ({ amount }: Figures) => inRupees(amount) },
]

const csvHeads = ['Views', 'Sales', 'Earned in rupees']
const csvFigures = ({ views, sales, amount }: Figures) => [views, sales, { rupees: amount }]
