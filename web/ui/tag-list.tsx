import { clsx } from 'clsx'

/** Short words as badges, the first `max` of them and '+N' for the rest, on one line unless `wrap`. */
export function TagList({ items, max = 3, label, wrap, className }: TagListProps) {
  const rest = items.slice(max)
  return (
    <ul aria-label={label} className={clsx('tags', wrap && 'tags-wrap', className)}>
      {items.slice(0, max).map((item) => (
        <li key={item} className="badge">
          {item}
        </li>
      ))}
      {rest.length > 0 && (
        <li title={rest.join(', ')} className="badge">
          {`+${rest.length}`}
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
