import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * Moves the focus to the heading of a page that somebody has gone to, which names it to screen readers; a page of a
 * list counts, and a link that is gone when it was followed. A link to a part of a page leads to that part, and Back to
 * the link from which one left, where it is still there. The scroll position stays, and so does a focus that the page
 * has set itself, one in a dialog, and one in a field that changes what a list shows.
 */
export function useFocusOnArrival(): void {
  const { pathname, search, hash, key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const place = `${pathname} ${new URLSearchParams(search).get('page') ?? ''}`
  const last = useRef({ pathname, place, hash, key })
  const followed = useRef(new Map<string, string>())
  const before = useRef<Element>(null)
  useEffect(() => {
    const { current: links } = followed
    const follow = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link) links.set(last.current.key, link.getAttribute('href') ?? '')
    }
    document.addEventListener('click', follow, true)
    return () => document.removeEventListener('click', follow, true)
  }, [])
  // Cleaned up before the effects of the new page, which may set the focus.
  useEffect(() => () => void (before.current = document.activeElement), [key])
  useEffect(() => {
    const { current: from } = last
    if (from.key === key) return
    last.current = { pathname, place, hash, key }
    const { activeElement } = document
    const isFocusSet = activeElement !== before.current && activeElement !== document.body
    const isInField =
      !isBack && from.pathname === pathname && activeElement?.matches('input, select, textarea')
    if (isFocusSet || isInField || activeElement?.closest('dialog')) return
    const part = hash && hash !== from.hash ? document.getElementById(hash.slice(1)) : null
    const isGone = activeElement === document.body && followed.current.has(from.key)
    if (from.place === place && !part && !isGone) return
    const left = isBack ? linkTo(followed.current.get(key)) : undefined
    focusOn(left ?? part ?? document.querySelector('main h1') ?? document.querySelector('main'))
  }, [pathname, place, key, hash, isBack])
}

const linkTo = (href: string | undefined) =>
  [...document.links].find((link) => link.getAttribute('href') === href && link.getClientRects().length > 0)

/** Focuses an element without scrolling to it; one that the keyboard does not reach is made able to have the focus. */
function focusOn(place: HTMLElement | null): void {
  if (place && place.tabIndex < 0) place.tabIndex = -1
  place?.focus({ preventScroll: true })
}
