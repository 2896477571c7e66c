import { useNavigate } from 'react-router'

import { addressWithNext } from '../session/next-address.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'

/** Asks who was signed out meanwhile to sign in, which leads back to the projects. */
export function LoginRequired({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => void navigate(addressWithNext('/signin', '/profile?tab=projects'))}
      question="Login Required"
      confirm="Log In"
    >
      You are signed out. Log in to add a project.
    </ConfirmDialog>
  )
}
