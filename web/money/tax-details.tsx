import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import type { Api } from '#contract/client.ts'
import { inRupees } from '#contract/format.ts'
import { stateOfGstin, taxIds as calls, type TaxIds } from '#contract/money/tax-ids.ts'

import { constraintsOf } from '../shell/form/constraints.ts'
import { dropDraft } from '../shell/form/draft.ts'
import { type FormAnswer, mistakesIn, textIn, useForm } from '../shell/form/use-form.ts'
import { problemOf } from '../shell/session/api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Checkbox, TextInput } from '../ui/inputs.tsx'
import { notify } from '../ui/notices.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { Callout } from '../ui/status.tsx'

/** What came of saving the tax details. */
type TaxAnswer = FormAnswer & { saved?: true }

/** Keeps what an owner tells us for the tax office. A PAN that is kept already stays when its field is left empty. */
export async function saveTaxDetails(api: Api, form: FormData): Promise<TaxAnswer> {
  const pan = textIn(form, 'pan')
  const isRegistered = form.get('registered') === 'on'
  const gstin = isRegistered ? textIn(form, 'gstin') : ''
  if (isRegistered && gstin === '') return { message: noGstin, fields: { gstin: noGstin } }
  const body = { ...(pan && { pan }), gstin }
  const mistakes = mistakesIn(calls.save.body, body)
  if (mistakes) return mistakes
  try {
    await api.taxIds.save({ body })
    return { saved: true }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to save your tax details')
    return { code, message, fields }
  }
}

const noGstin = 'Enter your GSTIN'

/** Whether an owner is registered for GST, under which GSTIN; and the PAN, asked for while tax is held back. */
export function TaxDetails({ taxIds }: { taxIds: TaxIds }) {
  const { tds, tcs, panEnding, gstin } = taxIds
  const { data, state, Form } = useFetcher<TaxAnswer>()
  const { ref, message, field } = useForm(constraints, data, draft)
  const isSaved = data?.saved
  useEffect(() => {
    if (!isSaved) return
    dropDraft(draft)
    notify('Your tax details are saved.', { tone: 'done' })
    ref.current?.reset()
  }, [isSaved, ref])
  return (
    <Sheet as="section" aria-label="Tax details" className="mt-6">
      <SheetHead title="Tax details" />
      <Form
        ref={ref}
        method="post"
        key={`${panEnding} ${gstin}`}
        className="group grid items-start gap-5 p-4 sm:p-5 md:grid-cols-2"
        noValidate
      >
        {tds && (
          <Field
            label="PAN"
            hint={
              panEnding
                ? `Yours ends in ${panEnding}. ${tdsWords(tds)}`
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
            hint={`Buyers get their receipt or invoice from us, in our name. ${tcs ? `TCS of ${tcs.rate}% is held back from sales of registered owners.` : 'Your GSTIN is shown on your yearly statement.'}`}
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
        {message && <Callout tone="stopped" className="md:col-span-2" {...message} />}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 md:col-span-2">
          <Button type="submit" tone="quiet" pending={state !== 'idle'} pendingText="Saving...">
            Save
          </Button>
          <p className="text-14 text-quiet min-w-48 flex-1">
            {(tds || tcs) && `${[tds?.section, tcs?.section].filter(Boolean).join(' and ')}. `}
            {tds && 'Your PAN is stored encrypted.'}
          </p>
        </div>
      </Form>
    </Sheet>
  )
}

const tdsWords = ({ rate, exemptUpTo, isExemptible }: NonNullable<TaxIds['tds']>) =>
  isExemptible && exemptUpTo > 0
    ? `No TDS while your sales of the year are ${inRupees(exemptUpTo)} or less, then ${rate}%.`
    : `TDS is ${rate}%.`

const draft = 'tax details'
const constraints = constraintsOf(calls.save.body)
