import { clsx } from 'clsx'
import {
  type ButtonHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  useRef,
  useSyncExternalStore,
} from 'react'
import { Link, type LinkProps } from 'react-router'

/**
 * A button. While it is pending it keeps the focus, announces that, and ignores presses. A double click counts once.
 */
export function Button({
  tone,
  size,
  wide,
  pending,
  pendingText,
  icon,
  needsScripts,
  disabled,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isHydrated = useHydrated()
  const press = useOnce(onClick, pending !== undefined)
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || (needsScripts && !isHydrated)}
      onClick={pending ? preventClick : press}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      className={clsx(buttonLook({ tone, size, wide }), className)}
    >
      {pending ? <span className="spinner" aria-hidden="true" /> : icon}
      <span key={pending && pendingText ? 'pending' : 'idle'} className="contents">
        {pending && pendingText ? pendingText : children}
      </span>
    </button>
  )
}

const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
const never = () => () => {}

const preventClick = (event: MouseEvent) => event.preventDefault()

/** Handles only the first of several clicks that come before a button can show that it is pending. */
function useOnce(onClick: ButtonProps['onClick'], becomesPending: boolean): ButtonProps['onClick'] {
  const isPressed = useRef(false)
  if (!becomesPending) return onClick
  return (event: MouseEvent<HTMLButtonElement>) => {
    if (isPressed.current) return event.preventDefault()
    isPressed.current = true
    setTimeout(() => (isPressed.current = false), 50)
    onClick?.(event)
  }
}

/** A link that looks like a button; inside the site it navigates without a reload. */
export function ButtonLink({ tone, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={clsx(buttonLook({ tone, size, wide }), className)}>
      {icon}
      <span className="contents">{children}</span>
    </Link>
  )
}

/** Returns the classes of a button, for an element that is neither a button nor a router link. */
export function buttonLook({ tone = 'primary', size = 'medium', wide = false }: ButtonLook): string {
  return clsx('button', sizes[size], tones[tone], wide && 'w-full')
}

const sizes = { small: 'button-small', medium: '', large: 'button-large' }

const tones = {
  primary: '',
  quiet: 'button-quiet',
  danger: 'button-danger',
  link: 'button-link link-rule',
}

export type ButtonLook = {
  tone?: 'primary' | 'quiet' | 'danger' | 'link'
  size?: 'small' | 'medium' | 'large'
  wide?: boolean
}
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonLook & {
    pending?: boolean
    pendingText?: string
    icon?: ReactNode
    /** Disables the button until the page is hydrated. */
    needsScripts?: boolean
  }
type ButtonLinkProps = LinkProps & ButtonLook & { icon?: ReactNode }

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

/** Returns the classes of an icon button, for a link that should look like one. */
export function iconButtonLook(tone: 'plain' | 'framed' | 'danger' = 'plain'): string {
  return tone === 'plain' ? 'icon-button' : `icon-button icon-button-${tone}`
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string
  tone?: 'plain' | 'framed' | 'danger'
  children: ReactNode
}

/** A link in running text, underlined in ink; `newTab` opens another tab and says so. */
export function TextLink({ newTab, className, children, ...rest }: TextLinkProps) {
  return (
    <Link
      {...rest}
      {...(newTab && { target: '_blank', rel: 'noreferrer' })}
      className={clsx('link-rule', className)}
    >
      <span>{children}</span>
      {newTab && <span className="sr-only"> (opens in a new tab)</span>}
    </Link>
  )
}

type TextLinkProps = LinkProps & { newTab?: boolean }
