import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A dot with a word: the shape of the dot differs by tone, so it also reads in greyscale. */
export function Status({ tone = 'neutral', className, children }: StatusProps) {
  return (
    <span
      className={clsx('inline-flex items-center gap-2 text-14 whitespace-nowrap', tones[tone], className)}
    >
      <StatusDot tone={tone} />
      {children}
    </span>
  )
}

/** The dot alone, where its word stands elsewhere: full, half, square or a ring. */
export function StatusDot({ tone = 'neutral', className }: Omit<StatusProps, 'children'>) {
  return <span aria-hidden="true" className={clsx('size-2.5 shrink-0', dots[tone], tones[tone], className)} />
}

const tones = {
  verified: 'text-verified',
  waiting: 'text-waiting',
  stopped: 'text-stopped',
  neutral: 'text-quiet',
}

const dots = {
  verified: 'rounded-full bg-current',
  waiting: 'dot-half rounded-full border-2 border-current',
  stopped: 'rounded-[1px] bg-current',
  neutral: 'rounded-full border-2 border-current',
}

export type StatusTone = keyof typeof tones
export type StatusProps = { tone?: StatusTone; className?: string; children: ReactNode }
