import { clsx } from 'clsx'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

import { useFieldControl } from './field.tsx'

/** A one-line input; inside a Field it is labelled and described by it. `unit` stands before the text (₹). */
export function TextInput({ unit, className, ...rest }: TextInputProps) {
  const input = (
    <input
      type="text"
      {...useFieldControl()}
      {...rest}
      className={clsx('control', unit && 'pl-8 tabular-nums', className)}
    />
  )
  if (!unit) return input
  return (
    <span className="relative block">
      <span
        className="text-quiet pointer-events-none absolute inset-y-0 left-0 flex w-8 items-center justify-center"
        aria-hidden="true"
      >
        {unit}
      </span>
      {input}
    </span>
  )
}

export type TextInputProps = InputHTMLAttributes<HTMLInputElement> & {
  unit?: ReactNode
  ref?: Ref<HTMLInputElement>
}
