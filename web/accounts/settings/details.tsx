import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'

import { type User, years } from '#contract/accounts/accounts.ts'
import { fieldPhone } from '#contract/kit/phone.ts'

import { ActionForm, useAction } from '../../shell/form/action-form.tsx'
import { deleteDraft, useHasDraft } from '../../shell/form/draft.ts'
import { useForm } from '../../shell/form/use-form.ts'
import { editAddress, tabAddress } from '../../shell/site.ts'
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useFocus } from '../../ui/focus.ts'
import { PhoneInput, Select, TextInput } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { MailText } from '../../ui/text.tsx'
import { useBanner } from './banner.tsx'
import {
  addressFields,
  constraints,
  detailsDraft,
  detailsOf,
  type Saved,
  socialFields,
} from './settings-actions.ts'

/**
 * The form that edits the member's details, with the cursor in the field `startAt`. What was typed stays until it is
 * saved or cancelled, after a reload too.
 */
export function DetailsForm({ user, startAt }: { user: User; startAt: string }) {
  const action = useSaving()
  const { answer, pending } = action
  // Errors of fields are shown at the fields, a failed call above the tabs.
  const form = useForm(constraints, answer?.fields && answer, detailsDraft)
  const { ref, field } = form
  // Only fields that differ from these values are saved, so that changes from another tab stay.
  const [shown] = useState(() => JSON.stringify(detailsOf(user)))
  useFocus(ref, startAt)
  return (
    <Sheet as="section" aria-label="Your details">
      <SheetHead title="Your details" />
      <ActionForm
        form={{ ...action, ...form, draft: detailsDraft }}
        className="flex flex-col gap-5 p-4 sm:p-5"
      >
        <input type="hidden" name="shown" value={shown} />
        <Field label="Full Name" {...field('name', user.name)}>
          <TextInput autoComplete="name" />
        </Field>
        <p>
          <span className="text-14 block font-semibold">Email</span>
          <span className="text-quiet wrap-anywhere">
            <MailText of={user.email} alone />
          </span>
        </p>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Phone" {...field('phone', user.phone)}>
            <PhoneInput autoComplete="tel-national" shown={fieldPhone} />
          </Field>
          <Field label="College" {...field('college', user.college)}>
            <TextInput autoComplete="organization" />
          </Field>
          <Field label="Course" {...field('course', user.course)}>
            <TextInput />
          </Field>
          <Field label="Year" {...field('year', user.year)}>
            <Select placeholder="Choose" options={years} />
          </Field>
        </div>
        <Group title="Address">
          {addressFields.map(({ name, label, ...input }) => (
            <Field key={name} label={label} {...field(name, user.address[name])} className={wide(name)}>
              <TextInput {...input} />
            </Field>
          ))}
        </Group>
        <Group title="Social links">
          {socialFields.map(({ name, label, placeholder }) => (
            <Field key={name} label={label} {...field(name, user.socialMedia[name])}>
              <TextInput type="url" inputMode="url" placeholder={placeholder} />
            </Field>
          ))}
        </Group>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={pending || answer?.done !== undefined} pendingText="Saving...">
            Save Changes
          </Button>
          <ButtonLink
            to={tabAddress('settings')}
            tone="quiet"
            replace
            preventScrollReset
            onClick={() => {
              deleteDraft(detailsDraft)
              // Reset at once, because the form may be opened again before the page has changed.
              ref.current?.reset()
            }}
          >
            Cancel
          </ButtonLink>
        </div>
      </ActionForm>
    </Sheet>
  )
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="border-rule border-t pt-5">
      <legend className="float-left mb-3 w-full font-semibold">{title}</legend>
      <div className="clear-both grid gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

const wide = (name: string) => (name === 'street' ? 'sm:col-span-2' : '')

/** Saves the details. Success closes the form and is shown above the tabs, as is a failure without invalid fields. */
function useSaving() {
  const showBanner = useBanner()
  const navigate = useNavigate()
  return useAction<Saved>({
    action: tabAddress('settings'),
    onDone: ({ saved = '' }) => {
      showBanner({ tone: 'verified', text: saved })
      void navigate(tabAddress('settings'), { replace: true, preventScrollReset: true })
    },
    onFailed: ({ message, fields }) =>
      showBanner(fields ? undefined : { tone: 'stopped', text: message ?? 'Failed to update profile' }),
  })
}

/** The member's saved details, with a link to edit them and a callout while there are unsaved changes. */
export function DetailsSection({ user }: { user: User }) {
  const isUnsaved = useHasDraft(detailsDraft)
  return (
    <Sheet as="section" aria-label="Your details">
      <SheetHead
        title="Your details"
        actions={
          <ButtonLink
            to={editAddress('name')}
            tone="quiet"
            size="small"
            aria-label="Edit your details"
            preventScrollReset
          >
            Edit
          </ButtonLink>
        }
      />
      <div className="flex flex-col gap-6 px-4 py-5 sm:px-5">
        {isUnsaved && <Unsaved />}
        <Facts
          facts={[
            ['Full Name', user.name],
            ['Email', <MailText key="email" of={user.email} alone />],
            ['Phone', user.phone],
            ['College', user.college],
            ['Course', user.course],
            ['Year', user.year],
          ]}
        />
        <Facts
          title="Address"
          facts={withoutEmpty(addressFields.map(({ name, label }) => [label, user.address[name]]))}
        />
        <Facts
          title="Social links"
          facts={withoutEmpty(socialFields.map(({ name, label }) => [label, linkOf(user.socialMedia[name])]))}
        />
      </div>
    </Sheet>
  )
}

const Unsaved = () => (
  <Callout
    tone="waiting"
    action={
      <span className="flex flex-wrap gap-2">
        <ButtonLink to={editAddress('name')} size="small" preventScrollReset>
          Continue Editing
        </ButtonLink>
        <Button tone="quiet" size="small" onClick={() => deleteDraft(detailsDraft)}>
          Discard
        </Button>
      </span>
    }
  >
    You have changes that are not saved yet.
  </Callout>
)

type Fact = [term: string, value: ReactNode]

/** Leaves out facts without a value, because most members fill in few of these groups. */
const withoutEmpty = (facts: Fact[]) => facts.filter(([, value]) => Boolean(value))

function Facts({ title, facts }: { title?: string; facts: Fact[] }) {
  return (
    <div>
      {title && <h3 className="border-rule mb-3 border-t pt-5 font-sans font-semibold">{title}</h3>}
      {facts.length === 0 && <p className="text-quiet">Not provided</p>}
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 sm:gap-y-4">
        {facts.map(([term, value]) => (
          <div key={term} className="min-w-0 max-sm:flex max-sm:gap-4">
            <dt className="text-14 text-quiet max-sm:w-22 max-sm:shrink-0 max-sm:leading-[1.625rem]">
              {term}
            </dt>
            <dd className="min-w-0 break-words">
              {value || <span className="text-quiet">Not provided</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const linkOf = (address: string | null | undefined) =>
  address && (
    <TextLink to={address} newTab className="break-all">
      {address.replace(/^https?:\/\/(www\.)?/, '')}
    </TextLink>
  )
