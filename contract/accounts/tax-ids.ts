import { z } from 'zod'

import { endpoint, member } from '../kit/endpoint.ts'
import { Done, text } from '../kit/words.ts'
import { isGstin, isPan } from '../staff/gstin.ts'

const TaxIds = z.object({
  /** Whether we hold tax back from owners now, and how much, in percent. */
  tds: z
    .object({
      rate: z.number(),
      rateWithoutPan: z.number(),
      section: z.string(),
      /** Rupees of sales in a financial year up to which nothing is held back from persons and families with a PAN; 0 when there is no such limit. */
      exemptUpTo: z.number(),
      /** Whether that holds for the caller, as their PAN says. */
      isExemptible: z.boolean(),
    })
    .nullable(),
  tcs: z.object({ rate: z.number(), section: z.string() }).nullable(),
  /** The last four characters of the caller's PAN. */
  panEnding: z.string().nullable(),
  gstin: z.string().nullable(),
})
export type TaxIds = z.infer<typeof TaxIds>

const panMessage = 'A PAN has 5 letters, 4 digits and a letter, like ABCPE1234F'
const written = (message: string) => text(40, { missing: message, tooLong: message }).trim().toUpperCase()

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
      pan: written(panMessage)
        .refine((pan) => pan === '' || isPan(pan), panMessage)
        .optional(),
      gstin: written('This is not a GSTIN: check each letter and digit')
        .refine((gstin) => gstin === '' || isGstin(gstin), 'This is not a GSTIN: check each letter and digit')
        .optional(),
    }),
    reply,
  }),
}
