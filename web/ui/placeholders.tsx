import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import { useLoadingAnnouncement } from './announcer.ts'
import { Button } from './button.tsx'
import { focusWhenLost } from './focus.ts'
import { Icon } from './icon.tsx'

/**
 * Shown for an empty list: a blank label, a heading, the next step and its button. `plain` has no picture, because
 * one on a page is enough.
 */
export function EmptyState({ title, action, as: Tag = 'h2', plain, className, children }: EmptyStateProps) {
  return (
    <div
      className={clsx(
        'flex flex-col items-center gap-5 px-4 py-12 text-center md:py-16',
        !plain && 'empty-state',
        className,
      )}
    >
      {!plain && <BlankLabel />}
      <div>
        <Tag className="text-22">{title}</Tag>
        {children && <div className="text-quiet mx-auto mt-1.5 max-w-md text-balance">{children}</div>}
      </div>
      {action && <div className="flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

function BlankLabel() {
  return (
    <svg
      viewBox="0 0 96 56"
      className="text-edge w-24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M18 4h74v48H18L4 40V16z" strokeDasharray="4 4" />
      <circle cx="19" cy="28" r="4.5" />
      <path d="M36 20h44M36 28h44M36 36h28" className="text-rule" stroke="currentColor" />
    </svg>
  )
}

type EmptyStateProps = {
  title: ReactNode
  action?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
  plain?: boolean
  className?: string
  children?: ReactNode
}

/**
 * Shown for what failed to load; `onRetry` adds the button Try Again, quiet in a part of a page. Without it nothing
 * failed, but what was asked for does not exist.
 */
export function ErrorState({
  title,
  onRetry,
  retrying,
  action,
  as: Tag = 'h2',
  className,
  children,
}: ErrorStateProps) {
  const words = children ?? (onRetry && Tag === 'h1' ? defaultText : undefined)
  return (
    <div
      // A page that failed is read out by its heading, which gets the focus.
      role={Tag === 'h1' ? undefined : 'alert'}
      className={clsx(
        'flex flex-col items-center gap-5 px-4 py-12 text-center md:py-16',
        Tag === 'h1' && 'empty-state',
        className,
      )}
    >
      <Icon
        name={onRetry ? 'triangle-alert' : 'search'}
        className={clsx('size-9 stroke-[1.5]', onRetry ? 'text-stopped' : 'text-quiet')}
      />
      <div>
        <Tag ref={Tag === 'h1' ? focusWhenLost : undefined} className="text-22">
          {title}
        </Tag>
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

/** The default text of a page that failed. */
const defaultText = 'Try again. If it keeps failing, go on with another page and come back later.'

type ErrorStateProps = {
  title: ReactNode
  onRetry?: () => void
  retrying?: boolean
  action?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
  className?: string
  children?: ReactNode
}

/** A grey placeholder for content that is loading; className sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('skeleton block rounded-field', className)} />
}

/** Placeholders for lines of text, the last one short. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('block space-y-2.5', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={clsx('h-4', line === lines - 1 && lines > 1 && 'w-3/5')} />
      ))}
    </span>
  )
}

/**
 * Wraps skeletons and tells screen readers what is loading when it takes a moment, and readers without JavaScript that
 * the page needs it.
 */
export function Loading({
  text,
  className,
  children,
}: {
  text: string
  className?: string
  children: ReactNode
}) {
  useLoadingAnnouncement(text)
  return (
    <div className={className}>
      <span className="sr-only noscript:hidden">{text}</span>
      <NeedsScripts className="pb-6" />
      <div className="contents noscript:hidden">{children}</div>
    </div>
  )
}

/** Tells readers without JavaScript that the page does not work without it. */
export const NeedsScripts = ({ className }: { className?: string }) => (
  <noscript>
    <span className={clsx('block', className)}>
      This page needs JavaScript. Switch it on in your browser, then load the page again.
    </span>
  </noscript>
)
