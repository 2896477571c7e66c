import { grouped } from '#contract/kit/counted.ts'

type Row = string | { name: string; note: string }

/** Names and sentences about files, in a box that scrolls. */
export function MonoList({ label, rows, more = 0 }: { label: string; rows: readonly Row[]; more?: number }) {
  return (
    <ul
      aria-label={label}
      tabIndex={0}
      className="scroll-cue-below text-13 my-1.5 flex max-h-48 flex-col gap-1 overflow-y-auto font-mono wrap-anywhere"
    >
      {rows.map((row) =>
        typeof row === 'string' ? (
          <li key={row}>{row}</li>
        ) : (
          <li key={row.name} className="flex items-baseline justify-between gap-4">
            <span>{row.name}</span>
            <span className="text-quiet shrink-0 tabular-nums max-sm:max-w-[45%] max-sm:text-right">
              {row.note}
            </span>
          </li>
        ),
      )}
      {more > 0 && <li className="text-quiet">and {grouped(more)} more</li>}
    </ul>
  )
}
