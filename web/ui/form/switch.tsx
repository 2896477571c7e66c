import { clsx } from 'clsx'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

/** An on/off switch whose effect is at once; a real checkbox with the role of a switch. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <label className={clsx('flex min-h-11 items-center justify-between gap-6', className)}>
      <span>
        {label}
        {hint && <span className="text-14 text-quiet block">{hint}</span>}
      </span>
      <input type="checkbox" role="switch" {...rest} className="switch" />
    </label>
  )
}

export type SwitchProps = InputHTMLAttributes<HTMLInputElement> & {
  label: ReactNode
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
}
