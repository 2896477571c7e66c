import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

import { Icon } from './icon.tsx'

/** A labelled progress bar; without `value` it only shows that the work goes on. */
export function Progress({ label, value, max = 100, detail, className }: ProgressProps) {
  return (
    <Bar
      {...{ label, value, max, className }}
      detail={detail ?? (value === undefined ? '' : percent(value, max))}
      look="bar"
    />
  )
}

/** A thin bar for a share of a total, with its figure at the right; it shows a number, not progress. */
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
      <div className="text-14 flex flex-wrap items-baseline justify-between gap-x-4">
        <span id={id}>{label}</span>
        <span className="text-13 text-quiet tabular-nums">{detail}</span>
      </div>
      <progress className={look} value={value} max={max} aria-labelledby={id} />
    </div>
  )
}

const percent = (value: number, max: number) => `${Math.floor((100 * value) / max)}%`

type ProgressProps = {
  label: ReactNode
  value?: number
  max?: number
  detail?: ReactNode
  className?: string
}

/** The steps of a short process: completed ones are ticked, the current one is bold. */
export function Steps({ label, steps, current, className }: StepsProps) {
  return (
    <ol aria-label={label} className={clsx('flex gap-2 sm:gap-4', className)}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={clsx(
            'flex min-w-0 flex-1 items-center gap-2 border-t-2 pt-2 text-14',
            index <= current ? 'border-ink' : 'border-rule text-quiet',
            index === current && 'font-semibold',
          )}
        >
          {index < current ? (
            <>
              <Icon name="check" className="text-verified size-4" />
              <span className="sr-only">Done: </span>
            </>
          ) : (
            <span className="text-13 font-normal">{index + 1}</span>
          )}
          <span className="sm:truncate">{step}</span>
        </li>
      ))}
    </ol>
  )
}

type StepsProps = { label: string; steps: readonly string[]; current: number; className?: string }
