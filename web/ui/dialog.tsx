import { clsx } from 'clsx'
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useId, useRef } from 'react'

import { announcer } from './announcer.ts'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/**
 * A modal window on the browser's own dialog: Escape and the cross close it, and the focus returns to where it was.
 * With `onCloseAsked` they only call that, and `open` alone closes the dialog.
 */
export function Dialog({
  open,
  onClose,
  onCloseAsked,
  title,
  footer,
  size = 'medium',
  children,
}: DialogProps) {
  const ref = useModal(open)
  const closeRequest = useCloseRequest(ref, onCloseAsked)
  const titleId = useId()
  return (
    <dialog
      ref={ref}
      // React passes on the close event of a dialog inside this one, which the browser does not.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
      {...closeRequest}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={clsx('modal', sizes[size])}
    >
      {open && (
        <div className="modal-parts flex max-h-[inherit] flex-col">
          <div className="border-rule flex items-center justify-between gap-4 border-b py-1.5 pr-1.5 pl-5">
            <h2 id={titleId} className="font-head text-18 font-semibold">
              {title}
            </h2>
            <IconButton label="Close" onClick={onCloseAsked ?? (() => ref.current?.close())}>
              <Icon name="x" />
            </IconButton>
          </div>
          <div
            className={clsx(
              'modal-body overflow-y-auto overscroll-contain p-5',
              footer && 'scroll-cue-below',
            )}
          >
            {children}
          </div>
          {footer && (
            <div className="border-rule flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</div>
          )}
          <div {...announcer} />
        </div>
      )}
    </dialog>
  )
}

/**
 * Calls `ask` instead of closing. A second Escape would close a native dialog whatever the first one did, so browsers
 * are told that nothing closes it.
 */
function useCloseRequest(ref: RefObject<HTMLDialogElement | null>, ask: (() => void) | undefined) {
  useEffect(() => {
    if (!ask) return undefined
    const onKey = (event: KeyboardEvent) => {
      // The focused element may have been removed, so the document listens. A dialog above this one handles its own
      // Escape.
      const isTop = [...document.querySelectorAll('dialog:modal')].at(-1) === ref.current
      if (event.key !== 'Escape' || !isTop) return
      event.preventDefault()
      ask()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  if (!ask) return undefined
  return {
    closedby: 'none' as const,
    onCancel(event: SyntheticEvent<HTMLDialogElement>) {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      ask()
    },
  }
}

/** Shows a native dialog as a modal while `open` is true; the element with data-autofocus gets the focus. */
function useModal(open: boolean) {
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

const sizes = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-3xl', wide: 'max-w-5xl' }

type DialogProps = {
  open: boolean
  onClose: () => void
  onCloseAsked?: (() => void) | undefined
  title: ReactNode
  footer?: ReactNode
  size?: keyof typeof sizes
  children: ReactNode
}

/** Asks one question with two answers, or three with `other`; the safe one has the focus, and Escape means no. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  question,
  confirm,
  cancel,
  other,
  danger,
  pending,
  children,
}: ConfirmDialogProps) {
  const ref = useModal(open)
  const id = useId()
  return (
    <dialog
      ref={ref}
      onClose={onClose}
      aria-labelledby={id}
      tabIndex={-1}
      className={other ? 'modal max-w-lg' : 'modal max-w-md'}
    >
      {open && (
        <div className="p-5 sm:p-6">
          <div {...announcer} />
          <h2 id={id} className="font-head text-18 font-semibold">
            {question}
          </h2>
          {children && <div className="text-quiet mt-2">{children}</div>}
          <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:flex-wrap sm:justify-end">
            <Button tone="quiet" data-autofocus="" onClick={() => ref.current?.close()}>
              {cancel ?? 'Cancel'}
            </Button>
            {other && (
              <Button tone="quiet" pending={pending} onClick={other.onChoose}>
                {other.label}
              </Button>
            )}
            <Button tone={danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  )
}

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  question: ReactNode
  confirm: ReactNode
  cancel?: ReactNode
  other?: { label: ReactNode; onChoose: () => void } | undefined
  danger?: boolean
  pending?: boolean
  children?: ReactNode
}

/**
 * The foot of a dialog with its buttons, which stays in view while the rest scrolls. With `stacked`, phones show them
 * one above the other, the last one first.
 */
export const DialogFoot = ({ stacked, className, children }: DialogFootProps) => (
  <div
    className={clsx(
      'foot-cue border-rule bg-sheet sticky -bottom-5 z-1 -mx-5 -mb-5 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t px-5 py-3',
      stacked && 'max-sm:flex-col-reverse max-sm:items-stretch',
      className,
    )}
  >
    {children}
  </div>
)

type DialogFootProps = { stacked?: boolean; className?: string; children: ReactNode }
