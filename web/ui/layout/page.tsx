import { clsx } from 'clsx'
import type { ReactNode } from 'react'

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

/** A section that breathes: 40 px above and below on phones, 64 to 80 px on wide screens. */
export function Section({ id, labelledBy, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={clsx('py-10 md:py-16 xl:py-20', className)}>
      {children}
    </section>
  )
}

/** The first lines of a page: its h1, one sentence, and at the right what can be done. */
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

export type PageProps = {
  as?: 'div' | 'main' | 'section'
  labelledBy?: string
  className?: string
  children: ReactNode
}
export type SectionProps = { id?: string; labelledBy?: string; className?: string; children: ReactNode }
export type PageHeadProps = { title: ReactNode; lead?: ReactNode; actions?: ReactNode; children?: ReactNode }
