import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/**
 * The rows of a data sheet: the term on the left and the value on the right, on a line of its own when it is long.
 * Two that follow each other and are `short` share a row. `dense` is for many rows on a small label. With `words` the
 * values are of several words, and stand below their terms on phones.
 */
export function FactRows({ facts, open, dense, words, className }: FactRowsProps) {
  return (
    <dl
      className={clsx(
        'facts text-13 [&_svg]:mr-1.5 [&_svg]:inline [&_svg]:align-[-0.2em]',
        open ? 'border-y border-rule' : '',
        facts.some(({ short }) => short) && 'grid grid-cols-2 gap-x-5',
        className,
      )}
    >
      {facts.map(({ term, value, key, short }, index) => (
        <div
          key={key ?? (typeof term === 'string' ? term : undefined)}
          className={clsx(
            'border-rule flex flex-wrap items-baseline justify-between border-t first:border-t-0',
            dense ? 'py-1' : 'py-2',
            short ? 'gap-x-3' : dense ? 'col-span-2 gap-x-4' : 'col-span-2 gap-x-6',
            short && index === 1 && 'border-t-0',
          )}
        >
          <dt className="text-quiet max-w-full shrink-0 break-words">{term}</dt>
          <dd
            className={clsx(
              'ml-auto min-w-0 text-right break-words tabular-nums',
              words && 'max-sm:basis-full max-sm:text-left',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export type Fact = { term: ReactNode; value: ReactNode; key?: string; short?: boolean }
type FactRowsProps = {
  facts: readonly Fact[]
  open?: boolean
  dense?: boolean
  words?: boolean
  className?: string
}

/** A row of figures, two to a line on phones. */
export function StatRow({ stats, className }: StatRowProps) {
  return (
    <dl className={clsx('stat-row border-y border-rule', className)}>
      {stats.map(({ label, value, note }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse justify-end gap-0.5 py-5 pr-4">
          <dt className="text-14 text-quiet">
            <span>{label}</span>
            {note && <span className="text-13 block">{note}</span>}
          </dt>
          <dd className="font-head text-28 lg:text-36 font-bold break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Stat = { label: string; value: ReactNode; note?: ReactNode }
type StatRowProps = { stats: readonly Stat[]; className?: string }
