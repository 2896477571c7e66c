import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A table with a sticky head and right-aligned figures that scrolls inside itself when it is too wide. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  chosen,
  empty,
  className,
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty) return empty
  return (
    // a region that scrolls must be reachable by keyboard
    <section
      aria-label={caption}
      tabIndex={0}
      className={clsx('scroll-cue relative max-h-[75vh] overflow-auto', className)}
    >
      <table className="text-14 w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sort}
                className={clsx(
                  'sticky top-0 z-1 border-b border-edge bg-sheet px-3 h-11 font-mono text-13 font-normal whitespace-nowrap text-quiet first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
                  column.figures && 'text-right',
                )}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={clsx('group', chosen?.(row) ? 'bg-sunk' : 'hover:bg-ground')}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={clsx(
                    'h-13 border-b border-rule px-3 py-1 group-last:border-b-0 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
                    column.figures && 'text-right font-mono text-13 whitespace-nowrap tabular-nums',
                    column.className,
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export type Column<Row> = {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  figures?: boolean
  sort?: 'ascending' | 'descending' | 'none'
  className?: string
}
export type DataTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  chosen?: (row: Row) => boolean
  empty?: ReactNode
  className?: string
}
