import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** Figures in a ruled row, two to a line on phones; the caller's figures, nothing made up. */
export function StatRow({ stats, className }: StatRowProps) {
  return (
    <dl className={clsx('stat-row border-y border-rule', className)}>
      {stats.map(({ label, value, note }) => (
        <div key={label} className="flex flex-col-reverse justify-end gap-0.5 py-5 pr-4">
          <dt className="text-14 text-quiet">
            {label}
            {note && <span className="text-13 block font-mono">{note}</span>}
          </dt>
          <dd className="font-head text-28 md:text-36 font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Stat = { label: string; value: ReactNode; note?: ReactNode }
export type StatRowProps = { stats: readonly Stat[]; className?: string }
