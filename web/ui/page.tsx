import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The container of a page: 1200 px at most, gutters of 16, 24 and 32 px. */
export function Page({ as: Tag = 'div', labelledBy, className, children }: PageProps) {
  return (
    <Tag
      aria-labelledby={labelledBy}
      className={clsx('mx-auto w-full max-w-[calc(75rem+4rem)] px-4 sm:px-6 lg:px-8', className)}
    >
      {children}
    </Tag>
  )
}

/** A section with space above and below: 40 px on phones, 64 to 80 px on wide screens. */
export function Section({ id, labelledBy, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={clsx('py-10 md:py-16 xl:py-20', className)}>
      {children}
    </section>
  )
}

/** The heading of a page: its h1, one sentence, and the actions at the right. */
export function PageHead({ title, lead, actions, children }: PageHeadProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-6 pb-6 md:pt-10 md:pb-8">
      <div className="min-w-0">
        {children}
        <h1 className="text-28 md:text-36">{title}</h1>
        {lead && <p className="text-quiet md:text-18 mt-2 max-w-(--container-text)">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}

type PageProps = {
  as?: 'div' | 'main' | 'section'
  labelledBy?: string
  className?: string
  children: ReactNode
}
type SectionProps = { id?: string; labelledBy?: string; className?: string; children: ReactNode }
type PageHeadProps = { title: ReactNode; lead?: ReactNode; actions?: ReactNode; children?: ReactNode }

/**
 * A heading below a line, with one sentence below it and a link or a control at its right. The line is heavy with
 * `heavy`, for the section that a page is about.
 */
export function SectionHeading({
  title,
  id,
  lead,
  action,
  as: Tag = 'h2',
  heavy,
  className,
}: SectionHeadingProps) {
  return (
    <div className={clsx('pt-4 pb-6', heavy ? 'border-t-2 border-ink' : 'border-t border-rule', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Tag id={id} className="text-22 md:text-28">
          {title}
        </Tag>
        {action}
      </div>
      {lead && <p className="text-quiet mt-1 max-w-(--container-text)">{lead}</p>}
    </div>
  )
}

type SectionHeadingProps = {
  title: ReactNode
  id?: string
  lead?: ReactNode
  action?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
  heavy?: boolean
  className?: string
}

/** Breadcrumbs: every step is a link but the last, which is this page. */
export function Breadcrumb({ steps, className }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className={clsx('text-13', className)}>
      <ol className="text-quiet flex min-w-0 items-center">
        {steps.map(({ label, to }, index) => (
          <li
            key={label}
            className={clsx(
              'flex items-center',
              index === steps.length - 1 ? 'min-w-0' : 'max-w-2/5 shrink-0',
            )}
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
type BreadcrumbProps = { steps: readonly Crumb[]; className?: string }
