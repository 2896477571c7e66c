import { clsx } from 'clsx'

import { Icon } from '../icon.tsx'

/** Where one is in a short way: steps done are ticked, the present one is strong. */
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
            <span className="text-13 font-mono font-normal">{index + 1}</span>
          )}
          <span className="sm:truncate">{step}</span>
        </li>
      ))}
    </ol>
  )
}

export type StepsProps = { label: string; steps: readonly string[]; current: number; className?: string }
