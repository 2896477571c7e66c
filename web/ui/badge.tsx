import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import { Icon } from './icon.tsx'

/** A small stamped word in mono; `verified` adds the check mark in teal. */
export function Badge({ tone = 'plain', className, children }: BadgeProps) {
  return (
    <span className={clsx('badge', tones[tone], className)}>
      {tone === 'verified' && <Icon name="badge-check" />}
      {children}
    </span>
  )
}

const tones = {
  plain: '',
  ink: 'badge-ink',
  verified: 'badge-verified',
  waiting: 'badge-waiting',
  stopped: 'badge-stopped',
}

export type BadgeProps = { tone?: keyof typeof tones; className?: string; children: ReactNode }
