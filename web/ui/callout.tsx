import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A message that stays in the page: success, a warning or an error, announced when it appears. */
export function Callout({ tone = 'plain', title, action, className, children }: CalloutProps) {
  return (
    <div
      role={tone === 'stopped' ? 'alert' : 'status'}
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sheet border-l-4 px-4 py-3',
        tones[tone],
        className,
      )}
    >
      <div className="text-ink min-w-0 flex-1 basis-60">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="whitespace-pre-line">{children}</div>}
      </div>
      {action}
    </div>
  )
}

const tones = {
  plain: 'border-edge bg-sunk',
  verified: 'border-verified bg-verified-wash',
  waiting: 'border-waiting bg-waiting-wash',
  stopped: 'border-stopped bg-stopped-wash',
}

export type CalloutProps = {
  tone?: keyof typeof tones
  title?: ReactNode
  action?: ReactNode
  className?: string
  children?: ReactNode
}
