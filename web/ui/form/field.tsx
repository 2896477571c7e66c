import { clsx } from 'clsx'
import { createContext, type ReactNode, use, useId } from 'react'

/** A label, a hint and an error tied to the one control inside, which takes its id from here. */
export function Field({ label, hint, error, required, id, hideLabel, className, children }: FieldProps) {
  const own = useId()
  const controlId = id ?? own
  const described = clsx(hint && `${controlId}-hint`, error && `${controlId}-error`) || undefined
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={controlId} className={hideLabel ? 'sr-only' : 'text-14 w-fit font-semibold'}>
        {label}
        {required && (
          <span className="text-stopped ml-1" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {hint && (
        <p id={`${controlId}-hint`} className="text-14 text-quiet -mt-1">
          {hint}
        </p>
      )}
      <FieldContext value={{ id: controlId, described, invalid: Boolean(error), required }}>
        {children}
      </FieldContext>
      <FieldError id={`${controlId}-error`}>{error}</FieldError>
    </div>
  )
}

/** An error sentence under a control, announced when it appears; nothing when there is none. */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  if (!children) return null
  return (
    <p
      id={id}
      role="alert"
      className="text-14 text-stopped flex gap-2 before:mt-[7px] before:size-2 before:shrink-0 before:bg-current"
    >
      {children}
    </p>
  )
}

/** What a control inside a Field spreads onto its input; empty outside one. */
export function useFieldControl(): ControlProps {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    required: field.required,
    'aria-describedby': field.described,
    'aria-invalid': field.invalid || undefined,
  }
}

const FieldContext = createContext<FieldState | null>(null)

type FieldState = { id: string; described?: string; invalid: boolean; required?: boolean }
type ControlProps = { id?: string; required?: boolean; 'aria-describedby'?: string; 'aria-invalid'?: true }
export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  id?: string
  hideLabel?: boolean
  className?: string
  children: ReactNode
}
