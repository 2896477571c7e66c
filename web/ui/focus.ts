import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the keyboard in its place when what was pressed there gives way to something else: the first control that stands
 * there in the new state gets the focus, else the place itself. Nothing is taken from where the focus went on its own.
 */
export function useKeptFocus(state: unknown) {
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

const controls = 'input:not([type=hidden]), textarea, select, button'

/** As the ref of the current link of a strip that is wider than the window: it stands near the strip's beginning, clear of its fade, and the page stays where it is. */
export function intoView(link: HTMLElement | null) {
  const strip = link?.closest('.scroll-strip')
  if (link && strip)
    strip.scrollBy({ left: link.getBoundingClientRect().left - strip.getBoundingClientRect().left - fade })
}

/** In pixels, a little more than the fade of `.scroll-strip`. */
const fade = 64

/** Puts the cursor in a field of a form when the form appears, if `when` is true then. */
export function useFocus(ref: RefObject<HTMLFormElement | null>, name: string, when = true): void {
  useEffect(() => {
    const field = ref.current?.elements.namedItem(name)
    if (when && field instanceof HTMLElement) field.focus()
  }, [ref, name, when])
}
