import { staff } from '#contract/staff/accounts.ts'

import { ActionForm, useActionForm } from '../../shell/form/action-form.tsx'
import { validationErrors } from '../../shell/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'

/** The classes of a form on the account page. */
export const accountFormLook = 'flex min-w-0 flex-col gap-4'

export function NameSheet({ name }: { name: string }) {
  const form = useActionForm({ name: { required: true, maxLength: 80 } })
  return (
    <Sheet as="section" aria-label="Name">
      <SheetHead title="Name" />
      <div className="p-4 sm:p-5">
        <ActionForm form={form} intent="name" className={accountFormLook}>
          <Field label="Name" hint="Shown beside what you decide" {...form.field('name', name)}>
            <TextInput autoComplete="name" />
          </Field>
          <Button type="submit" tone="quiet" className="self-start" pending={form.pending}>
            Save
          </Button>
        </ActionForm>
      </div>
    </Sheet>
  )
}

export function PasswordSheet() {
  const form = useActionForm(passwords, { onDone: () => form.ref.current?.reset() })
  return (
    <Sheet as="section" aria-label="Password">
      <SheetHead title="Password" />
      <div className="p-4 sm:p-5">
        <ActionForm form={form} intent="password" className={accountFormLook}>
          <Field label="Current password" {...form.field('currentPassword')}>
            <TextInput type="password" autoComplete="current-password" />
          </Field>
          <Field label="New password" hint={passwordHint} {...form.field('newPassword')}>
            <TextInput type="password" autoComplete="new-password" />
          </Field>
          <Field label="Once more" {...form.field('again')}>
            <TextInput type="password" autoComplete="new-password" />
          </Field>
          <Button type="submit" tone="quiet" className="self-start" pending={form.pending}>
            Change Password
          </Button>
        </ActionForm>
      </div>
    </Sheet>
  )
}

const password = { required: true, maxLength: 200 } as const
const passwords = { currentPassword: password, newPassword: password, again: password }

type FieldErrors = Record<string, string> | undefined

/** Validates a new password that is set through a link; the server judges how hard it is to guess. */
export const newPasswordErrors = (password: string, again: string): FieldErrors =>
  withRepeat(
    validationErrors(staff.setPassword.body.pick({ password: true }), { password })?.fields,
    password,
    again,
  )

/** Validates a password that replaces another. */
export const passwordChangeErrors = (
  body: { currentPassword: string; newPassword: string },
  again: string,
): FieldErrors =>
  withRepeat(validationErrors(staff.changePassword.body, body)?.fields, body.newPassword, again)

function withRepeat(fields: FieldErrors, password: string, again: string): FieldErrors {
  if (password === again && again !== '') return fields
  return { ...fields, again: again === '' ? 'Enter it once more' : 'These two are not the same' }
}

/** The server's rule for a new password. */
export const passwordHint =
  '12 characters or more, such as four words that have nothing to do with each other'
