import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A dot with a word. The shape of the dot differs by tone, so that it can be read in greyscale too. */
export function Status({ tone = 'neutral', className, children }: StatusProps) {
  return (
    <span
      className={clsx('inline-flex items-center gap-2 text-14 sm:whitespace-nowrap', tones[tone], className)}
    >
      <StatusDot tone={tone} />
      <span className="contents">{children}</span>
    </span>
  )
}

/** A status dot without its word: full, half, square or a ring. */
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
type StatusProps = { tone?: StatusTone; className?: string; children: ReactNode }

/**
 * A message that stays in the page: success, a warning or an error. One that answers what somebody did is `shown`:
 * scrolled into view and read out when it appears.
 */
export function Callout({ tone = 'neutral', title, action, id, shown, className, children }: CalloutProps) {
  return (
    <div
      id={id}
      ref={shown ? scrollTo : undefined}
      role={shown ? 'alert' : undefined}
      className={clsx(
        'callout flex flex-wrap items-center gap-x-4 gap-y-3 rounded-sheet border px-4 py-3',
        calloutTones[tone],
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <StatusDot tone={tone} className="mt-2" />
        <div className="min-w-0 break-words">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className="whitespace-pre-line">{children}</div>}
        </div>
      </div>
      {action}
    </div>
  )
}

/** Scrolls a callout into view. It is the same function at every render, so that React calls it once. */
function scrollTo(callout: HTMLElement | null) {
  callout?.scrollIntoView({ block: 'nearest' })
}

const calloutTones = {
  neutral: 'border-rule bg-sunk',
  verified: 'border-verified/30 bg-verified-wash',
  waiting: 'border-waiting/30 bg-waiting-wash',
  stopped: 'border-stopped/30 bg-stopped-wash',
}

type CalloutProps = {
  tone?: StatusTone
  title?: ReactNode
  action?: ReactNode
  id?: string
  shown?: boolean
  className?: string
  children?: ReactNode
}
