import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link, type To, useSearchParams } from 'react-router'

import { formatCount } from '#contract/kit/format.ts'

import { ButtonLink } from './button.tsx'
import { scrollLinkIntoView, showFocused } from './focus.ts'
import { Icon } from './icon.tsx'

/**
 * Links to the pages of a list: the first, the last and the neighbours of this one, on phones the last alone; nothing
 * for a single page. They lead to this address with another `page`, or to the address from `to`.
 */
export function Pagination({ page, pages, to: given, label = 'Pages', className }: PaginationProps) {
  const [params] = useSearchParams()
  if (pages < 2) return null
  const to =
    given ??
    ((other: number) => `?${new URLSearchParams({ ...Object.fromEntries(params), page: String(other) })}`)
  return (
    <nav
      aria-label={label}
      className={clsx('flex items-center justify-center gap-1 text-14 tabular-nums', className)}
    >
      <StepLink to={page > 1 ? to(page - 1) : undefined} rel="prev" label="Previous page">
        <Icon name="chevron-left" className="size-5" />
      </StepLink>
      <span className="px-3 sm:hidden">
        <span>{`Page ${formatCount(page)} of `}</span>
        {page === pages ? (
          <span>{formatCount(pages)}</span>
        ) : (
          <Link to={to(pages)} aria-label={`Last page, ${formatCount(pages)}`} className="link-rule py-2.5">
            {formatCount(pages)}
          </Link>
        )}
      </span>
      {pagesShown(page, pages).map((shown, index, all) =>
        shown === 0 ? (
          <span
            key={`after-${all[index - 1]}`}
            className="text-quiet min-w-6 text-center max-sm:hidden"
            aria-hidden="true"
          >
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={to(shown)}
            aria-label={`Page ${formatCount(shown)}`}
            aria-current={shown === page ? 'page' : undefined}
            className={clsx(place, 'max-sm:hidden', shown === page ? 'bg-ink text-ground' : 'hover:bg-sunk')}
          >
            {formatCount(shown)}
          </Link>
        ),
      )}
      <StepLink to={page < pages ? to(page + 1) : undefined} rel="next" label="Next page">
        <Icon name="chevron-right" className="size-5" />
      </StepLink>
    </nav>
  )
}

/**
 * Returns the page numbers to show, with 0 for a gap: seven places on every page, so that the links stay where they
 * are.
 */
function pagesShown(page: number, pages: number): number[] {
  const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)
  if (pages <= 7) return from(1, pages)
  if (page <= 4) return [...from(1, 5), 0, pages]
  if (page >= pages - 3) return [1, 0, ...from(pages - 4, 5)]
  return [1, 0, ...from(page - 1, 3), 0, pages]
}

function StepLink({
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

const place = 'flex h-11 min-w-11 items-center justify-center rounded-field px-2'

type PaginationProps = {
  page: number
  pages: number
  to?: (page: number) => string
  label?: string
  className?: string
}

interface PeriodsProps {
  /** The periods, in days. */
  periods: readonly number[]
  chosen: number
  /** The name of the parameter in the address. */
  name: string
}

/** Links that select a period in days; the rest of the address stays. */
export function Periods({ periods, chosen, name }: PeriodsProps) {
  const [params] = useSearchParams()
  const address = (days: number) => {
    const next = new URLSearchParams(params)
    next.set(name, String(days))
    return `?${next}`
  }
  return (
    <nav aria-label="Period" className="flex flex-wrap gap-2">
      {periods.map((days) => (
        <ButtonLink
          key={days}
          to={address(days)}
          replace
          preventScrollReset
          size="small"
          tone="quiet"
          className="aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-ground"
          aria-current={days === chosen ? 'true' : undefined}
        >
          {`${days} days`}
        </ButtonLink>
      ))}
    </nav>
  )
}

/** A link of a row of links that select which part of a list is shown. */
export const StateLink = ({ to, isHere, children }: { to: To; isHere: boolean; children: ReactNode }) => (
  <Link
    to={to}
    ref={isHere ? scrollLinkIntoView : undefined}
    onFocus={showFocused}
    aria-current={isHere ? 'page' : undefined}
    className={clsx(
      'flex min-h-11 items-center gap-2 border-b-2 font-semibold whitespace-nowrap',
      isHere ? 'border-ink' : 'text-quiet hover:text-ink border-transparent',
    )}
  >
    {children}
  </Link>
)
