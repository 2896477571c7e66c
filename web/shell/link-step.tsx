import { useState } from 'react'

import { Button, ButtonLink } from '../ui/button.tsx'
import { Callout } from '../ui/status.tsx'

/**
 * A button that uses an emailed one-time link, so that a scanner that opens the page does not use it. The token is in
 * the fragment of the address.
 */
export function LinkStep({ onOpen, onOver, renew }: LinkStepProps) {
  const [result, setResult] = useState<LinkResult>({})
  const [busy, setBusy] = useState(false)
  const open = async () => {
    const token = location.hash.slice(1)
    setBusy(true)
    const outcome = token ? await onOpen(token) : incomplete
    setResult(outcome)
    if (outcome.isOver) onOver?.()
    setBusy(false)
  }
  return (
    <>
      <noscript>
        <p>Signing in needs JavaScript. Open the link in a browser that has it.</p>
      </noscript>
      {result.done && (
        <Callout tone="verified" shown>
          {result.done}
        </Callout>
      )}
      {result.error && (
        <Callout tone="stopped" shown>
          {result.error}
        </Callout>
      )}
      {result.isOver ? (
        <ButtonLink to={renew.to} size="large" wide>
          {renew.label}
        </ButtonLink>
      ) : (
        <Button
          size="large"
          wide
          // It does nothing without scripts.
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

/** The result of a link, with texts to show. */
export interface LinkResult {
  done?: string
  error?: string
  /** True when the link is incomplete, expired or used: another attempt would say the same. */
  isOver?: boolean
}

interface LinkStepProps {
  onOpen: (token: string) => Promise<LinkResult>
  /** Called when the link can no longer be used, so that the page can change its texts. */
  onOver?: () => void
  /** The link to the page that sends another link. */
  renew: { to: string; label: string }
}
