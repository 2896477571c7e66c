import { digits, line } from '../kit/fields.ts'
import { schemaNames, z } from '../kit/zod.ts'

const holderMessage = 'Enter the name of the account’s holder'
const holder = line(100, holderMessage).min(2, holderMessage)
const folded = (max: number, missing: string) =>
  digits(max, { missing, tooLong: missing }).transform((typed) => typed.replaceAll(/[\s-]/g, ''))
const vpaMessage = 'Enter a UPI ID like name@bank'
const accountMessage = 'An account number has 9 to 18 digits'
const ifscMessage = 'An IFSC has 11 characters, like SBIN0001234'

/** The destination of a payout: a UPI id, or a bank account in India. */
export const Destination = z.discriminatedUnion(
  'method',
  [
    z.object({
      method: z.literal('upi'),
      holder,
      /** By the rules of NPCI: a name, an @, and a handle without a dot. */
      vpa: digits(100, { missing: vpaMessage, tooLong: vpaMessage })
        .transform((typed) => typed.trim().toLowerCase())
        .pipe(z.string().regex(/^[a-z0-9][a-z0-9._-]{1,63}@[a-z][a-z0-9]{1,31}$/, vpaMessage)),
    }),
    z.object({
      method: z.literal('bank'),
      holder,
      accountNumber: folded(40, accountMessage).pipe(z.string().regex(/^[0-9]{9,18}$/, accountMessage)),
      /** By the rules of the Reserve Bank of India: four letters of the bank, a zero, six characters of the branch. */
      ifsc: folded(20, ifscMessage).pipe(
        z
          .string()
          .toUpperCase()
          .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, ifscMessage),
      ),
    }),
  ],
  { error: 'Choose UPI or a bank account' },
)
schemaNames.add(Destination, { id: 'Destination' })
export type Destination = z.output<typeof Destination>
