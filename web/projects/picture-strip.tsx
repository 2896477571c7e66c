import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

import { useAnnouncement } from '../ui/announcer.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/**
 * A strip of pictures, given as list items, that shows one at a time. It is swiped by touch or moved by other controls.
 */
export function PictureStrip({ of, label, className, children }: PictureStripProps) {
  return (
    <section {...of.strip} aria-label={label} tabIndex={0} className={clsx('picture-strip', className)}>
      <ul>{children}</ul>
    </section>
  )
}

/** The position 'n of m' between the buttons for the previous and the next picture. */
export function StripSteps({ of: { at, step }, count }: { of: Strip; count: number }) {
  const position = `${at + 1} of ${count}`
  // Not what passes by.
  useAnnouncement(position, 300)
  return (
    <span className="flex items-center noscript:hidden">
      <IconButton label="Previous picture" onClick={() => step(-1)}>
        <Icon name="chevron-left" />
      </IconButton>
      <span className="text-13 min-w-14 text-center tabular-nums">{position}</span>
      <IconButton label="Next picture" onClick={() => step(1)}>
        <Icon name="chevron-right" />
      </IconButton>
    </span>
  )
}

type PictureStripProps = { of: Strip; label: string; className?: string; children: ReactNode }

/**
 * The state of a strip of pictures: the index in view, and functions to show another: `go` to an index, or `step` from
 * the present one, which wraps around at the ends. The arrow keys, Home and End do the same anywhere in the holder.
 */
export function useStrip(count: number, holder: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLElement>(null)
  const [at, setAt] = useState(0)
  // The target of a smooth scroll, so that a second step counts from it.
  const target = useRef<number>(undefined)
  const go = (index: number, behavior?: 'instant') => {
    target.current = behavior ? undefined : index
    setAt(index)
    ref.current?.scrollTo({ left: index * ref.current.clientWidth, behavior })
  }
  // The index is read from the strip: a key may come before the state has the picture in view.
  const step = (by: number) => go(((target.current ?? indexIn(ref.current!)) + by + count) % count)
  useEffect(() => {
    const { current } = holder
    const move = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey } = event
      if (altKey || ctrlKey || metaKey) return
      if (key === 'ArrowRight' || key === 'ArrowLeft') step(key === 'ArrowRight' ? 1 : -1)
      else if (key === 'Home' || key === 'End') go(key === 'Home' ? 0 : count - 1)
      else return
      event.preventDefault()
      // The lightbox is inside the gallery, whose strip must not move.
      event.stopPropagation()
    }
    current?.addEventListener('keydown', move)
    return () => current?.removeEventListener('keydown', move)
  })
  return {
    at,
    go,
    step,
    strip: {
      ref,
      onScroll() {
        const now = indexIn(ref.current!)
        if (target.current !== undefined && target.current !== now) return
        target.current = undefined
        setAt(now)
      },
      onPointerDown: () => (target.current = undefined),
      onWheel: () => (target.current = undefined),
    },
  }
}

type Strip = ReturnType<typeof useStrip>

const indexIn = (strip: HTMLElement) => Math.round(strip.scrollLeft / strip.clientWidth) || 0
