import { type RefObject, useEffect } from 'react'

/** Puts the cursor in a field of a form when the form appears, if `when` is true then. */
export function useFocus(ref: RefObject<HTMLFormElement | null>, name: string, when = true): void {
  useEffect(() => {
    const field = ref.current?.elements.namedItem(name)
    if (when && field instanceof HTMLElement) field.focus()
  }, [ref, name, when])
}
