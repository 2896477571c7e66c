import { clsx } from 'clsx'

import { Badge } from './badge.tsx'

/** Short words as badges, the first `max` of them and '+N' for the rest, on one line unless `wrap`. */
export function TagList({ items, max = 3, label, wrap, className }: TagListProps) {
  const rest = items.slice(max)
  return (
    <ul
      aria-label={label}
      className={clsx('flex min-w-0 gap-1.5', wrap ? 'flex-wrap' : 'h-6 overflow-hidden', className)}
    >
      {items.slice(0, max).map((item) => (
        <li key={item} className="flex min-w-0">
          <Badge className="max-w-full">
            <span className="truncate">{item}</span>
          </Badge>
        </li>
      ))}
      {rest.length > 0 && (
        <li title={rest.join(', ')} className="flex shrink-0">
          <Badge>+{rest.length}</Badge>
        </li>
      )}
    </ul>
  )
}

export type TagListProps = {
  items: readonly string[]
  max?: number
  label?: string
  wrap?: boolean
  className?: string
}
