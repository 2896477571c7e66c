import { useNavigate } from 'react-router'

import { useStored } from '../browser-store.ts'
import { addressWithNext } from '../session/next-address.ts'
import { isSignedIn } from '../session/session.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { sellLink } from './site/links.ts'

/** Asks who is signed out and wants to sell to sign in, which leads on to the new project. */
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
        void navigate(addressWithNext('/signin', sellLink.to))
      }}
      question="Login Required"
      confirm="Log In"
    >
      You are signed out. Log in or sign up to add a project.
    </ConfirmDialog>
  )
}
