import { clsx } from 'clsx'
import type { InputHTMLAttributes, ReactNode } from 'react'

import { FieldError, RequiredMark } from './field.tsx'

/** One choice of several, as a fieldset with a legend; `detail` stands at the right of a row (a count). */
export function RadioGroup({
  legend,
  name,
  options,
  hideLegend,
  inline,
  error,
  className,
  ...rest
}: RadioGroupProps) {
  return (
    <fieldset className={clsx('[&>[role=alert]]:mt-1.5', className)} aria-invalid={error ? true : undefined}>
      <legend className={hideLegend ? 'sr-only' : 'text-14 mb-1 font-semibold'}>
        {legend}
        {rest.required && <RequiredMark />}
      </legend>
      <div
        className={clsx(
          inline ? 'flex flex-wrap gap-x-6' : options.some(({ hint }) => hint !== undefined) && 'space-y-2',
        )}
      >
        {options.map((option) => (
          <label key={option.value} className={clsx('option', option.hint && 'items-start!')}>
            <input
              type="radio"
              name={name}
              {...rest}
              {...checkedProps(rest, option.value)}
              className="tick"
            />
            <span>
              {option.label}
              {option.hint && <span className="text-14 text-quiet block">{option.hint}</span>}
            </span>
            {option.detail !== undefined && <span className="count">{option.detail}</span>}
          </label>
        ))}
      </div>
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}

function checkedProps({ value, defaultValue }: Pick<RadioGroupProps, 'value' | 'defaultValue'>, own: string) {
  if (value !== undefined) return { value: own, checked: value === own }
  return { value: own, defaultChecked: defaultValue === own, defaultValue: undefined }
}

type RadioOption = { value: string; label: ReactNode; hint?: ReactNode; detail?: ReactNode }
export type RadioGroupProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue'> & {
  legend: ReactNode
  name: string
  options: readonly RadioOption[]
  value?: string
  defaultValue?: string
  hideLegend?: boolean
  inline?: boolean
  error?: ReactNode
}
