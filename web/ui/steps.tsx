import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** Numbered steps below each other, divided by hairlines: something to do. */
export const StepList = ({ label, className, children }: StepListProps) => (
  <ol aria-label={label} className={clsx('step-list', className)}>
    {children}
  </ol>
)

type StepListProps = { label?: string; className?: string; children: ReactNode }

/** A step with its title, something at the right of it, and what is to be done below. */
export const Step = ({ title, aside, children }: StepProps) => (
  <li className={title ? 'step-titled' : 'step-action'}>
    {title && (
      <div className="flex items-center justify-between gap-x-4">
        <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
        {aside}
      </div>
    )}
    {children && <div>{children}</div>}
  </li>
)

type StepProps = { title?: ReactNode; aside?: ReactNode; children?: ReactNode }
