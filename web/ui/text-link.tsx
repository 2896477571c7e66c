import { clsx } from 'clsx'
import { Link, type LinkProps } from 'react-router'

/** A link in running text, underlined in saffron; `newTab` opens another tab and says so. */
export function TextLink({ newTab, className, children, ...rest }: TextLinkProps) {
  return (
    <Link
      {...rest}
      {...(newTab && { target: '_blank', rel: 'noreferrer' })}
      className={clsx('link-rule', className)}
    >
      {children}
      {newTab && <span className="sr-only"> (opens in a new tab)</span>}
    </Link>
  )
}

export type TextLinkProps = LinkProps & { newTab?: boolean }
