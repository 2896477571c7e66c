import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Strip } from './use-strip.ts'

/** Pictures side by side, one at a time, as list items: swiped by touch, or moved by what stands around them. */
export function PictureStrip({ of, label, className, children }: PictureStripProps) {
  return (
    <section {...of.strip} aria-label={label} tabIndex={0} className={clsx('picture-strip', className)}>
      <ul>{children}</ul>
    </section>
  )
}

/** 'n of m' between the buttons for the one before and the next. */
export function StripSteps({ of: { at, step }, count }: { of: Strip; count: number }) {
  return (
    <span className="flex items-center noscript:hidden">
      <IconButton label="Previous picture" onClick={() => step(-1)}>
        <Icon name="chevron-left" />
      </IconButton>
      <span aria-live="polite" className="text-13 min-w-14 text-center font-mono tabular-nums">
        {at + 1} of {count}
      </span>
      <IconButton label="Next picture" onClick={() => step(1)}>
        <Icon name="chevron-right" />
      </IconButton>
    </span>
  )
}

export type PictureStripProps = { of: Strip; label: string; className?: string; children: ReactNode }
