import { type SocialSite, socialSiteNames, socialSites } from '#contract/content/lists.ts'
import { states } from '#contract/money/tax-ids.ts'
import { missingIdentity } from '#contract/staff/identity.ts'
import type { Settings } from '#contract/staff/settings.ts'

import { numberIn, textIn } from '../../shell/form/use-form.ts'
import { Field } from '../../ui/field.tsx'
import { NumberInput, Select, TextArea, TextInput } from '../../ui/inputs.tsx'
import { Callout } from '../../ui/status.tsx'
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
  grievanceDesignation: { maxLength: 100 },
  grievancePhone: { maxLength: 40 },
  grievanceEmail: { maxLength: 254 },
  grievanceAddress: { maxLength: 300 },
  nodalName: { maxLength: 100 },
  nodalDesignation: { maxLength: 100 },
  nodalPhone: { maxLength: 40 },
  nodalEmail: { maxLength: 254 },
} as const

/** The settings of the operator of the marketplace. */
export const identityForm: SettingsForm<'identity'> = {
  lead: 'Who runs the shop: invoices and receipts, the foot of every page, the contact and the support pages name it. What was issued before keeps the name it was issued under.',
  constraints: identityConstraints,
  read: (form) =>
    Object.fromEntries(Object.keys(identityConstraints).map((name) => [name, textIn(form, name)])),
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
          {/* A select does not follow a new default value by itself. */}
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
          hint="A name, in the footer, on the contact and support pages"
          {...field('grievanceName', value.grievanceName)}
        >
          <TextInput autoComplete="off" />
        </Field>
        <Field
          label="Grievance officer’s designation"
          hint="Such as Head of Support"
          {...field('grievanceDesignation', value.grievanceDesignation)}
        >
          <TextInput autoComplete="off" />
        </Field>
        <Field label="Grievance officer’s number" {...field('grievancePhone', value.grievancePhone)}>
          <TextInput type="tel" autoComplete="off" />
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
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Nodal officer"
          hint="A company names one who lives in India"
          {...field('nodalName', value.nodalName)}
        >
          <TextInput autoComplete="off" />
        </Field>
        <Field label="Nodal officer’s designation" {...field('nodalDesignation', value.nodalDesignation)}>
          <TextInput autoComplete="off" />
        </Field>
        <Field label="Nodal officer’s number" {...field('nodalPhone', value.nodalPhone)}>
          <TextInput type="tel" autoComplete="off" />
        </Field>
        <Field label="Nodal officer’s email" {...field('nodalEmail', value.nodalEmail)}>
          <TextInput type="email" autoComplete="off" />
        </Field>
      </div>
    </>
  ),
}

/** Lists what the law wants to be shown and is still empty. */
function AskedByLaw({ identity }: { identity: Settings['identity'] }) {
  const missing = missingIdentity(identity)
  if (missing.length === 0) return null
  return (
    <Callout title={`Still empty: ${missing.join(', ')}`}>
      The law asks an online shop to show its legal name, the address of its head office, and an email and a
      phone for customers (rule 4 of the Consumer Protection (E-Commerce) Rules, 2020), and who takes
      complaints and how to reach them (the same rule, and rule 3(2) of the IT Rules, 2021); a company also a
      nodal officer.
    </Callout>
  )
}

const socialConstraints = Object.fromEntries(
  socialSiteNames.map((site) => [site, { maxLength: 300 }]),
) as Record<SocialSite, { maxLength: number }>

/** The settings of our own accounts on social sites. */
export const socialForm: SettingsForm<'social'> = {
  lead: 'The accounts of Readymade, as icons at the foot of every page. Without an address there is no icon.',
  constraints: socialConstraints,
  read: (form) => Object.fromEntries(socialSiteNames.map((site) => [site, textIn(form, site)])),
  Fields: ({ value, field }) => (
    <div className="grid gap-4 sm:grid-cols-2">
      {socialSiteNames.map((site) => (
        <Field key={site} label={socialSites[site].name} {...field(site, value[site])}>
          <TextInput
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={`https://${socialSites[site].hosts[0]}/…`}
          />
        </Field>
      ))}
    </div>
  ),
}

const signUpConstraints = { blockedDomains: { maxLength: 50_000 } } as const

/** The settings of email domains that are blocked at sign-up. */
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

const recordsConstraints = { sealedDays: { required: true, min: 0, max: 1100, step: 1 } } as const

/** The setting of how long sealed copies are kept. */
export const recordsForm: SettingsForm<'records'> = {
  lead: 'When a listing is taken down or an account is deleted, an encrypted copy is kept for this long, because the IT Rules (rule 3(1)(g) and (h)) ask for 180 days. Only a super admin opens one, and the audit log records it; then it is gone for good.',
  constraints: recordsConstraints,
  read: (form) => ({ sealedDays: numberIn(form, 'sealedDays') }),
  Fields: ({ value, field }) => (
    <Field
      label="Days"
      hint="0: no copy is made. Copies that exist keep their end."
      className="max-w-60"
      {...field('sealedDays', value.sealedDays)}
    >
      <NumberInput inputMode="numeric" />
    </Field>
  ),
}
