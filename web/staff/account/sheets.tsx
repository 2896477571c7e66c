import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { type FormAnswer, useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { passwordHint } from './password-hint.ts'

/** What came of a change to one's own account. */
export type AccountAnswer = FormAnswer & {
  done?: string | undefined
  enrolment?: { secret: string; qr: string }
  recoveryCodes?: string[]
}

/** Tells what was done, and empties the form where passwords were typed. */
export function useDone(answer: AccountAnswer | undefined, form?: { current: HTMLFormElement | null }) {
  useEffect(() => {
    if (!answer?.done) return
    notify(answer.done, { tone: 'done' })
    form?.current?.reset()
  }, [answer, form])
}

export function NameSheet({ name }: { name: string }) {
  const fetcher = useFetcher<AccountAnswer>()
  const { ref, message, field } = useForm(nameConstraints, fetcher.data)
  useDone(fetcher.data)
  return (
    <Sheet as="section" aria-label="Name">
      <SheetHead title="Name" />
      <fetcher.Form ref={ref} method="post" className="flex flex-col gap-4 p-4 sm:p-5" noValidate>
        <input type="hidden" name="do" value="name" />
        {message && <Callout tone="stopped" {...message} />}
        <Field label="Name" hint="Stands beside what you decide" {...field('name', name)}>
          <TextInput autoComplete="name" />
        </Field>
        <Button
          type="submit"
          className="self-start"
          pending={fetcher.state !== 'idle'}
          pendingText="Saving..."
        >
          Save
        </Button>
      </fetcher.Form>
    </Sheet>
  )
}

export function PasswordSheet() {
  const fetcher = useFetcher<AccountAnswer>()
  const { ref, message, field } = useForm(passwordConstraints, fetcher.data)
  useDone(fetcher.data, ref)
  return (
    <Sheet as="section" aria-label="Password">
      <SheetHead title="Password" />
      <fetcher.Form ref={ref} method="post" className="flex flex-col gap-4 p-4 sm:p-5" noValidate>
        <input type="hidden" name="do" value="password" />
        {message && <Callout tone="stopped" {...message} />}
        <Field label="Present password" {...field('currentPassword')}>
          <TextInput type="password" autoComplete="current-password" />
        </Field>
        <Field label="New password" hint={passwordHint} {...field('newPassword')}>
          <TextInput type="password" autoComplete="new-password" />
        </Field>
        <Field label="Once more" {...field('again')}>
          <TextInput type="password" autoComplete="new-password" />
        </Field>
        <Button
          type="submit"
          className="self-start"
          pending={fetcher.state !== 'idle'}
          pendingText="Saving..."
        >
          Change password
        </Button>
      </fetcher.Form>
    </Sheet>
  )
}

const nameConstraints = { name: { required: true, maxLength: 80 } } as const
const password = { required: true, maxLength: 200 } as const
const passwordConstraints = { currentPassword: password, newPassword: password, again: password } as const
