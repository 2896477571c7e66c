import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** One of a row of links that choose which part of a list is shown. */
export const StateLink = ({ to, isHere, children }: { to: string; isHere: boolean; children: ReactNode }) => (
  <Link
    to={to}
    aria-current={isHere ? 'page' : undefined}
    className={clsx(
      'flex min-h-11 items-center gap-2 border-b-2 font-semibold',
      isHere ? 'border-ink' : 'text-quiet hover:text-ink border-transparent',
    )}
  >
    {children}
  </Link>
)
