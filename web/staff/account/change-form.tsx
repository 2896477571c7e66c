import { type ReactNode, useEffect } from 'react'
import type { useFetcher } from 'react-router'

import { type Constraints, type FormAnswer, useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { notify } from '../../ui/feedback/notify.ts'

/** What came of a change to one's own account. */
export type AccountAnswer = FormAnswer & {
  done?: string | undefined
  enrolment?: { secret: string; qr: string }
  recoveryCodes?: string[]
}

export type AccountFetcher = ReturnType<typeof useFetcher<AccountAnswer>>

/** A form that changes one's own account: its fields and one button. It tells what was done, and `empties` then where passwords were typed. */
export function ChangeForm<Name extends string>({
  change,
  fetcher,
  constraints,
  before,
  renderFields,
  button,
  tone = 'quiet',
  empties = false,
}: ChangeFormProps<Name>) {
  const { data, state } = fetcher
  const { ref, message, field } = useForm(constraints, data)
  useEffect(() => {
    if (!data?.done) return
    notify(data.done, { tone: 'done' })
    if (empties) ref.current?.reset()
  }, [data, empties, ref])
  return (
    <fetcher.Form ref={ref} method="post" className="flex min-w-0 flex-col gap-4" noValidate>
      <input type="hidden" name="do" value={change} />
      {before}
      {message && <Callout tone="stopped" {...message} />}
      {renderFields(field)}
      <Button type="submit" tone={tone} className="self-start" pending={state !== 'idle'}>
        {button}
      </Button>
    </fetcher.Form>
  )
}

interface ChangeFormProps<Name extends string> {
  change: 'name' | 'password' | 'begin' | 'confirm' | 'remove'
  fetcher: AccountFetcher
  constraints: Constraints<Name>
  before?: ReactNode
  renderFields: (field: ReturnType<typeof useForm<Name>>['field']) => ReactNode
  button: string
  tone?: 'primary' | 'quiet' | 'danger'
  empties?: boolean
}
