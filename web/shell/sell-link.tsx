import { Link, useNavigate } from 'react-router'

import { ConfirmDialog } from '../ui/dialog.tsx'
import { useStored } from './session/browser-store.ts'
import { addressWithNext, isSignedIn } from './session/session.ts'
import { sellLink } from './site.ts'

/** The link 'Sell' to a new project. `onSignedOut` is called instead when a visitor presses it. */
export const SellLink = ({ className, onSignedOut }: SellLinkProps) => (
  <Link
    to={sellLink.to}
    className={className}
    onClick={(event) => {
      const opensHere = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
      if (!onSignedOut || !opensHere || isSignedIn()) return
      event.preventDefault()
      onSignedOut()
    }}
  >
    {sellLink.label}
  </Link>
)

interface SellLinkProps {
  className: string
  onSignedOut: (() => void) | undefined
}

/** A dialog that asks a visitor who wants to sell to sign in, which leads on to the new project. */
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
