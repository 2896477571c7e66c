import { numberIn } from '../../forms/entered.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { SettingsForm } from './settings-form.ts'

/** A rate in percent, kept as hundredths of one. */
const shareRate = { required: true, min: 0, max: 50, step: 0.01 } as const
const feeConstraints = {
  feeRate: shareRate,
  commissionRate: shareRate,
  refundDays: { required: true, min: 1, max: 90, step: 1 },
} as const

const rateIn = (form: FormData, name: string) => Math.round((numberIn(form, name) ?? Number.NaN) * 100)

/** What later purchases are sold under. */
export const feesForm: SettingsForm<'fees'> = {
  lead: 'What holds for purchases from now on. What was bought before keeps the fee, the commission and the refund days it was bought under.',
  constraints: feeConstraints,
  read: (form) => ({
    feeRate: rateIn(form, 'feeRate'),
    commissionRate: rateIn(form, 'commissionRate'),
    refundDays: numberIn(form, 'refundDays'),
  }),
  Fields: ({ value, field }) => (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <Field label="Fee in %" hint="Kept of every price" {...field('feeRate', value.feeRate / 100)}>
        <TextInput type="number" inputMode="decimal" />
      </Field>
      <Field
        label="Commission in %"
        hint="Of the price, paid out of the fee"
        {...field('commissionRate', value.commissionRate / 100)}
      >
        <TextInput type="number" inputMode="decimal" />
      </Field>
      <Field label="Refund days" hint="To ask for the money back" {...field('refundDays', value.refundDays)}>
        <TextInput type="number" inputMode="numeric" />
      </Field>
    </div>
  ),
}
