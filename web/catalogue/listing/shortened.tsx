import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/**
 * The first lines of its children, and all of them when it is opened; `onPhones` it shortens them only there. A search
 * in the page, a link to a place in it and the focus open it too.
 */
export function Shortened({ more, onPhones = false, className, children }: ShortenedProps) {
  return (
    <details className={clsx('shortened', onPhones && 'shortened-on-phones', className)}>
      <summary>
        <span className="link-rule">{more}</span>
        <span className="link-rule">Show less</span>
      </summary>
      <div ref={openWhenReached} className="shortened-part scroll-cue-below">
        {children}
      </div>
    </details>
  )
}

interface ShortenedProps {
  /** The words that open it. */
  more: string
  onPhones?: boolean
  className?: string
  children: ReactNode
}

/** Opens the part when something below its edge is found, or scrolled to, which stays where it is seen; as its ref. */
function openWhenReached(part: HTMLElement | null) {
  const shortened = part?.closest('details')
  if (!part || !shortened) return undefined
  // Where a browser can show nothing of what is closed, it is whole.
  if (!CSS.supports('selector(::details-content)')) {
    shortened.open = true
    shortened.dataset.whole = ''
    return undefined
  }
  const mark = () => {
    for (const block of part.querySelectorAll('[hidden=until-found]')) block.removeAttribute('hidden')
    if (!shortened.open && 'onbeforematch' in part) hideBelow(part, part.getBoundingClientRect().bottom)
  }
  const open = () => {
    shortened.open = true
    mark()
  }
  const follow = () => {
    const { scrollTop } = part
    if (scrollTop === 0) return
    open()
    scrollBy({ top: scrollTop, behavior: 'instant' })
  }
  // Also of what opens and closes within it, which does not bubble.
  const toggle = ({ target }: Event) => {
    mark()
    // What was read is folded: the page goes back to where it stood.
    if (target === shortened && !shortened.open)
      shortened.querySelector('summary')?.scrollIntoView({ block: 'nearest' })
  }
  follow()
  const sizes = new ResizeObserver(mark)
  sizes.observe(part)
  shortened.addEventListener('toggle', toggle, true)
  part.addEventListener('scroll', follow)
  part.addEventListener('beforematch', open)
  return () => {
    sizes.disconnect()
    shortened.removeEventListener('toggle', toggle, true)
    part.removeEventListener('scroll', follow)
    part.removeEventListener('beforematch', open)
  }
}

/** Hides what begins below an edge of the window, which nobody sees there, so that the browser says when it finds it. */
function hideBelow(place: Element, edge: number) {
  for (const block of place.children) {
    const { top, bottom } = block.getBoundingClientRect()
    if (top >= edge) block.setAttribute('hidden', 'until-found')
    else if (bottom > edge) hideBelow(block, edge)
  }
}
