import { clsx } from 'clsx'
import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'

import { Icon } from '../icon.tsx'
import { useFieldControl } from './field.tsx'

/** The browser's own select with our frame; pass `options`, or `<option>` children. */
export function Select({ options, placeholder, className, children, ...rest }: SelectProps) {
  return (
    <span className={clsx('relative block', className)}>
      <select {...useFieldControl()} {...rest} className={clsx('control', 'appearance-none truncate pr-10')}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options?.map((option) => {
          const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
          return (
            <option key={value} value={value}>
              {label}
            </option>
          )
        })}
        {children}
      </select>
      <Icon
        name="chevron-down"
        className="text-quiet pointer-events-none absolute top-1/2 right-3 size-4.5 -translate-y-1/2"
      />
    </span>
  )
}

export type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  options?: readonly (string | { value: string; label: string })[]
  placeholder?: string
  children?: ReactNode
  ref?: Ref<HTMLSelectElement>
}
