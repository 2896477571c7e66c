import { fieldPhone } from '#contract/kit/phone.ts'

import { TextInput, type TextInputProps } from './text-input.tsx'

/** An input for a phone number, of ten digits unless `shown` lets others in; a +91, 0 or spaces come off as they are typed or pasted. */
export const PhoneInput = ({ shown = fieldPhone, ...rest }: PhoneInputProps) => (
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

type PhoneInputProps = Omit<TextInputProps, 'onInput'> & { shown?: (typed: string) => string }
