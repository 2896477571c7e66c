import { clsx } from 'clsx'
import { type ReactNode, useRef, useState } from 'react'

import { Button } from './button.tsx'
import { FieldError, useFieldControl } from './field.tsx'
import { Icon } from './icon.tsx'

/** A zone to drop files on, with a button that chooses them; the files are passed on unchanged. */
export function FileDrop(props: FileDropProps) {
  const { label, button, hint, error, accept, multiple, folder, name, disabled, compact } = props
  const { onPick, onDrop, onAsk, className } = props
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <div className={className}>
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
          over ? 'border-ink bg-saffron-wash' : error ? 'border-stopped' : 'border-edge bg-ground',
          disabled && 'text-quiet',
        )}
      >
        {!compact && <Icon name="upload" className="text-quiet size-7 stroke-[1.5]" />}
        <p>{label}</p>
        <Button
          tone="quiet"
          size={compact ? 'small' : 'medium'}
          disabled={disabled}
          onClick={() => (onAsk ? onAsk() : input.current?.click())}
        >
          {button}
        </Button>
        {hint && !compact && <p className="text-13 text-quiet font-mono text-balance">{hint}</p>}
        <input
          {...useFieldControl()}
          ref={input}
          type="file"
          name={name}
          accept={accept}
          multiple={multiple || folder}
          {...(folder && { webkitdirectory: '' })}
          disabled={disabled}
          tabIndex={-1}
          aria-label={button}
          className="sr-only"
          onChange={({ currentTarget }) => {
            onPick(Array.from(currentTarget.files ?? []))
            currentTarget.value = ''
          }}
        />
      </div>
      <FieldError>{error}</FieldError>
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
