import { digits, Email, line, prose, text } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { isGstin, stateCodes, states } from '../money/tax-ids.ts'

/** An email, or an empty text. */
const OptionalEmail = text(254)
  .trim()
  .refine((email) => email === '' || Email.safeParse(email).success, 'Please enter a valid email address')

/**
 * The operator of the marketplace, as named on invoices and every page. An empty field is unknown, and shown nowhere.
 */
export const Identity = z
  .object({
    legalName: line(200),
    tradeName: line(100).min(1, 'Enter the name that people know'),
    address: prose(300).refine((address) => address.split('\n').length <= 5, 'At most 5 lines'),
    state: z.enum(['', ...states], { error: 'Choose a State' }),
    pin: digits(20)
      .trim()
      .regex(/^([1-9]\d{5})?$/, 'A PIN has 6 digits'),
    gstin: digits(40)
      .trim()
      .toUpperCase()
      .refine((gstin) => gstin === '' || isGstin(gstin), 'This is not a GSTIN: check each letter and digit'),
    email: OptionalEmail,
    phone: line(40),
    /** The address for buyers. */
    supportEmail: OptionalEmail,
    /** The officer who decides complaints by rule 3(2) of the IT Rules, 2021, and how to reach them. */
    grievanceName: line(100),
    grievanceDesignation: line(100).default(''),
    grievancePhone: line(40).default(''),
    grievanceEmail: OptionalEmail,
    grievanceAddress: prose(300),
    /** The nodal officer in India of a company: rule 4(1) of the Consumer Protection (E-Commerce) Rules, 2020. */
    nodalName: line(100).default(''),
    nodalDesignation: line(100).default(''),
    nodalPhone: line(40).default(''),
    nodalEmail: OptionalEmail.default(''),
  })
  .refine(({ gstin, state }) => gstin === '' || state !== '', {
    path: ['state'],
    error: 'Choose the State of the GSTIN',
  })
  .refine(
    ({ gstin, state }) => !isGstin(gstin) || state === '' || gstin.startsWith(stateCodes[state] ?? '?'),
    {
      path: ['state'],
      error: 'The GSTIN begins with the code of another State',
    },
  )
schemaNames.add(Identity, { id: 'Identity' })

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
export function missingIdentity(identity: z.infer<typeof Identity>): string[] {
  const isEmpty = (field: keyof typeof identityNeeded) =>
    identity[field] === '' && !(field === 'supportEmail' && identity.email !== '')
  const missing = Object.keys(identityNeeded) as (keyof typeof identityNeeded)[]
  const isCompany = /\b(limited|ltd)\b/i.test(identity.legalName)
  return [
    ...missing.filter(isEmpty).map((field) => identityNeeded[field]),
    ...(isCompany && (identity.nodalName === '' || identity.nodalEmail === '' || identity.nodalPhone === '')
      ? ['the nodal officer with phone and email']
      : []),
  ]
}
