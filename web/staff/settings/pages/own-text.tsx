import { type ReactNode, useRef } from 'react'

import type { useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'

/** A text of a page. While it is empty the built-in one holds, and can be put in to be changed. */
export function OwnText({
  label,
  hint,
  rows = 5,
  builtIn,
  whenEmpty = 'Empty: the built-in text',
  ...field
}: OwnTextProps) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const putIn = () => {
    const box = ref.current
    if (!box || !builtIn) return
    box.value = builtIn
    // The draft of the form hears of it as of typing.
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.focus()
    box.setSelectionRange(0, 0)
    box.scrollTop = 0
  }
  return (
    <Field label={label} hint={hint} {...field}>
      <TextArea
        ref={ref}
        rows={rows}
        placeholder={whenEmpty}
        className="peer max-h-[32rem]"
        autoComplete="off"
      />
      {builtIn && (
        <Button
          tone="link"
          size="small"
          className="hidden! self-start peer-placeholder-shown:inline-flex!"
          onClick={putIn}
          aria-label={`Begin with the built-in text: ${label}`}
        >
          Begin with the Built-in Text
        </Button>
      )}
    </Field>
  )
}

type OwnTextProps = {
  label: string
  hint?: ReactNode
  rows?: number
  builtIn?: string | undefined
  /** What an empty text means. */
  whenEmpty?: string
} & ReturnType<ReturnType<typeof useForm<string>>['field']>
