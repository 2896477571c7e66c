import { useNavigate } from 'react-router'

import { ConfirmDialog } from '../ui/dialog.tsx'
import { useStored } from './session/browser-store.ts'
import { addressWithNext, isSignedIn } from './session/session.ts'
import { newProjectAddress } from './site.ts'

/** A dialog that asks a visitor who adds a project to sign in, which leads on to the form. */
export function LoginRequired({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  // Somebody may have signed in in another tab meanwhile.
  const isSignedOut = !useStored(isSignedIn, false)
  return (
    <ConfirmDialog
      open={open && isSignedOut}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        void navigate(addressWithNext('/signin', newProjectAddress))
      }}
      question="Login Required"
      confirm="Log In"
    >
      You are signed out. Log in or sign up to add a project.
    </ConfirmDialog>
  )
}
