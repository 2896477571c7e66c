import { Form, useLocation, useNavigation } from 'react-router'

import { subjects } from '#contract/content/lists.ts'
import { contactPhone } from '#contract/kit/phone.ts'

import { type Constraints, type FormAnswer, useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PhoneInput } from '../../ui/form/phone-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** The form for a message to the staff. What was entered stays when it could not be sent. */
export function ContactForm({ about, constraints, result }: ContactFormProps) {
  const { ref, message, field } = useForm(constraints, result, messageDraft)
  const sending = useNavigation().formMethod === 'POST'
  return (
    <Form ref={ref} method="post" noValidate className="flex flex-col gap-5">
      {message && (
        <Callout tone="stopped" {...message} action={result?.site && <PageThere site={result.site} />} />
      )}
      {about && (
        <Callout
          action={
            <TextLink to="/contact" className="text-14 py-2.5">
              Ask about something else
            </TextLink>
          }
        >
          About the project <strong className="font-semibold">{about.title}</strong>
          <input type="hidden" name="projectId" value={about._id} />
        </Callout>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" {...field('name')}>
          <TextInput autoComplete="name" />
        </Field>
        <Field label="Email" {...field('email')}>
          <TextInput type="email" autoComplete="email" inputMode="email" />
        </Field>
        <Field label="Phone (optional)" {...field('phone')}>
          <PhoneInput autoComplete="tel" shown={contactPhone} />
        </Field>
        <Field label="Subject" {...field('subject', about ? 'Project Question' : '')}>
          <Select options={subjects} placeholder="Choose a subject" />
        </Field>
      </div>
      <Field
        label="Message"
        hint={
          <>
            About an order? Write its number too, like{' '}
            <span className="whitespace-nowrap">RM-2026-000123</span>. It is in My Orders and in our emails.
          </>
        }
        {...field('message')}
      >
        <TextArea rows={8} className="min-h-56" />
      </Field>
      <Button
        type="submit"
        size="large"
        pending={sending}
        pendingText="Sending..."
        className="w-full sm:w-fit sm:min-w-52"
      >
        Send Message
      </Button>
    </Form>
  )
}

/** The same page where it is taken, in another tab: what was typed stays here. */
function PageThere({ site }: { site: string }) {
  const { pathname, search } = useLocation()
  return (
    <TextLink to={site + pathname + search} newTab className="text-14 py-2.5">
      Open the Page There
    </TextLink>
  )
}

/** The name under which what is typed is kept. */
export const messageDraft = 'message'

export interface ContactFormProps {
  about: { _id: string; title: string } | undefined
  constraints: Constraints<'name' | 'email' | 'phone' | 'subject' | 'message'>
  /** Why the last message was not sent, and where it would be taken instead. */
  result: (FormAnswer & { site?: string }) | undefined
}
