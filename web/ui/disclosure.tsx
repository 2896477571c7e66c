import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import { Icon } from './icon.tsx'

/** A row that opens to show its children; of those with the same `group` only one is open. */
export function Disclosure({ title, detail, open, group, className, children }: DisclosureProps) {
  return (
    <details open={open} name={group} className={clsx('border-b border-rule', className)}>
      <summary className="flex min-h-12 list-none items-center gap-3 py-2 font-semibold [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{title}</span>
        {detail && <span className="text-13 text-quiet font-mono font-normal">{detail}</span>}
        <Icon
          name="chevron-down"
          className="text-quiet size-5 transition-transform [details[open]>summary>&]:rotate-180"
        />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  )
}

type DisclosureProps = {
  title: ReactNode
  detail?: ReactNode
  open?: boolean
  group?: string
  className?: string
  children: ReactNode
}
