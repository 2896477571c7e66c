import { useState } from 'react'

import { Button, ButtonLink } from '../ui/button.tsx'
import { Callout } from '../ui/status.tsx'

/**
 * Uses a mailed one-time link up when its reader says so: a scanner that opens the page does not. The token stands in the
 * fragment of the address.
 */
export function LinkStep({ onOpen, onOver, renew }: LinkStepProps) {
  const [result, setResult] = useState<LinkResult>({})
  const [busy, setBusy] = useState(false)
  const open = async () => {
    const token = location.hash.slice(1)
    setBusy(true)
    const came = token ? await onOpen(token) : incomplete
    setResult(came)
    if (came.isOver) onOver?.()
    setBusy(false)
  }
  return (
    <>
      <noscript>
        <p>Signing in needs JavaScript. Open the link in a browser that has it.</p>
      </noscript>
      {result.done && <Callout tone="verified">{result.done}</Callout>}
      {result.error && <Callout tone="stopped">{result.error}</Callout>}
      {result.isOver ? (
        <ButtonLink to={renew.to} size="large" wide>
          {renew.label}
        </ButtonLink>
      ) : (
        <Button
          size="large"
          wide
          // Without scripts it does nothing.
          className="noscript:hidden"
          needsScripts
          pending={busy}
          pendingText="Signing In..."
          disabled={result.done !== undefined}
          onClick={() => void open()}
        >
          Sign In
        </Button>
      )}
    </>
  )
}

const incomplete = { error: 'This link is incomplete. Open it from the email again.', isOver: true }

/** What came of a link, in words to show. */
export interface LinkResult {
  done?: string
  error?: string
  /** It is cut off, has expired or was used: pressed again it would say the same. */
  isOver?: boolean
}

interface LinkStepProps {
  onOpen: (token: string) => Promise<LinkResult>
  /** For what the page says of a link that can still be used. */
  onOver?: () => void
  /** Where to ask for another link. */
  renew: { to: string; label: string }
}
