import { states } from '#contract/orders/states.ts'
import type { Settings } from '#contract/staff/settings.ts'

import { textIn } from '../../forms/entered.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { SettingsForm } from './settings-form.ts'

const identityConstraints = {
  legalName: { maxLength: 200 },
  tradeName: { required: true, maxLength: 100 },
  address: { maxLength: 300 },
  state: {},
  pin: { maxLength: 6 },
  gstin: { maxLength: 15 },
  email: { maxLength: 254 },
  phone: { maxLength: 40 },
  supportEmail: { maxLength: 254 },
  grievanceName: { maxLength: 100 },
  grievanceEmail: { maxLength: 254 },
  grievanceAddress: { maxLength: 300 },
} as const

/** Who runs the marketplace. */
export const identityForm: SettingsForm<'identity'> = {
  lead: 'Who runs the shop: invoices and receipts, the foot of every page, the contact and the support pages name it. What was issued before keeps the name it was issued under.',
  constraints: identityConstraints,
  read: (form) => Object.fromEntries(Object.keys(identityConstraints).map((name) => [name, textIn(form, name)])),
  Fields: ({ value, field }) => (
    <>
      <AskedByLaw identity={value} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Legal name" {...field('legalName', value.legalName)}>
          <TextInput autoComplete="off" />
        </Field>
        <Field label="Trade name" {...field('tradeName', value.tradeName)}>
          <TextInput autoComplete="off" />
        </Field>
      </div>
      <Field
        label="Address"
        hint="Without State and PIN, at most 5 lines"
        {...field('address', value.address)}
      >
        <TextArea rows={3} autoComplete="off" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="State" {...field('state', value.state)}>
          {/* A select does not follow a new default by itself. */}
          <Select key={value.state} placeholder="Choose a State" options={states} autoComplete="off" />
        </Field>
        <Field label="PIN" {...field('pin', value.pin)}>
          <TextInput inputMode="numeric" autoComplete="off" />
        </Field>
        <Field label="GSTIN" hint="Empty without a registration" {...field('gstin', value.gstin)}>
          <TextInput className="font-mono uppercase" autoComplete="off" spellCheck={false} />
        </Field>
        <Field
          label="Phone"
          hint="On invoices and receipts, in the footer and on the contact page"
          {...field('phone', value.phone)}
        >
          <TextInput type="tel" autoComplete="off" />
        </Field>
        <Field
          label="Email"
          hint="On invoices and receipts; where there is no support email, shown in its place"
          {...field('email', value.email)}
        >
          <TextInput type="email" autoComplete="off" />
        </Field>
        <Field
          label="Support email"
          hint="Where buyers write to; in the footer and on the contact page"
          {...field('supportEmail', value.supportEmail)}
        >
          <TextInput type="email" autoComplete="off" />
        </Field>
        <Field
          label="Grievance officer"
          hint="A name, on the contact and support pages"
          {...field('grievanceName', value.grievanceName)}
        >
          <TextInput autoComplete="off" />
        </Field>
        <Field
          label="Grievance officer’s email"
          hint="Where complaints are sent"
          {...field('grievanceEmail', value.grievanceEmail)}
        >
          <TextInput type="email" autoComplete="off" />
        </Field>
      </div>
      <Field
        label="Grievance officer’s address"
        hint="Where complaints can be sent on paper"
        {...field('grievanceAddress', value.grievanceAddress)}
      >
        <TextArea rows={3} autoComplete="off" />
      </Field>
    </>
  ),
}

/** What the law wants shown that is not known yet. */
function AskedByLaw({ identity }: { identity: Settings['identity'] }) {
  const missing = [
    !identity.legalName && 'the legal name',
    !identity.address && 'the address',
    !identity.phone && 'the phone',
    !identity.supportEmail && !identity.email && 'the support email',
    !identity.grievanceName && 'the grievance officer',
    !identity.grievanceEmail && 'the grievance officer’s email',
  ].filter((part) => part !== false)
  if (missing.length === 0) return null
  return (
    <Callout title={`Still empty: ${missing.join(', ')}`}>
      The law asks an online shop to show its legal name, the address of its head office, and an email and a
      phone for customers (rule 4 of the Consumer Protection (E-Commerce) Rules, 2020), and who takes
      complaints and how to reach them (the same rule, and rule 3(2) of the IT Rules, 2021).
    </Callout>
  )
}
