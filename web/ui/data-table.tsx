import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/**
 * A table with a sticky head and right-aligned figures that scrolls inside itself when it is too wide. With `folds` it does
 * not scroll where its place is narrower than that, whatever the window's width: each row becomes a block, its first words
 * on top and every other cell beside its head.
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
  const table = (
    // what scrolls must be reachable by keyboard; its name is not that of the sheet around it
    <section
      aria-label={`${caption}, table`}
      tabIndex={0}
      className={clsx(
        'scroll-cue relative max-h-[75vh] overflow-auto',
        folds && 'scroll-cue-below folded:max-h-none folded:overflow-visible',
        className,
      )}
    >
      <table
        className={clsx('text-14 w-full border-separate border-spacing-0 text-left', folds && 'folded:block')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className={clsx(folds && 'folded:block')}>
          <tr className={clsx(folds && 'folded:block')}>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sort}
                className={clsx(
                  'sticky top-0 z-1 border-b border-edge bg-sheet px-1.5 sm:px-2 lg:px-3 h-11 font-mono text-13 font-normal text-quiet first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
                  column.figures ? 'text-right' : 'whitespace-nowrap',
                  folds && (column.key === 'tick' ? foldedTickHead : 'folded:sr-only'),
                )}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={clsx(folds && 'folded:block')}>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={clsx(
                'group',
                chosen?.(row) ? 'bg-sunk' : 'hover:bg-ground',
                folds && foldedRow,
                folds && isTicked && 'folded:pl-12!',
              )}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={clsx(
                    'h-13 border-b border-rule px-1.5 sm:px-2 lg:px-3 py-1 group-last:border-b-0 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
                    column.figures && 'text-right font-mono text-13 whitespace-nowrap tabular-nums',
                    column.className,
                    folds && (column.key === 'tick' ? foldedTick : foldedCell),
                    folds && (column.whole || column === name) && 'paired:col-span-2',
                    folds &&
                      !column.whole &&
                      column.key !== 'tick' &&
                      typeof column.head !== 'string' &&
                      'paired:col-start-2',
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
  return folds ? <div className={places[folds]}>{table}</div> : table
}

/** A cell of a folded row: its head at the left, and the value at the other edge, or beside it where two share a row. */
function Folded<Row>({ column, isWhole, children }: FoldedProps<Row>) {
  if (isWhole || typeof column.head !== 'string')
    return (
      <div
        className={clsx(
          'min-w-0 folded:w-full folded:wrap-anywhere unfolded:contents',
          !isWhole && 'text-right',
        )}
      >
        {children}
      </div>
    )
  return (
    <>
      <span
        aria-hidden="true"
        className="text-13 text-quiet unfolded:hidden paired:w-32 shrink-0 text-left font-mono font-normal"
      >
        {column.head}
      </span>
      <div className="folded:text-right paired:text-left folded:wrap-anywhere unfolded:contents min-w-0">
        {children}
      </div>
    </>
  )
}

interface FoldedProps<Row> {
  column: Column<Row>
  isWhole: boolean
  children: ReactNode
}

const places = {
  '40rem': '@container/fold-40',
  '51rem': '@container/fold-51',
  '59rem': '@container/fold-59',
}
const foldedRow =
  'folded:relative folded:grid folded:gap-x-4 paired:grid-cols-2 paired:items-baseline folded:border-b folded:border-rule folded:px-4 sm:folded:px-5 folded:py-3 folded:last:border-b-0'
const foldedCell =
  'folded:flex folded:h-auto folded:min-w-0! folded:items-baseline folded:justify-between paired:justify-start folded:gap-4 paired:gap-2.5 folded:border-b-0 folded:px-0! folded:py-1! folded:whitespace-normal folded:has-[>div:last-child:empty]:hidden'
const foldedTick =
  'folded:absolute folded:top-1 folded:left-4 sm:folded:left-5 folded:h-auto folded:w-auto folded:border-b-0 folded:p-0!'
const foldedTickHead =
  "folded:static folded:flex folded:w-auto folded:items-center folded:gap-3 folded:not-has-[input]:sr-only folded:after:content-['Select_all_on_this_page']"

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
type DataTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  chosen?: (row: Row) => boolean
  empty?: ReactNode
  /** How wide its place must be for a table; about the least width of its columns. */
  folds?: keyof typeof places
  className?: string
}
