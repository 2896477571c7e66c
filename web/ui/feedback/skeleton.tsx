import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import { NeedsScripts } from './needs-scripts.tsx'

/** A grey block the size of what will come; give the size by className. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('skeleton block rounded-field', className)} />
}

/** Text lines to come, the last one short. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('block space-y-2.5', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={clsx('h-4', line === lines - 1 && lines > 1 && 'w-3/5')} />
      ))}
    </span>
  )
}

/** Wraps skeletons and says once, to screen readers, what is loading; to who has no JavaScript, that it will not come. */
export function Loading({
  text,
  className,
  children,
}: {
  text: string
  className?: string
  children: ReactNode
}) {
  return (
    <output className={clsx('block', className)}>
      <span className="sr-only noscript:hidden">{text}</span>
      <NeedsScripts className="pb-6" />
      <span className="contents noscript:hidden">{children}</span>
    </output>
  )
}
