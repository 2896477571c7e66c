import { clsx } from 'clsx'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

import { withPlainDigits } from '#contract/kit/digits.ts'

import { FieldError, RequiredMark, useFieldControl } from './field.tsx'
import { Icon } from './icon.tsx'

/** A one-line input; a Field around it labels and describes it. `unit` stands before the text (₹). */
export function TextInput({ unit, className, ...rest }: TextInputProps) {
  const input = (
    <input
      type="text"
      dir="auto"
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

type TextInputProps = InputHTMLAttributes<HTMLInputElement> & {
  unit?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/**
 * A number field. Digits of any keyboard of India are typed and pasted as 0 to 9, which browsers would drop, and the
 * wheel scrolls the page instead of changing the number.
 */
export const NumberInput = (props: Omit<TextInputProps, 'type' | 'ref'>) => (
  <TextInput {...props} type="number" ref={takeAnyDigits} />
)

/** React knows neither event as the browser sends it: its own come too late for a number field. */
function takeAnyDigits(input: HTMLInputElement | null) {
  const ended = new AbortController()
  const listening = { signal: ended.signal }
  input?.addEventListener('wheel', () => input.blur(), { ...listening, passive: true })
  input?.addEventListener('beforeinput', (event) => insertPlain(event, event.data), listening)
  input?.addEventListener(
    'paste',
    (event) => insertPlain(event, event.clipboardData?.getData('text')),
    listening,
  )
  return () => ended.abort()
}

function insertPlain(event: Event, typed: string | null | undefined) {
  const plain = withPlainDigits(typed ?? '').trim()
  if (!typed || plain === typed) return
  event.preventDefault()
  // The only way that undo knows of, and that a number field offers at all.
  document.execCommand('insertText', false, plain)
}

/** A text field of several lines that grows with its text where the browser supports that. */
export function TextArea({ className, rows = 4, ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={rows}
      dir="auto"
      {...useFieldControl()}
      {...rest}
      className={clsx('control', 'field-sizing-content min-h-28 resize-y py-2.5', className)}
    />
  )
}

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** A native select in our style; pass `options`, or `<option>` children. */
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

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  options?: readonly (string | { value: string; label: string })[]
  placeholder?: string
  children?: ReactNode
  ref?: Ref<HTMLSelectElement>
}

/** A checkbox with its label and an optional hint on a second line; the whole row can be pressed. */
export function Checkbox({ label, hint, hideLabel, error, className, ...rest }: CheckboxProps) {
  const errorId = useId()
  return (
    <>
      <label
        className={clsx('flex min-h-11 items-start gap-3 py-2.5', hideLabel && 'justify-center', className)}
      >
        <input
          type="checkbox"
          {...useFieldControl()}
          {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })}
          {...rest}
          className="tick"
        />
        <span className={hideLabel ? 'sr-only' : 'leading-6'}>
          <span>{label}</span>
          {hint && <span className="text-14 text-quiet block">{hint}</span>}
        </span>
      </label>
      <FieldError id={errorId}>{error}</FieldError>
    </>
  )
}

type CheckboxProps = InputHTMLAttributes<HTMLInputElement> & {
  label: ReactNode
  hint?: ReactNode
  hideLabel?: boolean
  /** What is wrong with it, where it stands outside a Field. */
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** An on/off switch that takes effect at once; a native checkbox with the role of a switch. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <label className={clsx('flex min-h-11 items-center justify-between gap-6', className)}>
      <span className="min-w-0 wrap-anywhere">
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

type SwitchProps = InputHTMLAttributes<HTMLInputElement> & {
  label: ReactNode
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A group of radios, as a fieldset with a legend; `detail`, such as a count, stands at the right of a row. */
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
  const errorId = useId()
  return (
    <fieldset className={clsx('[&>.field-error]:mt-1.5', className)} aria-invalid={error ? true : undefined}>
      <legend className={hideLegend ? 'sr-only' : 'text-14 mb-1 font-semibold'}>
        <span>{legend}</span>
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
              aria-describedby={error ? errorId : undefined}
              {...rest}
              {...checkedProps(rest, option.value)}
              className="tick"
            />
            <span>
              <span>{option.label}</span>
              {option.hint && <span className="text-14 text-quiet block">{option.hint}</span>}
            </span>
            {option.detail !== undefined && <span className="count">{option.detail}</span>}
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}

function checkedProps({ value, defaultValue }: Pick<RadioGroupProps, 'value' | 'defaultValue'>, own: string) {
  if (value !== undefined) return { value: own, checked: value === own }
  return { value: own, defaultChecked: defaultValue === own, defaultValue: undefined }
}

type RadioOption = { value: string; label: ReactNode; hint?: ReactNode; detail?: ReactNode }
type RadioGroupProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue'> & {
  legend: ReactNode
  name: string
  options: readonly RadioOption[]
  value?: string
  defaultValue?: string
  hideLegend?: boolean
  inline?: boolean
  error?: ReactNode
}

/** An input for a phone number; `shown` formats what is typed or pasted at once. */
export const PhoneInput = ({ shown, ...rest }: PhoneInputProps) => (
  <TextInput
    type="tel"
    inputMode="tel"
    {...rest}
    // `shown` cuts the text after it has removed a prefix; the browser would cut before.
    maxLength={undefined}
    onInput={({ currentTarget }) => {
      const held = shown(currentTarget.value)
      if (held !== currentTarget.value) currentTarget.value = held
    }}
  />
)

type PhoneInputProps = Omit<TextInputProps, 'onInput'> & { shown: (typed: string) => string }
