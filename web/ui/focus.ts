import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Preserves the keyboard focus when the pressed element is replaced: the first control at that place in the new state
 * gets the focus, otherwise the place itself. Does nothing when the focus has moved elsewhere.
 */
export function usePreservedFocus(state: unknown) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (document.activeElement !== document.body) return
    const control = place.current?.querySelector<HTMLElement>(controls)
    const target = control ?? place.current
    target?.focus()
  }, [state])
  return place
}

// The button that folds what is there is not a part of it.
const controls = 'input:not([type=hidden]), textarea, select, button:not([aria-expanded])'

/**
 * Scrolls what gets the focus in a strip wholly into view, without moving the page: a browser leaves alone what is seen
 * in part.
 */
export function showFocused({ target }: FocusEvent<HTMLElement>): void {
  const strip = target.closest('.scroll-strip')
  if (!strip) return
  const [link, seen] = [target.getBoundingClientRect(), strip.getBoundingClientRect()]
  strip.scrollBy({ left: Math.min(0, link.left - seen.left) + Math.max(0, link.right - seen.right) })
}

/** Focuses a heading when what had the focus is gone, also as the ref of a heading; not while the page is arriving. */
export function focusWhenLost(heading: HTMLElement | null): void {
  const isHydrated = 'hydrated' in document.documentElement.dataset
  if (!heading || !isHydrated || document.activeElement !== document.body) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Focuses the heading of the page when a list has become shorter and what had the focus went with its entry. */
export function useFocusAfterRemoval(length: number): void {
  const before = useRef(length)
  useEffect(() => {
    if (length < before.current) focusWhenLost(document.querySelector('main h1'))
    before.current = length
  }, [length])
}

/**
 * Scrolls a strip of links that is wider than the window to its current link, as the ref of that link: near the
 * strip's beginning, clear of its fade, without moving the page.
 */
export function scrollLinkIntoView(link: HTMLElement | null) {
  const strip = link?.closest('.scroll-strip')
  if (link && strip)
    strip.scrollBy({ left: link.getBoundingClientRect().left - strip.getBoundingClientRect().left - fade })
}

/** The distance from the beginning in pixels, a little more than the fade of `.scroll-strip`. */
const fade = 64

/** Focuses a field of a form when the form appears, if `when` is true then. */
export function useFocus(ref: RefObject<HTMLFormElement | null>, name: string, when = true): void {
  useEffect(() => {
    const field = ref.current?.elements.namedItem(name)
    if (when && field instanceof HTMLElement) field.focus()
  }, [ref, name, when])
}
