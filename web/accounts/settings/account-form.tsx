import { type ReactNode, useEffect } from 'react'
import { useFetcher, useRevalidator } from 'react-router'

import { limits } from '#contract/limits.ts'

import { type Constraints, useForm } from '../../shell/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { useFocus } from '../../ui/focus.ts'
import { notify } from '../../ui/notices.tsx'
import { Callout } from '../../ui/status.tsx'
import { useCountdown } from '../code-step.tsx'
import { accountAddress, type AccountAnswer } from './account-route.ts'

/** A form of the account sections; when it appears the cursor stands in the field `focus`, if one is named. */
export function AccountForm<Name extends string>({
  intent,
  constraints,
  focus,
  className = 'flex max-w-md flex-col gap-5',
  before,
  renderFields,
}: AccountFormProps<Name>) {
  const fetcher = useFetcher<AccountAnswer>()
  const { ref, message, field } = useForm(constraints, fetcher.data)
  useFocus(ref, focus ?? '', focus !== undefined)
  return (
    <fetcher.Form ref={ref} method="post" action={accountAddress} noValidate className={className}>
      <input type="hidden" name="intent" value={intent} />
      {before}
      {message && <Callout tone="stopped" {...message} />}
      {renderFields(field, fetcher.state !== 'idle')}
    </fetcher.Form>
  )
}

interface AccountFormProps<Name extends string> {
  intent: string
  constraints: Constraints<Name>
  focus?: NoInfer<Name> | undefined
  className?: string
  before?: ReactNode
  renderFields: (field: ReturnType<typeof useForm<Name>>['field'], isPending: boolean) => ReactNode
}

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

interface ResendButtonProps {
  intent: string
  sentAt: number
  carry?: Record<string, string>
  children: ReactNode
}

/** Stands in a section whose data did not come. */
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
