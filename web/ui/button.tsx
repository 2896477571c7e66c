import { clsx } from 'clsx'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

/** A button that looks like what it does and, while pending, is disabled and says so. */
export function Button({
  tone,
  size,
  wide,
  pending,
  pendingText,
  icon,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={pending || rest.disabled}
      aria-busy={pending || undefined}
      className={clsx(buttonLook({ tone, size, wide }), className)}
    >
      {pending ? <span className="spinner" aria-hidden="true" /> : icon}
      {pending && pendingText ? pendingText : children}
    </button>
  )
}

/** The same look on a link; inside the site it navigates without a reload. */
export function ButtonLink({ tone, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={clsx(buttonLook({ tone, size, wide }), className)}>
      {icon}
      {children}
    </Link>
  )
}

/** The classes of a button, for the rare element that is neither a button nor a router link. */
export function buttonLook({ tone = 'primary', size = 'medium', wide = false }: ButtonLook): string {
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-field font-semibold transition-colors select-none',
    'disabled:cursor-not-allowed disabled:opacity-55 [&>svg]:size-4.5 [&>svg]:shrink-0',
    tone === 'link' ? 'px-1' : sizes[size],
    size === 'small'
      ? 'min-h-9 text-14 pointer-coarse:min-h-11'
      : size === 'large'
        ? 'min-h-13 text-18'
        : 'min-h-11',
    wide && 'w-full',
    tones[tone],
  )
}

const sizes = { small: 'px-3', medium: 'px-4.5', large: 'px-6' }

const tones = {
  primary: 'bg-saffron text-on-saffron enabled:hover:bg-saffron-deep [a]:hover:bg-saffron-deep',
  quiet:
    'border border-edge bg-sheet text-ink enabled:hover:border-ink [a]:hover:border-ink enabled:hover:bg-sunk [a]:hover:bg-sunk',
  danger: 'bg-stopped text-on-stopped enabled:hover:opacity-90 [a]:hover:opacity-90',
  link: 'link-rule text-ink',
}

export type ButtonLook = {
  tone?: 'primary' | 'quiet' | 'danger' | 'link'
  size?: 'small' | 'medium' | 'large'
  wide?: boolean
}
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonLook & { pending?: boolean; pendingText?: string; icon?: ReactNode }
export type ButtonLinkProps = LinkProps & ButtonLook & { icon?: ReactNode }
