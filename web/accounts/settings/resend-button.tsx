import { type ReactNode, useEffect } from 'react'
import { useFetcher } from 'react-router'

import { limits } from '#contract/kit/limits.ts'

import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useCountdown } from '../use-countdown.ts'
import { type AccountAnswer, accountAddress } from './account-action.ts'

/** Asks for codes again, a minute after the last ones (milliseconds since 1970). */
export function ResendButton({ intent, sentAt, carry, children }: ResendButtonProps) {
  const fetcher = useFetcher<AccountAnswer>()
  const left = useCountdown(Math.max(sentAt, fetcher.data?.sentAt ?? 0) + limits.resendSeconds * 1000)
  useEffect(() => {
    const { done, message } = fetcher.data ?? {}
    if (done !== undefined) notify('A new code is on its way.', { tone: 'done' })
    else if (message) notify(message, { tone: 'failed' })
  }, [fetcher.data])
  return (
    <fetcher.Form method="post" action={accountAddress}>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(carry ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" tone="link" disabled={left > 0} pending={fetcher.state !== 'idle'}>
        <span>
          {children}
          {left > 0 && (
            <>
              {' '}
              in <span className="font-mono tabular-nums">{left}s</span>
            </>
          )}
        </span>
      </Button>
    </fetcher.Form>
  )
}

export interface ResendButtonProps {
  intent: string
  sentAt: number
  carry?: Record<string, string>
  children: ReactNode
}
