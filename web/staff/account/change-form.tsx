import { type ReactNode, useEffect } from 'react'
import { useFetcher } from 'react-router'

import { staff } from '#contract/staff/accounts.ts'

import { type Constraints, type FormAnswer, mistakesIn, useForm } from '../../shell/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { notify } from '../../ui/notices.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'

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

export const NameSheet = ({ name }: { name: string }) => (
  <Sheet as="section" aria-label="Name">
    <SheetHead title="Name" />
    <div className="p-4 sm:p-5">
      <ChangeForm
        change="name"
        fetcher={useFetcher<AccountAnswer>()}
        constraints={{ name: { required: true, maxLength: 80 } }}
        renderFields={(field) => (
          <Field label="Name" hint="Shown beside what you decide" {...field('name', name)}>
            <TextInput autoComplete="name" />
          </Field>
        )}
        button="Save"
      />
    </div>
  </Sheet>
)

export const PasswordSheet = () => (
  <Sheet as="section" aria-label="Password">
    <SheetHead title="Password" />
    <div className="p-4 sm:p-5">
      <ChangeForm
        change="password"
        fetcher={useFetcher<AccountAnswer>()}
        constraints={{ currentPassword: password, newPassword: password, again: password }}
        renderFields={(field) => (
          <>
            <Field label="Current password" {...field('currentPassword')}>
              <TextInput type="password" autoComplete="current-password" />
            </Field>
            <Field label="New password" hint={passwordHint} {...field('newPassword')}>
              <TextInput type="password" autoComplete="new-password" />
            </Field>
            <Field label="Once more" {...field('again')}>
              <TextInput type="password" autoComplete="new-password" />
            </Field>
          </>
        )}
        button="Change Password"
        empties
      />
    </div>
  </Sheet>
)

const password = { required: true, maxLength: 200 } as const

type Mistakes = Record<string, string> | undefined

/** What stops a link's new password from being sent; the server judges how hard it is to guess. */
export const mistakesInNew = (password: string, again: string): Mistakes =>
  together(mistakesIn(staff.setPassword.body.pick({ password: true }), { password })?.fields, password, again)

/** The same of a password that takes the place of another. */
export const mistakesInChange = (
  body: { currentPassword: string; newPassword: string },
  again: string,
): Mistakes => together(mistakesIn(staff.changePassword.body, body)?.fields, body.newPassword, again)

function together(fields: Mistakes, password: string, again: string): Mistakes {
  if (password === again && again !== '') return fields
  return { ...fields, again: again === '' ? 'Enter it once more' : 'These two are not the same' }
}

/** What the server asks of a new password. */
export const passwordHint =
  '12 characters or more, such as four words that have nothing to do with each other'
