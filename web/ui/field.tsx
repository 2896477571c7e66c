import { clsx } from 'clsx'
import { createContext, type ReactNode, use, useId } from 'react'

import { errorLook } from './failure.tsx'

/** A label, a hint and an error that belong to the one control inside, which gets its id from here. */
export function Field(props: FieldProps) {
  const { label, hint, error, required, control, id, hideLabel, className, children } = props
  const own = useId()
  const controlId = id ?? own
  const described =
    clsx(hint && `${controlId}-hint`, error && `${controlId}-error`, control?.['aria-describedby']) ||
    undefined
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={controlId} className={hideLabel ? 'sr-only' : 'text-14 w-fit font-semibold'}>
        <span>{label}</span>
        {required && <RequiredMark />}
      </label>
      {hint && (
        <p id={`${controlId}-hint`} className="text-14 text-quiet -mt-1">
          {hint}
        </p>
      )}
      <FieldContext
        value={{
          ...control,
          id: controlId,
          required,
          'aria-describedby': described,
          'aria-invalid': error ? true : control?.['aria-invalid'],
        }}
      >
        {children}
      </FieldContext>
      <FieldError id={`${controlId}-error`}>{error}</FieldError>
    </div>
  )
}

/** The star beside the label of a required control, hidden from screen readers because the control itself says so. */
export const RequiredMark = () => (
  <span className="text-stopped ml-1" aria-hidden="true">
    *
  </span>
)

/**
 * An error message below a control, whose description it is: the control is read out with it. Nothing when there is
 * none.
 */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className={`field-error ${errorLook}`}>
      {children}
    </p>
  )
}

/** Returns the attributes that a control inside a Field spreads onto its input; empty outside one. */
export const useFieldControl = (): FieldControl => use(FieldContext)

const FieldContext = createContext<FieldControl>({})

/** The attributes that a Field passes to the control inside it. */
export interface FieldControl {
  id?: string
  name?: string
  required?: boolean
  defaultValue?: string | number
  maxLength?: number
  pattern?: string
  min?: number
  max?: number
  step?: number | 'any'
  'aria-describedby'?: string
  'aria-invalid'?: true
}
export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  /** Further attributes of the control inside, as useForm returns them. */
  control?: Omit<FieldControl, 'id' | 'required'>
  id?: string
  hideLabel?: boolean
  className?: string
  children: ReactNode
}
