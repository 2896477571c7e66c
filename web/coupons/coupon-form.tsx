import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { coupons } from '#contract/orders/coupons.ts'

import { constraintsOf } from '../forms/constraints.ts'
import { dropDraft } from '../forms/draft.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Field } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import type { CouponAnswer } from './act.ts'

/** The form that makes a coupon; `expense` says who pays for it. */
export function CouponForm({ expense }: { expense: string }) {
  const { data, state, Form } = useFetcher<CouponAnswer>()
  const { ref, message, field } = useForm(constraints, data, draft)
  const made = data?.made
  useEffect(() => {
    if (!made) return
    dropDraft(draft)
    notify(`The coupon ${made} can be used now.`, { tone: 'done' })
    ref.current?.reset()
  }, [made, ref])
  return (
    <Sheet as="section" aria-label="New coupon">
      <SheetHead title="New coupon" />
      <Form ref={ref} method="post" className="@container flex flex-col gap-5 p-4 sm:p-5" noValidate>
        <input type="hidden" name="intent" value="create" />
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 @3xl:grid-cols-4">
          <Field
            label="Code"
            hint="4 to 20 letters and digits"
            className="@max-3xl:col-span-2"
            {...field('code')}
          >
            <TextInput
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="font-mono uppercase"
            />
          </Field>
          <Field label="Percent off" hint="Or an amount" {...field('percent')}>
            <TextInput type="number" inputMode="numeric" unit="%" />
          </Field>
          <Field label="Amount off" hint="Or a percentage" {...field('amount')}>
            <TextInput type="number" inputMode="decimal" unit="₹" />
          </Field>
          <Field
            label="For purchases from"
            hint="Empty: for any"
            className="@max-3xl:col-span-2"
            {...field('minimum')}
          >
            <TextInput type="number" inputMode="decimal" unit="₹" />
          </Field>
          <Field label="First day" hint="Empty: today" className="@max-3xl:col-span-2" {...field('from')}>
            <TextInput type="date" />
          </Field>
          <Field label="Last day" hint="Empty: no end" className="@max-3xl:col-span-2" {...field('until')}>
            <TextInput type="date" />
          </Field>
          <Field label="Uses in all" hint="Empty: any" {...field('maxUses')}>
            <TextInput type="number" inputMode="numeric" />
          </Field>
          <Field label="Uses each" hint="By one member" {...field('maxUsesPerMember', 1)}>
            <TextInput type="number" inputMode="numeric" />
          </Field>
        </div>
        {message && <Callout tone="stopped" {...message} />}
        <div className="flex flex-col gap-5 @3xl:flex-row @3xl:items-center">
          <Button type="submit" className="shrink-0" pending={state !== 'idle'} pendingText="Saving...">
            Create Coupon
          </Button>
          <p className="text-14 text-quiet max-w-(--container-text)">{expense}</p>
        </div>
      </Form>
    </Sheet>
  )
}

const draft = 'new coupon'
const constraints = constraintsOf(coupons.create.body)
