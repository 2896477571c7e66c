import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/**
 * A table with a sticky head and right-aligned figures that scrolls inside itself when it is too wide. With `folds` it does
 * not scroll on phones and tablets: each row becomes a block, its first words on top and every other cell beside its head.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  chosen,
  empty,
  folds,
  className,
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty) return empty
  const isTicked = columns[0]?.key === 'tick'
  const name = columns[isTicked ? 1 : 0]
  return (
    // what scrolls must be reachable by keyboard; its name is not that of the sheet around it
    <section
      aria-label={`${caption}, table`}
      tabIndex={0}
      className={clsx(
        'scroll-cue relative max-h-[75vh] overflow-auto',
        folds && 'max-lg:max-h-none max-lg:overflow-visible',
        className,
      )}
    >
      <table
        className={clsx('text-14 w-full border-separate border-spacing-0 text-left', folds && 'max-lg:block')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className={clsx(folds && 'max-lg:block')}>
          <tr className={clsx(folds && 'max-lg:block')}>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sort}
                className={clsx(
                  'sticky top-0 z-1 border-b border-edge bg-sheet px-3 h-11 font-mono text-13 font-normal whitespace-nowrap text-quiet first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
                  column.figures && 'text-right',
                  folds && (column.key === 'tick' ? foldedTickHead : 'max-lg:sr-only'),
                )}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={clsx(folds && 'max-lg:block')}>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={clsx(
                'group',
                chosen?.(row) ? 'bg-sunk' : 'hover:bg-ground',
                folds && foldedRow,
                folds && isTicked && 'max-lg:pl-10.5',
              )}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={clsx(
                    'h-13 border-b border-rule px-3 py-1 group-last:border-b-0 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
                    column.figures && 'text-right font-mono text-13 whitespace-nowrap tabular-nums',
                    column.className,
                    folds && (column.key === 'tick' ? foldedTick : foldedCell),
                    folds && (column.whole || column === name) && 'sm:max-lg:col-span-2',
                  )}
                >
                  {folds ? (
                    <Folded column={column} isWhole={column.whole || column === name}>
                      {column.cell(row)}
                    </Folded>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A cell on a phone: its head at the left, unless it says by itself what it is. */
function Folded<Row>({ column, isWhole, children }: FoldedProps<Row>) {
  if (isWhole || typeof column.head !== 'string')
    return (
      <div
        className={clsx('min-w-0 max-lg:w-full max-lg:wrap-anywhere lg:contents', !isWhole && 'text-right')}
      >
        {children}
      </div>
    )
  return (
    <>
      <span aria-hidden="true" className="text-13 text-quiet shrink-0 font-mono font-normal lg:hidden">
        {column.head}
      </span>
      <div className="min-w-0 max-lg:text-right max-lg:wrap-anywhere lg:contents">{children}</div>
    </>
  )
}

interface FoldedProps<Row> {
  column: Column<Row>
  isWhole: boolean
  children: ReactNode
}

const foldedRow =
  'max-lg:relative max-lg:grid max-lg:gap-x-10 sm:max-lg:grid-cols-2 max-lg:border-b max-lg:border-rule max-lg:px-4 max-lg:py-3 max-lg:last:border-b-0'
const foldedCell =
  'max-lg:flex max-lg:h-auto max-lg:min-w-0! max-lg:items-baseline max-lg:justify-between max-lg:gap-4 max-lg:border-b-0 max-lg:px-0! max-lg:py-1! max-lg:whitespace-normal max-lg:has-[>div:last-child:empty]:hidden'
const foldedTick =
  'max-lg:absolute max-lg:top-1 max-lg:left-4 max-lg:h-auto max-lg:w-auto max-lg:border-b-0 max-lg:p-0!'
const foldedTickHead =
  "max-lg:static max-lg:flex max-lg:w-auto max-lg:items-center max-lg:gap-3 max-lg:not-has-[input]:sr-only max-lg:after:content-['All_on_this_page']"

export type Column<Row> = {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  figures?: boolean
  sort?: 'ascending' | 'descending' | 'none'
  className?: string
  /** In a table that folds, it stands without its head over the whole width. */
  whole?: boolean
}
export type DataTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  chosen?: (row: Row) => boolean
  empty?: ReactNode
  folds?: boolean
  className?: string
}
