import { TextInput, type TextInputProps } from './text-input.tsx'

/** An input for a phone number: whatever is typed or pasted, `shown` says at once what it holds. */
export const PhoneInput = ({ shown, ...rest }: PhoneInputProps) => (
  <TextInput
    type="tel"
    inputMode="tel"
    {...rest}
    // Cut by `shown`, after a prefix has come off: the browser would cut before.
    maxLength={undefined}
    onInput={({ currentTarget }) => {
      const held = shown(currentTarget.value)
      if (held !== currentTarget.value) currentTarget.value = held
    }}
  />
)

type PhoneInputProps = Omit<TextInputProps, 'onInput'> & { shown: (typed: string) => string }
