import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useEffect } from 'react'

/** Pictures side by side, one at a time: swiped by touch, moved by the arrow keys, Home and End. `onChange` tells which one is in view. */
export function PictureStrip({ ref, label, onChange, className, children }: PictureStripProps) {
  useEffect(() => {
    const strip = ref.current
    strip?.addEventListener('keydown', move)
    return () => strip?.removeEventListener('keydown', move)
  }, [ref])
  return (
    <section
      ref={ref}
      aria-label={label}
      tabIndex={0}
      className={clsx('picture-strip', className)}
      onScroll={({ currentTarget }) => onChange(indexIn(currentTarget))}
    >
      <ul>{children}</ul>
    </section>
  )
}

/** Brings a picture into view. */
export function stripTo(strip: HTMLElement | null, index: number, behavior?: 'instant'): void {
  strip?.scrollTo({ left: index * strip.clientWidth, behavior })
}

function move(event: KeyboardEvent) {
  const strip = event.currentTarget as HTMLElement
  const at = indexIn(strip)
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: Infinity }
  const to = steps[event.key]
  if (to === undefined) return
  event.preventDefault()
  stripTo(strip, Math.min(to, strip.scrollWidth / strip.clientWidth))
}

const indexIn = (strip: HTMLElement) => Math.round(strip.scrollLeft / strip.clientWidth) || 0

export type PictureStripProps = {
  ref: RefObject<HTMLElement | null>
  label: string
  onChange: (index: number) => void
  className?: string
  children: ReactNode
}
