import { clsx } from 'clsx'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

import { useFieldControl } from './field.tsx'

/** A checkbox with its label and, if given, a second quiet line; the whole row is the target. */
export function Checkbox({ label, hint, hideLabel, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={clsx('flex min-h-11 items-start gap-3 py-2.5', hideLabel && 'justify-center', className)}
    >
      <input type="checkbox" {...useFieldControl()} {...rest} className="tick" />
      <span className={hideLabel ? 'sr-only' : 'leading-6'}>
        {label}
        {hint && <span className="text-14 text-quiet block">{hint}</span>}
      </span>
    </label>
  )
}

export type CheckboxProps = InputHTMLAttributes<HTMLInputElement> & {
  label: ReactNode
  hint?: ReactNode
  hideLabel?: boolean
  ref?: Ref<HTMLInputElement>
}
