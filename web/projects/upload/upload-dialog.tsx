import { type ReactNode, useEffect, useState } from 'react'
import { type Blocker, useBlocker } from 'react-router'

import { counted, minute } from '#contract/format.ts'
import type { OpenUpload } from '#contract/projects/releases.ts'

import { isSignedIn } from '../../shell/session/session.ts'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Callout } from '../../ui/status.tsx'
import { sizeText } from '../source/file-tree.ts'

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

type UploadDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What stands in the window; it says whether an upload goes on. */
  children: (onBusy: (isBusy: boolean) => void) => ReactNode
}

/** While something would be lost, the browser asks before the page is left; ways inside the site wait in the answer, until it is told to proceed. Who is signed out is let go. */
function useLeaveGuard(isBusy: boolean): Blocker {
  useEffect(() => {
    if (!isBusy) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
  return useBlocker(() => isBusy && isSignedIn())
}

/** What became of an upload that was left: how much has arrived, and how it is gone on with. */
export const UnfinishedUpload = ({ upload }: { upload: OpenUpload }) => (
  <Callout tone="waiting" title="An upload is not finished">
    {counted(upload.fileCount, 'file')} ({sizeText(upload.totalFileSize)}) have arrived; the last came at{' '}
    {minute(upload.touchedAt)}. Choose the same folder again within a day, and only the rest is sent.
  </Callout>
)
