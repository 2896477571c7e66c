import { inRupees } from '#contract/kit/format.ts'
import { stateOfGstin, taxIds as calls, type TaxIds } from '#contract/money/tax-ids.ts'

import { ActionForm, formAction, useActionForm } from '../shell/form/action-form.tsx'
import { constraintsOf } from '../shell/form/constraints.ts'
import { checked, textIn, fieldError } from '../shell/form/use-form.ts'
import { useSite } from '../shell/site.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Checkbox, TextInput } from '../ui/inputs.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'

/** Saves the owner's tax details. A stored PAN stays when its field is left empty. */
export const saveTaxDetails = formAction('Failed to save your tax details', async ({ api, form }) => {
  const pan = textIn(form, 'pan')
  const isRegistered = form.get('registered') === 'on'
  const gstin = isRegistered ? textIn(form, 'gstin') : ''
  if (isRegistered && gstin === '') throw fieldError('gstin', 'Enter your GSTIN')
  const body = checked(calls.save.body, { ...(pan && { pan }), gstin })
  await api.taxIds.save({ body })
  return 'Your tax details are saved.'
})

/** The form for the owner's GST registration and GSTIN, and for the PAN while TDS is withheld. */
export function TaxDetails({ taxIds }: { taxIds: TaxIds }) {
  const { tds, tcs, panEnding, gstin } = taxIds
  const { sellsAs } = useSite()
  const form = useActionForm(constraints, {
    draft: 'tax details',
    onDone: () => form.ref.current?.reset(),
  })
  const { field } = form
  return (
    <Sheet as="section" aria-label="Tax details" className="mt-6">
      <SheetHead title="Tax details" />
      <ActionForm
        form={form}
        key={`${panEnding} ${gstin}`}
        className="group grid items-start gap-5 p-4 sm:p-5 md:max-lg:grid-cols-2"
      >
        {tds && (
          <Field
            label="PAN"
            hint={
              panEnding
                ? `Yours ends in ${panEnding}. ${tdsText(tds)}`
                : `TDS is ${tds.rateWithoutPan}% of each price without it, ${tds.rate}% with it.`
            }
            {...field('pan')}
          >
            <TextInput autoComplete="off" spellCheck={false} className="font-mono uppercase" />
          </Field>
        )}
        <div className="flex flex-col gap-3">
          <Checkbox
            name="registered"
            defaultChecked={gstin !== null}
            label="I am registered for GST"
            hint={`${sellsAs === 'marketplace' ? 'Receipts name you as the seller, with your GSTIN.' : 'Buyers get their receipt or invoice from us, in our name.'} ${tcs ? `TCS of ${tcs.rate}% is held back from sales of registered owners.` : 'Your GSTIN is shown on your yearly statement.'}`}
          />
          <div className="hidden group-has-[[name=registered]:checked]:block">
            <Field
              label="GSTIN"
              hint={gstin ? `Registered in ${stateOfGstin(gstin) ?? 'no State'}` : '15 letters and digits'}
              {...field('gstin', gstin)}
            >
              <TextInput autoComplete="off" spellCheck={false} className="font-mono uppercase" />
            </Field>
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 md:max-lg:col-span-2">
          <Button type="submit" tone="quiet" pending={form.pending} pendingText="Saving...">
            Save
          </Button>
          <p className="text-14 text-quiet min-w-48 flex-1">
            {(tds || tcs) && <span>{`${[tds?.section, tcs?.section].filter(Boolean).join(' and ')}. `}</span>}
            {tds && <span>Your PAN is stored encrypted.</span>}
          </p>
        </div>
      </ActionForm>
    </Sheet>
  )
}

const tdsText = ({ rate, exemptUpTo, isExemptible }: NonNullable<TaxIds['tds']>) =>
  isExemptible && exemptUpTo > 0
    ? `No TDS while your sales of the year are ${inRupees(exemptUpTo)} or less, then ${rate}%.`
    : `TDS is ${rate}%.`

const constraints = constraintsOf(calls.save.body)
