import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { taxIds as calls, type TaxIds } from '#contract/accounts/tax-ids.ts'
import type { Api } from '#contract/client.ts'

import { constraintsOf } from '../../forms/constraints.ts'
import { dropDraft } from '../../forms/draft.ts'
import { textIn } from '../../forms/entered.ts'
import { mistakesIn } from '../../forms/mistakes.ts'
import { type FormAnswer, useForm } from '../../forms/use-form.ts'
import { problemOf } from '../../problem-of.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'

/** What came of saving the tax details. */
export type TaxAnswer = FormAnswer & { saved?: true }

/** Keeps what an owner tells us for the tax office. A PAN that is kept already stays when its field is left empty. */
export async function saveTaxDetails(api: Api, form: FormData): Promise<TaxAnswer> {
  const pan = textIn(form, 'pan')
  const body = { ...(pan && { pan }), ...(form.has('gstin') && { gstin: textIn(form, 'gstin') }) }
  const mistakes = mistakesIn(calls.save.body, body)
  if (mistakes) return mistakes
  try {
    await api.taxIds.save({ body })
    return { saved: true }
  } catch (thrown) {
    const { message, fields } = problemOf(thrown, 'Failed to save your tax details')
    return { message, fields }
  }
}

/** PAN and GSTIN of an owner, asked for while tax is held back; nothing otherwise. */
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
  if (!tds && !tcs) return null
  return (
    <Sheet as="section" aria-label="Tax details" className="mt-6">
      <SheetHead title="Tax details" />
      <Form
        ref={ref}
        method="post"
        key={`${panEnding} ${gstin}`}
        className="grid items-start gap-5 p-4 sm:p-5 md:grid-cols-2"
        noValidate
      >
        {tds && (
          <Field
            label="PAN"
            hint={
              panEnding
                ? `Yours ends in ${panEnding}. TDS is ${tds.rate}%.`
                : `TDS is ${tds.rateWithoutPan}% of each price without it, ${tds.rate}% with it.`
            }
            {...field('pan')}
          >
            <TextInput autoComplete="off" spellCheck={false} className="font-mono uppercase" />
          </Field>
        )}
        {tcs && (
          <Field
            label="GSTIN"
            hint={`Only if you are registered for GST. TCS is then ${tcs.rate}%.`}
            {...field('gstin', gstin)}
          >
            <TextInput autoComplete="off" spellCheck={false} className="font-mono uppercase" />
          </Field>
        )}
        {message && <Callout tone="stopped" className="md:col-span-2" {...message} />}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 md:col-span-2">
          <Button type="submit" tone="quiet" pending={state !== 'idle'} pendingText="Saving...">
            Save
          </Button>
          <p className="text-14 text-quiet min-w-48 flex-1">
            {[tds?.section, tcs?.section].filter(Boolean).join(' and ')}. Your PAN is stored encrypted.
          </p>
        </div>
      </Form>
    </Sheet>
  )
}

const draft = 'tax details'
const constraints = constraintsOf(calls.save.body)
