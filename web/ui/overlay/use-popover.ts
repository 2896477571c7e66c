import { useEffect, useRef } from 'react'

/** A popover that also closes when the focus leaves it or a link in it is followed; put the ref on it. */
export function usePopover<Kind extends HTMLElement = HTMLElement>() {
  const ref = useRef<Kind>(null)
  useEffect(() => {
    const popover = ref.current
    if (!popover) return
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !popover.contains(relatedTarget)) hidePopover(popover)
    }
    const follow = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a')) hidePopover(popover)
    }
    popover.addEventListener('focusout', leave)
    popover.addEventListener('click', follow)
    return () => {
      popover.removeEventListener('focusout', leave)
      popover.removeEventListener('click', follow)
    }
  }, [])
  return ref
}

/** Hides a popover if it is open. */
export function hidePopover(popover: HTMLElement | null): void {
  if (popover?.matches(':popover-open')) popover.hidePopover()
}
