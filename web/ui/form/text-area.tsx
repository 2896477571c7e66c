import { clsx } from 'clsx'
import type { Ref, TextareaHTMLAttributes } from 'react'

import { useFieldControl } from './field.tsx'

/** A text box of several lines that grows with its text where the browser can. */
export function TextArea({ className, rows = 4, ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={rows}
      {...useFieldControl()}
      {...rest}
      className={clsx('control', 'field-sizing-content min-h-28 resize-y py-2.5', className)}
    />
  )
}

export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }
