import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'

import { limits } from '#contract/kit/limits.ts'

import { ActionButton } from '../../shell/form/action-form.tsx'
import { Button } from '../../ui/button.tsx'
import { useCountdown } from '../code-step.tsx'
import { accountAddress } from './account-route.ts'

/**
 * A button that requests the codes again, enabled a minute after the last ones were sent (`sentAt` in milliseconds
 * since 1970).
 */
export function ResendButton({ submit, sentAt, children }: ResendButtonProps) {
  const [requestedAt, setAskedAt] = useState(0)
  const left = useCountdown(Math.max(sentAt, requestedAt) + limits.resendSeconds * 1000)
  return (
    <ActionButton
      submit={{ ...submit, again: 'yes' }}
      action={accountAddress}
      onDone={() => setAskedAt(Date.now())}
      tone="link"
      disabled={left > 0}
    >
      <span>
        <span>{children}</span>
        {left > 0 && (
          <span>
            {' in '}
            <span className="tabular-nums">{`${left}s`}</span>
          </span>
        )}
      </span>
    </ActionButton>
  )
}

interface ResendButtonProps {
  submit: Record<string, string>
  sentAt: number
  children: ReactNode
}

/** Says in a section that its data could not be loaded, with a button to try again. */
export function NotLoaded({ children }: { children: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-5 sm:px-5">
      <p role="alert">{children}</p>
      <Button tone="quiet" size="small" pending={state === 'loading'} onClick={() => void revalidate()}>
        Try Again
      </Button>
    </div>
  )
}
