import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Checkbox } from './inputs.tsx'

/**
 * A table with a sticky head and right-aligned figures that scrolls inside itself when it is too wide. With `folds`
 * it does not scroll where its container is narrow, whatever the window's width: each row becomes a block, its first
 * cell on top and every other cell beside its head. 'wide' folds sooner, and one of 'few' columns later.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, select, empty, folds, className } = props
  if (rows.length === 0 && empty) return empty
  const keys = rows.map(rowKey)
  const table = (
    // A scrolling element must be reachable by keyboard; its name differs from that of the sheet around it.
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
            {select && (
              <th scope="col" className={clsx(headCell, 'w-px folded:block folded:w-auto')}>
                <Checkbox
                  className="unfolded:justify-center unfolded:gap-0"
                  label={<span className="unfolded:sr-only">Select all on this page</span>}
                  checked={keys.length > 0 && keys.every((key) => select.selected.has(key))}
                  onChange={({ target }) => select.onSelect(keys, target.checked)}
                />
              </th>
            )}
            {columns.map(({ key, head, sort, figures }) => (
              <th
                key={key}
                scope="col"
                aria-sort={sort && (sort.now ?? 'none')}
                className={clsx(
                  headCell,
                  figures ? 'text-right' : 'whitespace-nowrap',
                  folds && 'folded:sr-only',
                )}
              >
                {sort ? <SortLink {...sort} head={head} /> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={clsx(folds && 'folded:block')}>
          {rows.map((row, index) => {
            const isSelected = select?.selected.has(keys[index]!)
            return (
              <tr
                key={keys[index]}
                className={clsx(
                  'group',
                  isSelected ? 'bg-sunk' : 'hover:bg-ground',
                  folds && foldedRow,
                  folds && select && 'folded:pl-12!',
                )}
              >
                {select && (
                  <td className={clsx(bodyCell, 'w-px', foldedTick)}>
                    <Checkbox
                      hideLabel
                      label={select.label(row)}
                      checked={isSelected}
                      onChange={({ target }) => select.onSelect([keys[index]!], target.checked)}
                    />
                  </td>
                )}
                {columns.map((column, place) => (
                  <Cell
                    key={column.key}
                    row={row}
                    column={place === 0 ? { ...column, folded: 'whole' } : column}
                    folds={folds !== undefined}
                  />
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
  return folds ? <div className={places[folds]}>{table}</div> : table
}

/** The head of a column by which the rows can be sorted. */
const SortLink = ({ to, now, head }: NonNullable<Column<never>['sort']> & { head: ReactNode }) => (
  <>
    <Link
      to={to}
      preventScrollReset
      className="hover:text-ink folded:hidden relative inline-flex h-11 items-center"
    >
      <span>{head}</span>
      {now && (
        <span aria-hidden="true" className="absolute left-full pl-0.5">
          {now === 'ascending' ? '↑' : '↓'}
        </span>
      )}
    </Link>
    <span className="unfolded:hidden">{head}</span>
  </>
)

/**
 * One cell. In a folded row its head is at the left and its value at the other edge, or beside the head where two
 * cells share a line.
 */
function Cell<Row>({ row, column, folds }: { row: Row; column: Column<Row>; folds: boolean }) {
  const { head, cell, figures, className, folded } = column
  const hasHead = folds && !folded && typeof head === 'string'
  return (
    <td
      className={clsx(
        bodyCell,
        figures && 'text-right text-13 whitespace-nowrap tabular-nums',
        className,
        folds && foldedCell,
        folds && (folded === 'whole' ? 'folded:w-full' : hasHead ? foldedHalf : 'folded:w-auto'),
        folds && !folded && !hasHead && 'folded:ml-auto',
      )}
    >
      {hasHead && (
        <span
          aria-hidden="true"
          className="text-13 text-quiet unfolded:hidden paired:w-32 shrink-0 text-left font-normal"
        >
          {head}
        </span>
      )}
      {folds ? (
        <div
          className={clsx(
            'folded:wrap-anywhere unfolded:contents min-w-0',
            folded === 'whole' && 'folded:w-full',
            hasHead && 'folded:text-right paired:text-left',
          )}
        >
          {cell(row)}
        </div>
      ) : (
        cell(row)
      )}
    </td>
  )
}

const places = { narrow: '@container/fold', wide: '@container/fold-wide', few: '@container/fold-few' }
const headCell =
  'sticky top-0 z-1 border-b border-edge bg-sheet px-1.5 sm:px-2 lg:px-3 h-11 text-13 font-normal text-quiet first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5'
const bodyCell =
  'h-13 border-b border-rule px-1.5 sm:px-2 lg:px-3 py-1 group-last:border-b-0 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5'
const foldedRow =
  'folded:relative folded:flex folded:flex-wrap folded:items-baseline folded:gap-x-4 folded:border-b folded:border-rule folded:px-4 sm:folded:px-5 folded:py-3 folded:last:border-b-0'
const foldedCell =
  'folded:flex folded:h-auto folded:min-w-0! folded:items-baseline folded:border-b-0 folded:px-0! folded:py-1! folded:whitespace-normal folded:has-[>div:last-child:empty]:hidden'
const foldedHalf =
  'folded:w-full paired:w-[calc(50%-0.5rem)] folded:justify-between paired:justify-start folded:gap-4 paired:gap-2.5'
const foldedTick =
  'folded:absolute folded:top-1 folded:left-4 sm:folded:left-5 folded:h-auto folded:w-auto folded:border-b-0 folded:p-0!'

export type Column<Row> = {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  figures?: boolean
  /** The address to which its head leads, and the current direction when the rows are sorted by it; needs `folds`. */
  sort?: { to: string; now?: 'ascending' | 'descending' | undefined }
  className?: string
  /** Shows the cell without its head in a folded row: over the whole width, or beside its neighbours. */
  folded?: 'whole' | 'inline'
}
type DataTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Checkboxes that select rows, by their keys; needs `folds`. */
  select?: {
    selected: ReadonlySet<string>
    onSelect: (keys: readonly string[], isSelected: boolean) => void
    label: (row: Row) => string
  }
  empty?: ReactNode
  folds?: keyof typeof places
  className?: string
}
