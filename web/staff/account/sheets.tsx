import { useFetcher } from 'react-router'

import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { type AccountAnswer, ChangeForm } from './change-form.tsx'
import { passwordHint } from './password-hint.ts'

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
