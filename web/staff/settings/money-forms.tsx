import type { ReactNode } from 'react'

import { numberIn, textIn } from '../../shell/form/use-form.ts'
import { Field } from '../../ui/field.tsx'
import { Checkbox, NumberInput, RadioGroup, TextInput } from '../../ui/inputs.tsx'
import type { SettingsForm } from './settings-form.ts'

/** The constraints of a rate that is entered in percent and stored in hundredths of a percent. */
const tcsRate = { min: 0, max: 100, step: 0.01 } as const
const taxConstraints = {
  sellsAs: {},
  registered: {},
  sac: { required: true, maxLength: 6 },
  ratePercent: { required: true, min: 0, max: 40, step: 0.25 },
  roundsToRupee: {},
  invoicePrefix: { required: true, maxLength: 2 },
  creditNotePrefix: { required: true, maxLength: 2 },
  tcsOn: {},
  tcsBasisPoints: tcsRate,
  tcsSection: { maxLength: 100 },
  tdsOn: {},
  tdsBasisPoints: tcsRate,
  tdsBasisPointsWithoutPan: tcsRate,
  tdsExemptUpTo: { required: true, min: 0, step: 1 },
  tdsSection: { maxLength: 100 },
} as const

const basisPointsIn = (form: FormData, name: string) => Math.round((numberIn(form, name) ?? Number.NaN) * 100)
const isOn = (form: FormData, name: string) => form.get(name) === 'on'

/** The settings of taxes and of the numbers of documents. */
export const taxForm: SettingsForm<'tax'> = {
  lead: 'Who sells, and how later sales are taxed and numbered. Prices contain the tax: what a buyer is shown is what they pay.',
  constraints: taxConstraints,
  read: (form) => ({
    sellsAs: textIn(form, 'sellsAs'),
    registered: isOn(form, 'registered'),
    sac: textIn(form, 'sac'),
    ratePercent: numberIn(form, 'ratePercent'),
    roundsToRupee: isOn(form, 'roundsToRupee'),
    invoicePrefix: textIn(form, 'invoicePrefix'),
    creditNotePrefix: textIn(form, 'creditNotePrefix'),
    tcs: {
      on: isOn(form, 'tcsOn'),
      basisPoints: basisPointsIn(form, 'tcsBasisPoints'),
      section: textIn(form, 'tcsSection'),
    },
    tds: {
      on: isOn(form, 'tdsOn'),
      basisPoints: basisPointsIn(form, 'tdsBasisPoints'),
      basisPointsWithoutPan: basisPointsIn(form, 'tdsBasisPointsWithoutPan'),
      exemptUpTo: numberIn(form, 'tdsExemptUpTo') ?? Number.NaN,
      section: textIn(form, 'tdsSection'),
    },
  }),
  Fields: ({ value, field }) => (
    <>
      <RadioGroup
        legend="Who sells to the buyer?"
        required
        name="sellsAs"
        defaultValue={value.sellsAs}
        options={[
          {
            value: 'own_name',
            label: 'We do, in our own name',
            hint: 'Owners license us to sell copies and earn a share. No TCS and no TDS under section 393(1).',
          },
          {
            value: 'marketplace',
            label: 'Each owner does, on our marketplace',
            hint: 'We need a GSTIN whatever we sell. Receipts name the owner as the seller.',
          },
        ]}
        error={field('sellsAs').error}
      />
      <Part title="GST">
        <Checkbox
          name="registered"
          error={field('registered').error}
          defaultChecked={value.registered}
          label="Registered for GST"
          hint="Buyers get tax invoices. Without it they get receipts that say so."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="SAC" hint="998434: software downloads" {...field('sac', value.sac)}>
            <TextInput className="font-mono" inputMode="numeric" />
          </Field>
          <Field
            label="Rate in %"
            hint="CGST and SGST half each, or IGST"
            {...field('ratePercent', value.ratePercent)}
          >
            <NumberInput />
          </Field>
        </div>
        <Checkbox
          name="roundsToRupee"
          defaultChecked={value.roundsToRupee}
          label="Round the tax on each invoice to whole rupees"
          hint="The total stays what was paid."
        />
      </Part>
      <Part title="Numbers">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Invoices and receipts begin with"
            hint="RM/26-27/000123"
            {...field('invoicePrefix', value.invoicePrefix)}
          >
            <TextInput className="font-mono uppercase" />
          </Field>
          <Field
            label="Credit notes begin with"
            hint="RC/26-27/000045"
            {...field('creditNotePrefix', value.creditNotePrefix)}
          >
            <TextInput className="font-mono uppercase" />
          </Field>
        </div>
      </Part>
      <Part title="TCS, on sales of registered owners">
        <Checkbox
          name="tcsOn"
          error={field('tcsOn').error}
          defaultChecked={value.tcs.on}
          label="Collect TCS"
          hint="For sales from now on; earlier ones keep what they had."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="TCS in %" {...field('tcsBasisPoints', value.tcs.basisPoints / 100)}>
            <NumberInput />
          </Field>
          <Field label="TCS under section" {...field('tcsSection', value.tcs.section)}>
            <TextInput />
          </Field>
        </div>
      </Part>
      <Part title="TDS, on what owners earn">
        <Checkbox
          name="tdsOn"
          error={field('tdsOn').error}
          defaultChecked={value.tds.on}
          label="Deduct TDS"
          hint="For sales from now on; earlier ones keep what they had."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="TDS in %" {...field('tdsBasisPoints', value.tds.basisPoints / 100)}>
            <NumberInput />
          </Field>
          <Field
            label="Without PAN in %"
            {...field('tdsBasisPointsWithoutPan', value.tds.basisPointsWithoutPan / 100)}
          >
            <NumberInput />
          </Field>
          <Field
            label="No TDS up to ₹ a year"
            hint="Persons with a PAN; 0: TDS from the first rupee"
            {...field('tdsExemptUpTo', value.tds.exemptUpTo)}
          >
            <NumberInput />
          </Field>
          <Field
            label="TDS under section"
            hint="The section of the law"
            {...field('tdsSection', value.tds.section)}
          >
            <TextInput />
          </Field>
        </div>
      </Part>
    </>
  ),
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="border-rule flex flex-col gap-3 not-first:border-t not-first:pt-6">
    <legend className="sr-only">{title}</legend>
    <p aria-hidden="true" className="text-13 text-quiet font-mono">
      {title}
    </p>
    {children}
  </fieldset>
)

/** The constraints of a rate that is entered in percent and stored in hundredths of a percent. */
const shareRate = { required: true, min: 0, max: 50, step: 0.01 } as const
const feeConstraints = {
  feeRate: shareRate,
  commissionRate: shareRate,
  refundDays: { required: true, min: 1, max: 90, step: 1 },
  reviewPercent: { required: true, min: 0, max: 100, step: 1 },
} as const

const rateIn = (form: FormData, name: string) => Math.round((numberIn(form, name) ?? Number.NaN) * 100)

/** The settings under which later purchases are sold. */
export const feesForm: SettingsForm<'fees'> = {
  lead: 'What holds for purchases from now on. What was bought before keeps the fee, the commission and the refund days it was bought under.',
  constraints: feeConstraints,
  read: (form) => ({
    feeRate: rateIn(form, 'feeRate'),
    commissionRate: rateIn(form, 'commissionRate'),
    refundDays: numberIn(form, 'refundDays'),
    reviewPercent: numberIn(form, 'reviewPercent'),
  }),
  Fields: ({ value, field }) => (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label="Fee in %" hint="Kept of every price" {...field('feeRate', value.feeRate / 100)}>
        <NumberInput inputMode="decimal" />
      </Field>
      <Field
        label="Commission in %"
        hint="Of the price, paid out of the fee"
        {...field('commissionRate', value.commissionRate / 100)}
      >
        <NumberInput inputMode="decimal" />
      </Field>
      <Field label="Refund days" hint="To ask for the money back" {...field('refundDays', value.refundDays)}>
        <NumberInput inputMode="numeric" />
      </Field>
      <Field
        label="Reviews count from, in %"
        hint="Of the list price; who paid less is shown and does not count"
        {...field('reviewPercent', value.reviewPercent)}
      >
        <TextInput type="number" inputMode="numeric" />
      </Field>
    </div>
  ),
}
