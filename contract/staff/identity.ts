import { superAdmin } from '../kit/endpoint.ts'
import { digits, Email, line, prose, text } from '../kit/fields.ts'
import { z } from '../kit/zod.ts'
import { isGstin, stateCodes, states } from '../money/tax-ids.ts'
import { section, setting } from './setting.ts'

/** An email, or an empty text. */
const OptionalEmail = text(254)
  .trim()
  .refine((email) => email === '' || Email.safeParse(email).success, 'Please enter a valid email address')

const Pin = digits(20)
  .trim()
  .regex(/^([1-9]\d{5})?$/, 'A PIN has 6 digits')

const Gstin = digits(40)
  .trim()
  .toUpperCase()
  .refine((gstin) => gstin === '' || isGstin(gstin), 'This is not a GSTIN: check each letter and digit')

/**
 * The operator of the marketplace, as named on invoices and every page. An empty setting is unknown, and shown nowhere.
 */
export const identity = section(
  {
    title: 'Identity',
    summary:
      'Sets who runs the marketplace: invoices, the foot of every page, the contact and support pages name it. Invoices that were issued keep what stands on them.',
    lead: 'Who runs the shop: invoices and receipts, the foot of every page, the contact and the support pages name it. What was issued before keeps the name it was issued under.',
    access: superAdmin,
    order: ['legalName', 'tradeName', 'address', 'state', 'pin', 'gstin', 'phone'],
  },
  {
    legalName: setting('Legal name', line(200), ''),
    tradeName: setting('Trade name', line(100).min(1, 'Enter the name that people know'), 'Readymade'),
    address: setting(
      'Address',
      prose(300).refine((address) => address.split('\n').length <= 5, 'At most 5 lines'),
      '',
      {
        hint: 'Without State and PIN, at most 5 lines',
        input: 'lines',
      },
    ),
    state: setting('State', z.enum(['', ...states], { error: 'Choose a State' }), '', {
      input: 'select',
      options: states.map((state) => ({ value: state, label: state })),
      placeholder: 'Choose a State',
    }),
    pin: setting('PIN', Pin, '', { input: 'digits' }),
    gstin: setting('GSTIN', Gstin, '', { hint: 'Empty without a registration', input: 'code' }),
    email: setting('Email', OptionalEmail, '', {
      hint: 'On invoices and receipts; where there is no support email, shown in its place',
      input: 'email',
    }),
    phone: setting('Phone', line(40), '', {
      hint: 'On invoices and receipts, in the footer and on the contact page',
      input: 'tel',
    }),
    supportEmail: setting('Support email', OptionalEmail, '', {
      hint: 'Where buyers write to; in the footer and on the contact page',
      input: 'email',
    }),
    // The officer who decides complaints by rule 3(2) of the IT Rules, 2021, and how to reach them.
    grievanceName: setting('Grievance officer', line(100), '', {
      hint: 'A name, in the footer, on the contact and support pages',
    }),
    grievanceDesignation: setting('Grievance officer’s designation', line(100).default(''), '', {
      hint: 'Such as Head of Support',
    }),
    grievancePhone: setting('Grievance officer’s number', line(40).default(''), '', { input: 'tel' }),
    grievanceEmail: setting('Grievance officer’s email', OptionalEmail, '', {
      hint: 'Where complaints are sent',
      input: 'email',
    }),
    grievanceAddress: setting('Grievance officer’s address', prose(300), '', {
      hint: 'Where complaints can be sent on paper',
      input: 'lines',
    }),
    // The nodal officer in India of a company: rule 4(1) of the Consumer Protection (E-Commerce) Rules, 2020.
    nodalName: setting('Nodal officer', line(100).default(''), '', {
      hint: 'A company names one who lives in India',
    }),
    nodalDesignation: setting('Nodal officer’s designation', line(100).default(''), ''),
    nodalPhone: setting('Nodal officer’s number', line(40).default(''), '', { input: 'tel' }),
    nodalEmail: setting('Nodal officer’s email', OptionalEmail.default(''), '', { input: 'email' }),
  },
  (schema) =>
    schema
      .refine(({ gstin, state }) => gstin === '' || state !== '', {
        path: ['state'],
        error: 'Choose the State of the GSTIN',
      })
      .refine(
        ({ gstin, state }) => !isGstin(gstin) || state === '' || gstin.startsWith(stateCodes[state] ?? '?'),
        { path: ['state'], error: 'The GSTIN begins with the code of another State' },
      ),
)

/** What the law asks an online shop to show of who runs it, and how the settings name it. */
const identityNeeded = {
  legalName: 'the legal name',
  address: 'the address',
  phone: 'the phone',
  supportEmail: 'the support email',
  grievanceName: 'the grievance officer',
  grievanceDesignation: 'the grievance officer’s designation',
  grievancePhone: 'the grievance officer’s phone',
  grievanceEmail: 'the grievance officer’s email',
} as const

/** Names what of this is empty; of a company the nodal officer too. */
export function missingIdentity(operator: z.infer<typeof identity.schema>): string[] {
  const isEmpty = (field: keyof typeof identityNeeded) =>
    operator[field] === '' && !(field === 'supportEmail' && operator.email !== '')
  const missing = Object.keys(identityNeeded) as (keyof typeof identityNeeded)[]
  const isCompany = /\b(limited|ltd)\b/i.test(operator.legalName)
  return [
    ...missing.filter(isEmpty).map((field) => identityNeeded[field]),
    ...(isCompany && (operator.nodalName === '' || operator.nodalEmail === '' || operator.nodalPhone === '')
      ? ['the nodal officer with phone and email']
      : []),
  ]
}
