import { type InputHTMLAttributes, useRef } from 'react'

import type { SettingInput } from '#contract/staff/setting.ts'

import type { useForm } from '../../shell/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Checkbox, NumberInput, RadioGroup, Select, TextArea, TextInput } from '../../ui/inputs.tsx'
import type { BuiltIn } from './built-in-texts.ts'
import { inputOf, type SettingField } from './settings-form.ts'

/** The field of one setting with its stored value; it belongs into a grid of two columns. */
export function SettingControl({ setting, value, field, builtIn }: SettingControlProps) {
  const { name, label, hint, options = [] } = setting
  const input = inputOf(setting)
  if (input === 'checkbox')
    return (
      <Checkbox
        className="col-span-full"
        name={name}
        error={field(name).error}
        defaultChecked={value === true}
        label={label}
        hint={hint}
      />
    )
  const { required, error, control } = field(
    name,
    input === 'percent' ? Number(value) / 100 : (value as string | number | null),
  )
  if (input === 'radios')
    return (
      <RadioGroup
        className="col-span-full"
        legend={label}
        required={required}
        name={name}
        defaultValue={String(value)}
        options={options}
        error={error}
      />
    )
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      error={error}
      control={control}
      className={severalLines.has(input) ? 'col-span-full' : ''}
    >
      {input === 'pageText' ? (
        <PageText setting={setting} builtIn={builtIn?.[name]} />
      ) : input === 'lines' ? (
        <TextArea autoComplete="off" />
      ) : input === 'entries' ? (
        <TextArea
          rows={10}
          className="text-14 max-h-[60vh] font-mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : input === 'select' ? (
        // A select does not follow a new default value by itself.
        <Select key={String(value)} placeholder={setting.placeholder} options={options} autoComplete="off" />
      ) : input === 'number' || input === 'percent' ? (
        <NumberInput inputMode="decimal" autoComplete="off" />
      ) : (
        <TextInput autoComplete="off" placeholder={setting.placeholder} {...keyboards[input]} />
      )}
    </Field>
  )
}

interface SettingControlProps {
  setting: SettingField
  value: unknown
  field: ReturnType<typeof useForm<string>>['field']
  /** The texts that apply while fields are empty. */
  builtIn?: BuiltIn | undefined
}

const severalLines = new Set<SettingInput>(['pageText', 'lines', 'entries'])

/** What a text of one line is typed and shown with. */
const keyboards: { [Input in SettingInput]?: InputHTMLAttributes<HTMLInputElement> } = {
  digits: { inputMode: 'numeric', className: 'font-mono' },
  code: { className: 'font-mono uppercase', spellCheck: false },
  email: { type: 'email' },
  tel: { type: 'tel' },
  url: { type: 'url', inputMode: 'url', spellCheck: false },
}

/** A text of a page. While it is empty the built-in text applies, which a button puts in to be changed. */
function PageText({ setting, builtIn }: { setting: SettingField; builtIn: string | undefined }) {
  const { label, placeholder = 'Empty: the built-in text' } = setting
  const ref = useRef<HTMLTextAreaElement>(null)
  const fillIn = () => {
    const box = ref.current
    if (!box || !builtIn) return
    box.value = builtIn
    // The form's draft records it like typing.
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.focus()
    box.setSelectionRange(0, 0)
    box.scrollTop = 0
  }
  return (
    <>
      <TextArea
        ref={ref}
        rows={6}
        placeholder={placeholder}
        className="peer max-h-[32rem]"
        autoComplete="off"
      />
      {builtIn && (
        <Button
          tone="link"
          size="small"
          className="hidden! self-start peer-placeholder-shown:inline-flex!"
          onClick={fillIn}
          aria-label={`Begin with the built-in text: ${label}`}
        >
          Begin with the Built-in Text
        </Button>
      )}
    </>
  )
}
