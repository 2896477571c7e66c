import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Icon } from './icon.tsx'

/** A small word in a frame; `verified` adds the check mark in teal. */
export function Badge({ tone = 'plain', className, children }: BadgeProps) {
  return (
    <span className={clsx('badge', tones[tone], className)}>
      {tone === 'verified' && <Icon name="badge-check" />}
      <span>{children}</span>
    </span>
  )
}

const tones = {
  plain: '',
  ink: 'badge-ink',
  verified: 'badge-verified',
  waiting: 'badge-waiting',
  stopped: 'badge-stopped',
}

type BadgeProps = { tone?: keyof typeof tones; className?: string; children: ReactNode }

/** A selected filter that is removed when it is pressed: a link with `to`, otherwise a button. */
export function Chip({ children, name, to, onRemove }: ChipProps) {
  const inside = (
    <>
      <span className="sr-only">Remove filter </span>
      {name && <span className="text-quiet">{name}</span>}
      <span>{children}</span>
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

type ChipProps = { children: ReactNode; name?: ReactNode; to?: string; onRemove?: () => void }

/**
 * Short words as badges: the first `max` of them and '+N' for the rest, on one line unless `wrap` is set; no more than
 * fit into a number of `letters`. `onPhones` is that number for phones, on which two are shown at most.
 */
export function TagList({ items, max = 3, letters, onPhones, label, wrap, className }: TagListProps) {
  const shown = letters === undefined ? max : Math.min(max, fitting(items, letters))
  const few = onPhones === undefined ? shown : Math.min(2, shown, fitting(items, onPhones))
  return (
    <ul aria-label={label} className={clsx('tags', wrap && 'tags-wrap', className)}>
      {items.slice(0, shown).map((item, index) => (
        <li key={item} className={clsx('badge', index >= few && 'max-sm:hidden!')}>
          {item}
        </li>
      ))}
      <Rest items={items.slice(shown)} className={few < shown ? 'max-sm:hidden!' : ''} />
      {few < shown && <Rest items={items.slice(few)} className="sm:hidden!" />}
    </ul>
  )
}

const Rest = ({ items, className }: { items: readonly string[]; className: string }) =>
  items.length > 0 && (
    <li title={items.join(', ')} className={clsx('badge', className)}>
      {`+${items.length}`}
    </li>
  )

/**
 * Returns how many of the first words fit into a number of letters, with two for what is between them; at least one.
 */
function fitting(words: readonly string[], letters: number): number {
  let left = letters
  const beyond = words.findIndex((word, index) => (left -= word.length + (index > 0 ? 2 : 0)) < 0)
  return beyond === -1 ? words.length : Math.max(1, beyond)
}

type TagListProps = {
  items: readonly string[]
  max?: number
  letters?: number
  onPhones?: number | undefined
  label?: string
  wrap?: boolean
  className?: string
}
