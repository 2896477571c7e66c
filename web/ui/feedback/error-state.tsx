import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'

/** What a place says when it failed to load, with a way on: `onRetry` gives the button Try Again, quiet in a part of a page. Without it nothing failed: what was asked for is not there. */
export function ErrorState({
  title,
  onRetry,
  retrying,
  action,
  as: Tag = 'h2',
  className,
  children,
}: ErrorStateProps) {
  const words = children ?? (onRetry && Tag === 'h1' ? usualWords : undefined)
  return (
    <div
      role="alert"
      className={clsx('flex flex-col items-center gap-5 px-4 py-12 text-center md:py-16', className)}
    >
      <Icon
        name={onRetry ? 'triangle-alert' : 'search'}
        className={clsx('size-9 stroke-[1.5]', onRetry ? 'text-stopped' : 'text-quiet')}
      />
      <div>
        <Tag className="text-22">{title}</Tag>
        {words && <div className="text-quiet mx-auto mt-1.5 max-w-md text-balance">{words}</div>}
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {onRetry && (
          <Button tone={Tag === 'h3' ? 'quiet' : 'primary'} onClick={onRetry} pending={retrying}>
            Try Again
          </Button>
        )}
        {action}
      </div>
    </div>
  )
}

/** Of a page that failed and says no more. */
const usualWords = 'Try again. If it keeps failing, go on with another page and come back later.'

export type ErrorStateProps = {
  title: ReactNode
  onRetry?: () => void
  retrying?: boolean
  action?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
  className?: string
  children?: ReactNode
}
