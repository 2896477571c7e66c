import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { Button } from './button.tsx'
import { FieldError, useFieldControl } from './field.tsx'
import { Icon } from './icon.tsx'

/** A zone to drop files on, with a button that chooses them; the files are passed on unchanged. */
export function FileDrop(props: FileDropProps) {
  const { label, button, hint, error, accept, multiple, folder, name, disabled, compact } = props
  const { onPick, onDrop, onAsk, className } = props
  const input = useRef<HTMLInputElement>(null)
  const control = useFieldControl()
  const errorId = useId()
  // The button cannot be pressed while files are read, and loses the focus then without being left.
  const place = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  useEffect(() => {
    if (!disabled && hasFocus.current && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus()
  }, [disabled])
  const describedBy = clsx(control['aria-describedby'], error && errorId) || undefined
  const [over, setOver] = useState(false)
  return (
    <div ref={place} className={className}>
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!disabled)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          if (disabled) return
          if (onDrop) onDrop(event.dataTransfer)
          else onPick(Array.from(event.dataTransfer.files))
        }}
        className={clsx(
          'relative flex items-center rounded-sheet border border-dashed px-4 transition-colors',
          compact ? 'flex-wrap justify-between gap-x-4 gap-y-2 py-3' : 'flex-col gap-3 py-8 text-center',
          over ? 'border-ink bg-sunk' : error ? 'border-stopped' : 'border-edge bg-ground',
          disabled && 'text-quiet',
        )}
      >
        {!compact && <Icon name="upload" className="text-quiet size-7 stroke-[1.5]" />}
        <p>{label}</p>
        <Button
          onFocus={() => (hasFocus.current = true)}
          onBlur={() => (hasFocus.current = false)}
          tone="quiet"
          size={compact ? 'small' : 'medium'}
          disabled={disabled}
          aria-describedby={describedBy}
          onClick={() => (onAsk ? onAsk() : input.current?.click())}
        >
          {button}
        </Button>
        {hint && !compact && <p className="text-13 text-quiet text-balance">{hint}</p>}
        <input
          {...control}
          ref={input}
          type="file"
          name={name}
          accept={accept}
          multiple={multiple || folder}
          {...(folder && { webkitdirectory: '' })}
          disabled={disabled}
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          // The input cannot be seen, so its button has the focus in its place.
          onFocus={({ currentTarget }) => currentTarget.parentElement?.querySelector('button')?.focus()}
          onChange={({ currentTarget }) => {
            onPick(Array.from(currentTarget.files ?? []))
            currentTarget.value = ''
          }}
        />
      </div>
      <div role="alert">
        <FieldError id={errorId}>{error}</FieldError>
      </div>
    </div>
  )
}

type FileDropProps = {
  label: ReactNode
  button: string
  hint?: ReactNode
  error?: ReactNode
  accept?: string
  multiple?: boolean
  folder?: boolean
  name?: string
  disabled?: boolean
  /** Shows one row, for when something has been chosen and may be replaced. */
  compact?: boolean
  onPick: (files: File[]) => void
  onDrop?: (data: DataTransfer) => void
  /** Opens another dialog instead of the one of the file input. */
  onAsk?: (() => void) | undefined
  className?: string
}
