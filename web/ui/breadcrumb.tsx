import { clsx } from 'clsx'
import { Link } from 'react-router'

/** The way here: every step a link but the last, which is this page. */
export function Breadcrumb({ steps, className }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className={clsx('font-mono text-13', className)}>
      <ol className="flex min-w-0 items-center text-quiet">
        {steps.map(({ label, to }, index) => (
          <li key={label} className={clsx('flex items-center', index === steps.length - 1 ? 'min-w-0' : 'shrink-0')}>
            {index > 0 && (
              <span className="px-1.5" aria-hidden="true">
                /
              </span>
            )}
            {to ? (
              <Link to={to} className="-my-3 py-3 hover:text-ink hover:underline">
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate text-ink">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

export type Crumb = { label: string; to?: string }
export type BreadcrumbProps = { steps: readonly Crumb[]; className?: string }
