import { type ReactNode, useEffect, useState } from 'react'
import { useBlocker } from 'react-router'

import { counted, minute, sizeText } from '#contract/kit/format.ts'
import type { OpenUpload } from '#contract/projects/releases.ts'

import { isSignedIn } from '../../shell/session/session.ts'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Callout } from '../../ui/status.tsx'

/** The dialog for an upload. While one is running, it asks before it is closed and before the page is left. */
export function UploadDialog({ open, onClose, title, size = 'large', children }: UploadDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
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
        size={size}
      >
        {children(setBusy)}
      </Dialog>
      {open && isBusy && (
        <LeaveQuestion isAsking={isAsking} onStay={() => setAsking(false)} onLeave={close} />
      )}
    </>
  )
}

type UploadDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  size?: 'large' | 'wide'
  /** Renders the content, which reports whether an upload is running. */
  children: (onBusy: (isBusy: boolean) => void) => ReactNode
}

/**
 * Asks before the page of a running upload is left, or before its dialog is closed when `isAsking`. Signed-out users
 * may leave without a question.
 */
function LeaveQuestion({ isAsking, onStay, onLeave }: LeaveQuestionProps) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  const { state, reset, proceed } = useBlocker(isSignedIn)
  return (
    <ConfirmDialog
      open={isAsking || state === 'blocked'}
      question="Stop the upload?"
      confirm="Stop"
      cancel="Keep Uploading"
      danger
      onClose={() => {
        onStay()
        reset?.()
      }}
      onConfirm={() => {
        onLeave()
        proceed?.()
      }}
    >
      What has arrived is kept for a day. Choose the same folder again on the project’s page, and only the
      rest is sent.
    </ConfirmDialog>
  )
}

interface LeaveQuestionProps {
  isAsking: boolean
  onStay: () => void
  onLeave: () => void
}

/** The notice of an unfinished upload: the files that have arrived, and how to resume. */
export const UnfinishedUpload = ({ upload }: { upload: OpenUpload }) => (
  <Callout
    tone="waiting"
    title="An upload is not finished"
  >{`${counted(upload.fileCount, 'file')} (${sizeText(upload.totalFileSize)}) have arrived; the last came at ${minute(upload.touchedAt)}. Choose the same folder again within a day, and only the rest is sent.`}</Callout>
)
