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
      <Form ref={ref} method="post" className="flex flex-col gap-5 p-4 sm:p-5" noValidate>
        <input type="hidden" name="intent" value="create" />
        <Field label="Code" hint="4 to 20 letters and digits, in any case" {...field('code')}>
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono uppercase"
          />
        </Field>
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label="Percent off" {...field('percent')}>
            <TextInput type="number" inputMode="numeric" unit="%" />
          </Field>
          <Field label="or amount off" {...field('amount')}>
            <TextInput type="number" inputMode="decimal" unit="₹" />
          </Field>
        </div>
        <Field label="For purchases from" hint="Empty: for any" {...field('minimum')}>
          <TextInput type="number" inputMode="decimal" unit="₹" />
        </Field>
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label="First day" hint="Empty: today" {...field('from')}>
            <TextInput type="date" />
          </Field>
          <Field label="Last day" hint="Empty: no end" {...field('until')}>
            <TextInput type="date" />
          </Field>
        </div>
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label="Uses in all" hint="Empty: any" {...field('maxUses')}>
            <TextInput type="number" inputMode="numeric" />
          </Field>
          <Field label="Uses each" hint="Of one member" {...field('maxUsesPerMember', 1)}>
            <TextInput type="number" inputMode="numeric" />
          </Field>
        </div>
        {message && <Callout tone="stopped" {...message} />}
        <Button type="submit" pending={state !== 'idle'} pendingText="Saving...">
          Create coupon
        </Button>
        <p className="text-14 text-quiet">{expense}</p>
      </Form>
    </Sheet>
  )
}

const draft = 'new coupon'
const constraints = constraintsOf(coupons.create.body)
