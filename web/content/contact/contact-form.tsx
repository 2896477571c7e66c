import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'

import { subjects } from '#contract/content-lists.ts'

import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** The form for a message to the staff. What was entered stays when it could not be sent. */
export function ContactForm({ about, result }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useNavigation().formMethod === 'POST'
  const { entered, fields, error } = result ?? {}
  useEffect(() => {
    if (fields) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [fields])
  return (
    <Form ref={form} method="post" noValidate className="flex flex-col gap-5">
      {error && !fields && <Callout tone="stopped">{error}</Callout>}
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
        <Field label="Name" required error={fields?.name}>
          <TextInput name="name" autoComplete="name" maxLength={80} defaultValue={entered?.name} />
        </Field>
        <Field label="Email" required error={fields?.email}>
          <TextInput
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            defaultValue={entered?.email}
          />
        </Field>
        <Field label="Phone (optional)" error={fields?.phone}>
          <TextInput
            type="tel"
            name="phone"
            autoComplete="tel"
            inputMode="tel"
            maxLength={20}
            defaultValue={entered?.phone}
          />
        </Field>
        <Field label="Subject" required error={fields?.subject}>
          <Select
            name="subject"
            options={subjects}
            placeholder="Choose a subject"
            defaultValue={entered?.subject ?? (about ? 'Project Question' : '')}
          />
        </Field>
      </div>
      <Field label="Message" required error={fields?.message}>
        <TextArea
          name="message"
          rows={8}
          className="min-h-56"
          maxLength={5000}
          defaultValue={entered?.message}
        />
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

export interface ContactFormProps {
  about: { _id: string; title: string } | undefined
  /** Why the last message was not sent. */
  result: { entered?: Record<string, string>; fields?: Record<string, string>; error: string } | undefined
}
