import { clsx } from 'clsx'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

/** An on/off switch whose effect is at once; a real checkbox with the role of a switch. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <label className={clsx('flex min-h-11 items-center justify-between gap-6', className)}>
      <span>
        <span id={id}>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="text-14 text-quiet block text-pretty">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
        className="switch"
      />
    </label>
  )
}

export type SwitchProps = InputHTMLAttributes<HTMLInputElement> & {
  label: ReactNode
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
}
