import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A dot with a word: the shape of the dot differs by tone, so it also reads in greyscale. */
export function Status({ tone = 'neutral', className, children }: StatusProps) {
  const [dot, text] = tones[tone]
  return (
    <span className={clsx('inline-flex items-center gap-2 text-14 whitespace-nowrap', text, className)}>
      <span className={clsx('size-2.5 shrink-0', dot)} aria-hidden="true" />
      {children}
    </span>
  )
}

const tones = {
  verified: ['rounded-full bg-current', 'text-verified'],
  waiting: ['dot-half rounded-full border-2 border-current', 'text-waiting'],
  stopped: ['rounded-[1px] bg-current', 'text-stopped'],
  neutral: ['rounded-full border-2 border-current', 'text-quiet'],
} as const

export type StatusTone = keyof typeof tones
export type StatusProps = { tone?: StatusTone; className?: string; children: ReactNode }
