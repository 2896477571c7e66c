import { type ReactNode, useState } from 'react'

import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** A window in which files are uploaded: while that goes on, closing it and leaving the page are asked about first. */
export function UploadDialog({ open, onClose, title, children }: UploadDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const blocker = useLeaveGuard(open && isBusy)
  const close = () => {
    setBusy(false)
    setAsking(false)
    onClose()
  }
  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        onCloseAsked={isBusy ? () => setAsking(true) : undefined}
        title={title}
        size="large"
      >
        {children(setBusy)}
      </Dialog>
      <ConfirmDialog
        // What it asks about may end by itself.
        open={isBusy && (isAsking || blocker.state === 'blocked')}
        question="Stop the upload?"
        confirm="Stop"
        cancel="Keep Uploading"
        danger
        onClose={() => {
          setAsking(false)
          blocker.reset?.()
        }}
        onConfirm={() => {
          const proceed = blocker.proceed
          close()
          proceed?.()
        }}
      >
        What has arrived is kept for a day. Choose the same folder again on the project’s page, and only the
        rest is sent.
      </ConfirmDialog>
    </>
  )
}

export type UploadDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What stands in the window; it says whether an upload goes on. */
  children: (onBusy: (isBusy: boolean) => void) => ReactNode
}
