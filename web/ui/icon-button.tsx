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
  return tone === 'plain' ? 'icon-button' : `icon-button icon-button-${tone}`
}

export type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  tone?: 'plain' | 'framed' | 'danger'
  children: ReactNode
}
