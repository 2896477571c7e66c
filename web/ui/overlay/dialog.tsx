import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useRef } from 'react'

import { IconButton } from '../icon-button.tsx'
import { Icon } from '../icon.tsx'

/** A modal window on the browser's own dialog: Escape and the cross close it, focus goes back where it was. */
export function Dialog({ open, onClose, title, footer, size = 'medium', children }: DialogProps) {
  const ref = useModal(open)
  const titleId = useId()
  return (
    <dialog
      ref={ref}
      onClose={onClose}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={clsx('modal', sizes[size])}
    >
      {open && (
        <div className="flex max-h-[inherit] flex-col">
          <div className="border-rule flex items-center justify-between gap-4 border-b py-1.5 pr-1.5 pl-5">
            <h2 id={titleId} className="font-head text-18 font-semibold">
              {title}
            </h2>
            <IconButton label="Close" onClick={() => ref.current?.close()}>
              <Icon name="x" />
            </IconButton>
          </div>
          <div className="overflow-y-auto overscroll-contain p-5">{children}</div>
          {footer && (
            <div className="border-rule flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</div>
          )}
        </div>
      )}
    </dialog>
  )
}

/** Shows a native dialog as a modal while `open` is true; the element with data-autofocus gets the focus. */
export function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.open === open) return
    if (open) {
      dialog.showModal()
      const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog
      first.focus()
    } else dialog.close()
  }, [open])
  return ref
}

const sizes = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-3xl' }

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  footer?: ReactNode
  size?: keyof typeof sizes
  children: ReactNode
}
