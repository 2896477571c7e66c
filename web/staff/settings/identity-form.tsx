import { states } from '#contract/orders/states.ts'

import { textIn } from '../../forms/entered.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { SettingsForm } from './settings-form.ts'

const constraints = {
  legalName: { required: true, maxLength: 200 },
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
  lead: 'Who sells here, as invoices and receipts name it. What was issued before keeps the name it was issued under.',
  constraints,
  read: (form) => Object.fromEntries(Object.keys(constraints).map((name) => [name, textIn(form, name)])),
  Fields: ({ value, field }) => (
    <>
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
        <Field label="Phone" hint="As shown on invoices and receipts" {...field('phone', value.phone)}>
          <TextInput type="tel" autoComplete="off" />
        </Field>
        <Field label="Email" hint="As shown on invoices and receipts" {...field('email', value.email)}>
          <TextInput type="email" autoComplete="off" />
        </Field>
        <Field
          label="Support email"
          hint="Where buyers write to"
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
