import { clsx } from 'clsx'
import { Link } from 'react-router'

/** The way here: every step a link but the last, which is this page. */
export function Breadcrumb({ steps, className }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className={clsx('font-mono text-13', className)}>
      <ol className="text-quiet flex min-w-0 items-center">
        {steps.map(({ label, to }, index) => (
          <li
            key={label}
            className={clsx('flex items-center', index === steps.length - 1 ? 'min-w-0' : 'shrink-0')}
          >
            {index > 0 && (
              <span className="px-1.5" aria-hidden="true">
                /
              </span>
            )}
            {to ? (
              <Link to={to} className="hover:text-ink -my-3 truncate py-3 hover:underline">
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="text-ink truncate">
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
