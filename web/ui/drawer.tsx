import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'

import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/**
 * A drawer from below on phones, which is a plain column of the page from `lg` on. Open it with `<Button
 * popoverTarget={id}>`; `footer` is shown in the drawer only and may close it the same way.
 */
export function BottomDrawer({
  id,
  title,
  footer,
  inlineOnWide = true,
  className,
  children,
}: BottomDrawerProps) {
  const ref = usePopover()
  return (
    <section
      ref={ref}
      id={id}
      popover="auto"
      aria-label={title}
      className={clsx('drawer', inlineOnWide && 'drawer-inline', className)}
    >
      <div
        className={clsx(
          'flex items-center justify-between border-b border-rule py-1.5 pr-1.5 pl-4',
          inlineOnWide && 'lg:hidden',
        )}
      >
        <p className="font-head text-18 font-semibold">{title}</p>
        <IconButton label="Close" popoverTarget={id} popoverTargetAction="hide">
          <Icon name="x" />
        </IconButton>
      </div>
      <div
        className={clsx(
          'drawer-body scroll-cue-below min-h-0 flex-1 overflow-y-auto overscroll-contain p-4',
          inlineOnWide && 'lg:overflow-visible lg:mask-none lg:bg-none lg:p-0',
        )}
      >
        {children}
      </div>
      {footer && (
        <div className={clsx('border-t border-rule p-4', inlineOnWide && 'lg:hidden')}>{footer}</div>
      )}
    </section>
  )
}

type BottomDrawerProps = {
  id: string
  title: string
  footer?: ReactNode
  inlineOnWide?: boolean
  className?: string
  children: ReactNode
}

/** Returns the ref of a popover, which then also closes when the focus leaves it or a link in it is followed. */
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
  if (popover?.isConnected) popover.togglePopover?.(false)
}
