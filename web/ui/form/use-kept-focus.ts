import { useEffect, useRef } from 'react'

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
