import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import { Icon } from './icon.tsx'

/** A small stamped word in mono; `verified` adds the check mark in teal. */
export function Badge({ tone = 'plain', className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex h-6 w-fit items-center gap-1 rounded-small border px-1.5 font-mono text-13 whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {tone === 'verified' && <Icon name="badge-check" className="-ml-0.5 size-4" />}
      {children}
    </span>
  )
}

const tones = {
  plain: 'border-rule text-quiet',
  ink: 'border-ink text-ink',
  verified: 'border-transparent bg-verified-wash text-verified',
  waiting: 'border-transparent bg-waiting-wash text-waiting',
  stopped: 'border-transparent bg-stopped-wash text-stopped',
}

export type BadgeProps = { tone?: keyof typeof tones; className?: string; children: ReactNode }
