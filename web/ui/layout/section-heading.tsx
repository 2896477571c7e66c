import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A heading under a strong rule, with one sentence below it and a link or a control at its right. */
export function SectionHeading({ title, id, lead, action, as: Tag = 'h2', className }: SectionHeadingProps) {
  return (
    <div className={clsx('border-t-2 border-ink pt-4 pb-6', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <Tag id={id} className="text-22 md:text-28">
          {title}
        </Tag>
        {action}
      </div>
      {lead && <p className="text-quiet mt-1 max-w-(--container-text)">{lead}</p>}
    </div>
  )
}

export type SectionHeadingProps = {
  title: ReactNode
  id?: string
  lead?: ReactNode
  action?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
  className?: string
}
