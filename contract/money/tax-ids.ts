import { endpoint, member } from '../kit/endpoint.ts'
import { digits, Done } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'

/** The States and Union Territories of India with their GST codes, for the place of supply on invoices. */
export const stateCodes: Readonly<Record<string, string>> = {
  'Andaman and Nicobar Islands': '35',
  'Andhra Pradesh': '37',
  'Arunachal Pradesh': '12',
  Assam: '18',
  Bihar: '10',
  Chandigarh: '04',
  Chhattisgarh: '22',
  'Dadra and Nagar Haveli and Daman and Diu': '26',
  Delhi: '07',
  Goa: '30',
  Gujarat: '24',
  Haryana: '06',
  'Himachal Pradesh': '02',
  'Jammu and Kashmir': '01',
  Jharkhand: '20',
  Karnataka: '29',
  Kerala: '32',
  Ladakh: '38',
  Lakshadweep: '31',
  'Madhya Pradesh': '23',
  Maharashtra: '27',
  Manipur: '14',
  Meghalaya: '17',
  Mizoram: '15',
  Nagaland: '13',
  Odisha: '21',
  Puducherry: '34',
  Punjab: '03',
  Rajasthan: '08',
  Sikkim: '11',
  'Tamil Nadu': '33',
  Telangana: '36',
  Tripura: '16',
  'Uttar Pradesh': '09',
  Uttarakhand: '05',
  'West Bengal': '19',
}

export const states: readonly string[] = Object.keys(stateCodes)

/**
 * Whether a text is a permanent account number: five letters, of which the fourth encodes the kind of holder, four
 * digits, a letter.
 */
const isPan = (text: string): boolean => /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/.test(text)

/** Returns the kind of holder encoded in a PAN: P a person, H a Hindu undivided family, C a company and so on. */
export const holderOf = (pan: string): string => pan[3]!

/** Returns the State that a GSTIN is registered in; undefined for the few without one. */
export const stateOfGstin = (gstin: string): string | undefined =>
  Object.keys(stateCodes).find((state) => stateCodes[state] === gstin.slice(0, 2))

/** The codes of the States, and 97 for registrations without a State. */
const codes = new Set([...Object.values(stateCodes), '97'])

/**
 * Whether a text is a GST identification number: the code of a State, a PAN, the number of the registration, Z, and a
 * check character over all of them (alternating weights 1 and 2, digits summed in base 36).
 */
export function isGstin(text: string): boolean {
  if (!/^.{12}[1-9A-Z]Z[0-9A-Z]$/.test(text)) return false
  if (!codes.has(text.slice(0, 2)) || !isPan(text.slice(2, 12))) return false
  const sum = Array.from(text.slice(0, 14)).reduce((total, letter, index) => {
    const weighed = Number.parseInt(letter, 36) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(weighed / 36) + (weighed % 36)
  }, 0)
  return ((36 - (sum % 36)) % 36).toString(36).toUpperCase() === text[14]
}

export const TaxIds = z.object({
  /** The tax that is deducted from owners now, in percent; null when none is. */
  tds: z
    .object({
      rate: z.number(),
      rateWithoutPan: z.number(),
      section: z.string(),
      /**
       * Sales in a financial year, in rupees, up to which nothing is deducted from persons and families with a PAN; 0
       * for no such limit.
       */
      exemptUpTo: z.number(),
      /** Whether the limit applies to the caller, by the PAN. */
      isExemptible: z.boolean(),
    })
    .nullable(),
  tcs: z.object({ rate: z.number(), section: z.string() }).nullable(),
  /** The last four characters of the caller's PAN. */
  panEnding: z.string().nullable(),
  gstin: z.string().nullable(),
})
schemaNames.add(TaxIds, { id: 'TaxIds' })
export type TaxIds = z.infer<typeof TaxIds>

const panMessage = 'A PAN has 5 letters, 4 digits and a letter, like ABCPE1234F'
const upperCaseText = (message: string) =>
  digits(40, { missing: message, tooLong: message }).trim().toUpperCase()

const reply = Done.extend({ taxIds: TaxIds })

export const taxIds = {
  get: endpoint({
    method: 'GET',
    path: '/users/tax-ids',
    summary: 'What is held back from what the caller sells for the tax office, and what they told us for it.',
    access: member,
    reply,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/users/tax-ids',
    summary: 'Keeps PAN and GSTIN; what is left out stays as it is, an empty text takes it away.',
    access: member,
    body: z.object({
      pan: upperCaseText(panMessage)
        .refine((pan) => pan === '' || isPan(pan), panMessage)
        .optional(),
      gstin: upperCaseText('This is not a GSTIN: check each letter and digit')
        .refine((gstin) => gstin === '' || isGstin(gstin), 'This is not a GSTIN: check each letter and digit')
        .optional(),
    }),
    reply,
  }),
}
