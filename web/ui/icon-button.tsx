import { clsx } from 'clsx'
import type { ButtonHTMLAttributes, ReactNode } from 'react'

/** A 44 px square button with an icon; `label` is its name and its tooltip. */
export function IconButton({ label, tone = 'plain', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={clsx(iconButtonLook(tone), className)}
    >
      {children}
    </button>
  )
}

/** The classes of an icon button, for a link that should look like one. */
export function iconButtonLook(tone: 'plain' | 'framed' | 'danger' = 'plain'): string {
  return clsx(
    'relative inline-flex size-11 shrink-0 items-center justify-center rounded-field transition-colors',
    'hover:bg-sunk disabled:opacity-55 [&>svg]:size-5',
    tone === 'danger' ? 'text-stopped' : 'text-ink',
    tone === 'framed' && 'border border-edge bg-sheet hover:border-ink',
  )
}

export type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  tone?: 'plain' | 'framed' | 'danger'
  children: ReactNode
}
