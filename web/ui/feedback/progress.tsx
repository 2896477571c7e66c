import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

/** How far long work has come, with its words; without `value` it only says that it goes on. */
export function Progress({ label, value, max = 100, detail, className }: ProgressProps) {
  return (
    <Bar
      {...{ label, value, max, className }}
      detail={detail ?? (value === undefined ? '' : percent(value, max))}
      look="bar"
    />
  )
}

/** A thin bar for a share of something, its figure at the right; saying a number, not progress. */
export function ShareBar({
  label,
  value,
  max,
  detail,
  className,
}: ProgressProps & { value: number; max: number }) {
  return <Bar {...{ label, value, max, className }} detail={detail ?? value} look="bar bar-share" />
}

function Bar({ label, value, max, detail, look, className }: ProgressProps & { look: string }) {
  const id = useId()
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <div className="text-14 flex items-baseline justify-between gap-4">
        <span id={id}>{label}</span>
        <span className="text-13 text-quiet font-mono tabular-nums">{detail}</span>
      </div>
      <progress className={look} value={value} max={max} aria-labelledby={id} />
    </div>
  )
}

const percent = (value: number, max: number) => `${Math.floor((100 * value) / max)}%`

export type ProgressProps = {
  label: ReactNode
  value?: number
  max?: number
  detail?: ReactNode
  className?: string
}
