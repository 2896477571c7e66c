import { inRupees } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'

import { ActionForm, useActionForm } from '../shell/form/action-form.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { RadioGroup, TextInput } from '../ui/inputs.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'

/** The form to request a payout, or the condition that has to be met first. */
export const PayoutRequestSheet = ({ payable, hasHeld }: { payable: number; hasHeld: boolean }) => (
  <Sheet as="section" aria-label="Ask for a payout">
    <SheetHead title="Ask for a payout" />
    {payable >= limits.payoutMin ? (
      <RequestForm payable={payable} />
    ) : (
      <EmptyState
        as="h3"
        plain
        title={`Payouts start at ${inRupees(limits.payoutMin)}`}
        className="py-8! md:py-10!"
        action={
          <ButtonLink to="/profile?tab=projects" tone="quiet">
            My Projects
          </ButtonLink>
        }
      >
        {payable > 0
          ? `${inRupees(payable)} is payable now. At ${inRupees(limits.payoutMin)} you can ask for it.`
          : hasHeld
            ? 'Your sales become payable when their buyers can no longer ask for the money back.'
            : 'First a project of yours has to sell, or somebody you referred has to buy one.'}
      </EmptyState>
    )}
  </Sheet>
)

function RequestForm({ payable }: { payable: number }) {
  const form = useActionForm(constraints, { draft: 'payout' })
  const { field } = form
  return (
    <ActionForm form={form} intent="request" className="group flex flex-col gap-5 p-4 sm:p-5">
      <Field
        label="Amount"
        hint={`${inRupees(limits.payoutMin)} to ${inRupees(payable)}`}
        {...field('amount', Number.isInteger(payable) ? payable : payable.toFixed(2))}
      >
        <TextInput unit="₹" inputMode="decimal" autoComplete="off" />
      </Field>
      <RadioGroup
        legend="Pay it to"
        name="method"
        inline
        defaultValue="upi"
        options={[
          { value: 'upi', label: 'UPI' },
          { value: 'bank', label: 'Bank account' },
        ]}
      />
      <Field label="Account holder’s name" hint="As your bank writes it" {...field('holder')}>
        <TextInput autoComplete="name" />
      </Field>
      <Field
        label="UPI ID"
        hint="Like name@okaxis"
        className="group-has-[[value=bank]:checked]:hidden"
        {...field('vpa')}
      >
        <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} className="font-mono" />
      </Field>
      <div className="flex flex-col gap-5 not-group-has-[[value=bank]:checked]:hidden">
        <Field label="Account number" {...field('accountNumber')}>
          <TextInput inputMode="numeric" autoComplete="off" className="font-mono" />
        </Field>
        <Field label="Account number again" {...field('accountNumberAgain')}>
          <TextInput inputMode="numeric" autoComplete="off" className="font-mono" />
        </Field>
        <Field
          label="IFSC"
          hint="11 characters, on your cheque book and in your bank’s app"
          {...field('ifsc')}
        >
          <TextInput autoComplete="off" spellCheck={false} className="font-mono uppercase" />
        </Field>
      </div>
      <div>
        <Button type="submit" wide pending={form.pending} pendingText="Sending...">
          Ask for Payout
        </Button>
        <p className="text-13 text-quiet mt-3">
          Our staff look at every payout. The account is stored encrypted; afterwards only a part of it is
          shown.
        </p>
      </div>
    </ActionForm>
  )
}

const constraints = {
  amount: { required: true },
  holder: { required: true, maxLength: 100 },
  vpa: { required: true, maxLength: 100 },
  accountNumber: { required: true, maxLength: 40 },
  accountNumberAgain: { required: true, maxLength: 40 },
  ifsc: { required: true, maxLength: 20 },
} as const
