import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Icon } from './icon.tsx'

/** A chosen filter that goes away when pressed: a link with `to`, otherwise a button. */
export function Chip({ children, name, to, onRemove }: ChipProps) {
  const inside = (
    <>
      <span className="sr-only">Remove filter </span>
      {name && <span className="text-quiet">{name}</span>}
      {children}
      <Icon name="x" className="text-quiet group-hover:text-ink size-4" />
    </>
  )
  return to ? (
    <Link to={to} preventScrollReset className={look}>
      {inside}
    </Link>
  ) : (
    <button type="button" onClick={onRemove} className={look}>
      {inside}
    </button>
  )
}

const look = clsx(
  'group inline-flex min-h-9 items-center gap-1.5 rounded-full border border-edge bg-sheet pr-2.5 pl-3.5 text-14',
  'transition-colors hover:border-ink pointer-coarse:min-h-11',
)

export type ChipProps = { children: ReactNode; name?: ReactNode; to?: string; onRemove?: () => void }
