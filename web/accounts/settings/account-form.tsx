import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'

import { type Constraints, useForm } from '../../forms/use-form.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { type AccountAnswer, accountAddress } from './account-action.ts'
import { useFocus } from './use-focus.ts'

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

export interface AccountFormProps<Name extends string> {
  intent: string
  constraints: Constraints<Name>
  focus?: NoInfer<Name> | undefined
  className?: string
  before?: ReactNode
  renderFields: (field: ReturnType<typeof useForm<Name>>['field'], isPending: boolean) => ReactNode
}
