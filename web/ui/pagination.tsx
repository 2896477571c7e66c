import { clsx } from 'clsx'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Real links to the pages of a list: first, last and the neighbours of this one; nothing for one page. */
export function Pagination({ page, pages, to, label = 'Pages', className }: PaginationProps) {
  if (pages < 2) return null
  return (
    <nav
      aria-label={label}
      className={clsx('flex items-center justify-center gap-1 font-mono text-14', className)}
    >
      <Turn to={page > 1 ? to(page - 1) : undefined} rel="prev" label="Previous page">
        <ChevronLeft className="size-5" aria-hidden="true" />
      </Turn>
      {pagesShown(page, pages).map((shown, index, all) =>
        shown === 0 ? (
          <span key={`after-${all[index - 1]}`} className="text-quiet px-1" aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={to(shown)}
            aria-label={`Page ${shown}`}
            aria-current={shown === page ? 'page' : undefined}
            className={clsx(place, shown === page ? 'bg-ink text-ground' : 'hover:bg-sunk')}
          >
            {shown}
          </Link>
        ),
      )}
      <Turn to={page < pages ? to(page + 1) : undefined} rel="next" label="Next page">
        <ChevronRight className="size-5" aria-hidden="true" />
      </Turn>
    </nav>
  )
}

/** The page numbers to show, 0 where some are left out. */
export function pagesShown(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((at) => at >= 1 && at <= pages)
  const sorted = [...new Set(near)].sort((a, b) => a - b)
  return sorted.flatMap((at, index) => {
    const before = sorted[index - 1] ?? at - 1
    if (at - before === 2) return [at - 1, at]
    return at - before > 2 ? [0, at] : [at]
  })
}

function Turn({
  to,
  rel,
  label,
  children,
}: {
  to?: string
  rel: string
  label: string
  children: ReactNode
}) {
  if (!to) return <span className={clsx(place, 'text-edge')}>{children}</span>
  return (
    <Link to={to} rel={rel} aria-label={label} className={clsx(place, 'hover:bg-sunk')}>
      {children}
    </Link>
  )
}

const place = 'flex h-11 min-w-9 items-center justify-center rounded-field px-2 tabular-nums sm:min-w-11'

export type PaginationProps = {
  page: number
  pages: number
  to: (page: number) => string
  label?: string
  className?: string
}
