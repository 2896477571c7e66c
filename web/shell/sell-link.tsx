import { Link } from 'react-router'

import { isSignedIn } from './session/session.ts'
import { sellLink } from './site.ts'

/** 'Sell': leads to a new project; who is signed out is asked first, by `onSignedOut` where there is one. */
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
