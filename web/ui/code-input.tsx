import { clsx } from 'clsx'
import { type Ref, useState } from 'react'

import { withPlainDigits } from '#contract/kit/digits.ts'

import { useFieldControl } from './field.tsx'

/**
 * Six large boxes over one input for digits, which can be pasted or filled in at once; `onComplete` is called at the
 * last digit.
 */
export function CodeInput({ name, value, onChange, onComplete, length = 6, disabled, ref }: CodeInputProps) {
  const control = useFieldControl()
  const [own, setOwn] = useState('')
  const [focused, setFocused] = useState(false)
  const code = value ?? own
  const place = Math.min(code.length, length - 1)

  function handleText(text: string) {
    const digits = withPlainDigits(text).replace(/\D/g, '').slice(0, length)
    setOwn(digits)
    onChange?.(digits)
    if (digits.length === length && digits !== code) onComplete?.(digits)
  }

  return (
    <div className="relative grid grid-cols-6 gap-2">
      {Array.from({ length }, (_, index) => (
        <span
          key={index}
          aria-hidden="true"
          className={clsx(
            'flex h-14 items-center justify-center rounded-field border bg-sheet font-mono text-22 sm:h-16 sm:text-28',
            control['aria-invalid'] ? 'border-stopped' : 'border-edge',
            focused && index === place && 'outline-2 outline-ink',
            focused && index === code.length && 'caret-bar',
            disabled && 'opacity-60',
          )}
        >
          {code[index]}
        </span>
      ))}
      <input
        {...control}
        ref={ref}
        name={name ?? control.name}
        value={code}
        disabled={disabled}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => handleText(event.target.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onSelect={({ currentTarget: input }) => {
          if (input.selectionStart === input.selectionEnd)
            input.setSelectionRange(input.value.length, input.value.length)
        }}
        className="text-16 absolute inset-0 h-full w-full bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent"
      />
    </div>
  )
}

type CodeInputProps = {
  name?: string
  value?: string
  onChange?: (digits: string) => void
  onComplete?: (digits: string) => void
  length?: number
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}
