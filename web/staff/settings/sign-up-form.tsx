import { textIn } from '../../forms/entered.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import type { SettingsForm } from './settings-form.ts'

const signUpConstraints = { blockedDomains: { maxLength: 50_000 } } as const

/** Which mail domains nobody signs up with. */
export const signUpForm: SettingsForm<'signUp'> = {
  lead: 'Throwaway mailboxes last a few minutes, so nobody can be reached there later. Accounts that exist already stay.',
  constraints: signUpConstraints,
  read: (form) => ({ blockedDomains: textIn(form, 'blockedDomains') }),
  Fields: ({ value, field }) => (
    <Field
      label="Blocked email domains"
      hint="One on each line, such as mailinator.com. Its subdomains are blocked too: inbox.mailinator.com."
      {...field('blockedDomains', value.blockedDomains)}
    >
      <TextArea
        rows={10}
        className="text-14 max-h-[60vh] font-mono"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  ),
}
