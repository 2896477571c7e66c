import { type ReactNode, useId } from 'react'

import { Button } from '../button.tsx'
import { useModal } from './dialog.tsx'

/** Asks one question with two answers, or with another way to say yes; the safe one has the focus and Escape means no. */
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

export type ConfirmDialogProps = {
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
