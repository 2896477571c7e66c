import type { Api } from '#contract/client.ts'
import { day, formatCount, inRupees } from '#contract/kit/format.ts'
import { type Coupon, coupons } from '#contract/orders/coupons.ts'

import {
  ActionButton,
  ActionForm,
  formAction,
  formActions,
  useActionForm,
} from '../shell/form/action-form.tsx'
import { constraintsOf } from '../shell/form/constraints.ts'
import { textIn } from '../shell/form/use-form.ts'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Field } from '../ui/field.tsx'
import { NumberInput, TextInput } from '../ui/inputs.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { Status, type StatusTone } from '../ui/status.tsx'

/** The form that creates a coupon; `expense` says who bears the discount. A coupon of the shop needs limits. */
export function CouponForm({ expense, isOfShop = false }: { expense: string; isOfShop?: boolean }) {
  const form = useActionForm(isOfShop ? shopConstraints : constraints, {
    draft: 'new coupon',
    onDone: () => form.ref.current?.reset(),
  })
  const { field } = form
  return (
    <Sheet as="section" aria-label="New coupon">
      <SheetHead title="New coupon" />
      <ActionForm form={form} intent="create" className="@container flex flex-col gap-5 p-4 sm:p-5">
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
            <NumberInput inputMode="numeric" unit="%" />
          </Field>
          <Field label="Amount off" hint="Or a percentage" {...field('amount')}>
            <NumberInput inputMode="decimal" unit="₹" />
          </Field>
          {isOfShop && (
            <>
              <Field label="At most" hint="Off one purchase" {...field('maxDiscount')}>
                <NumberInput inputMode="decimal" unit="₹" />
              </Field>
              <Field label="Budget" hint="For all uses" {...field('budget')}>
                <NumberInput inputMode="decimal" unit="₹" />
              </Field>
            </>
          )}
          <Field
            label="For purchases from"
            hint="Empty: for any"
            className="@max-3xl:col-span-2"
            {...field('minimum')}
          >
            <NumberInput inputMode="decimal" unit="₹" />
          </Field>
          <Field label="First day" hint="Empty: today" className="@max-3xl:col-span-2" {...field('from')}>
            <TextInput type="date" />
          </Field>
          <Field label="Last day" hint="Empty: no end" className="@max-3xl:col-span-2" {...field('until')}>
            <TextInput type="date" />
          </Field>
          <Field label="Uses in all" hint={isOfShop ? 'By everybody' : 'Empty: any'} {...field('maxUses')}>
            <NumberInput inputMode="numeric" />
          </Field>
          <Field label="Uses each" hint="By one member" {...field('maxUsesPerMember', 1)}>
            <NumberInput inputMode="numeric" />
          </Field>
        </div>
        <div className="flex flex-col gap-5 @3xl:flex-row @3xl:items-center">
          <Button type="submit" className="shrink-0" pending={form.pending} pendingText="Saving...">
            Create Coupon
          </Button>
          <p className="text-14 text-quiet max-w-(--container-text)">{expense}</p>
        </div>
      </ActionForm>
    </Sheet>
  )
}

const shopTerms = constraintsOf(coupons.createAsStaff.body)
const constraints = { ...constraintsOf(coupons.create.body), maxDiscount: {}, budget: {} }
const shopConstraints = {
  ...shopTerms,
  maxDiscount: { ...shopTerms.maxDiscount, required: true },
  budget: { ...shopTerms.budget, required: true },
  maxUses: { ...shopTerms.maxUses, required: true },
} as const

/** An owner's coupons, each with its discount, its uses and a button that switches it on or off. */
export const CouponTable = ({ coupons }: { coupons: readonly Coupon[] }) => (
  <Sheet as="section" aria-label="Coupons" className="min-w-0 overflow-hidden">
    <SheetHead title="Your coupons" />
    <DataTable caption="Coupons" folds="narrow" columns={columns} rows={coupons} rowKey={({ _id }) => _id} />
  </Sheet>
)

function discountText({ percent, amount, minimum, maxDiscount }: Coupon) {
  const off = percent === null ? inRupees(amount ?? 0) : `${percent}%`
  const limit = maxDiscount === null ? '' : `, up\u00a0to\u00a0${inRupees(maxDiscount)}`
  return `${off}${limit}${minimum > 0 ? `, from\u00a0${inRupees(minimum)}` : ''}`
}

/** The last day of a coupon; `endsAt` is the first moment after it. */
const lastDay = (endsAt: string) => day(new Date(Date.parse(endsAt) - 1).toISOString())

const unbroken = (words: string) => words.replaceAll(' ', '\u00a0')

const states: Record<Coupon['state'], { words: string; tone: StatusTone }> = {
  usable: { words: 'On', tone: 'verified' },
  not_begun: { words: 'Not yet', tone: 'waiting' },
  off: { words: 'Off', tone: 'neutral' },
  over: { words: 'Expired', tone: 'neutral' },
  used_up: { words: 'Used up', tone: 'neutral' },
}

const columns: Column<Coupon>[] = [
  { key: 'code', head: 'Code', className: 'font-mono font-semibold', cell: ({ code }) => code },
  { key: 'off', head: 'Takes off', cell: discountText },
  {
    key: 'days',
    head: 'Days',
    cell: ({ startsAt, endsAt }) =>
      endsAt
        ? `${unbroken(day(startsAt))} to ${unbroken(lastDay(endsAt))}`
        : `from ${unbroken(day(startsAt))}`,
  },
  {
    key: 'used',
    head: 'Used',
    figures: true,
    cell: usesText,
  },
  { key: 'given', head: 'Given', figures: true, cell: costText },
  {
    key: 'state',
    head: 'Status',
    cell: ({ state }) => <Status tone={states[state].tone}>{states[state].words}</Status>,
  },
  {
    key: 'switch',
    head: <span className="sr-only">Switch</span>,
    className: 'whitespace-nowrap',
    cell: (coupon) => <Switch coupon={coupon} />,
  },
]

function usesText({ used, maxUses }: Coupon) {
  return maxUses === null ? formatCount(used) : `${formatCount(used)} of ${formatCount(maxUses)}`
}

function costText({ discounted, budget }: Coupon) {
  return budget === null ? inRupees(discounted) : `${inRupees(discounted)} of ${inRupees(budget)}`
}

/**
 * The columns for staff, with the owner of each coupon, who bears what it costs. Only a super admin switches those of
 * the shop.
 */
export const couponColumns = (isSuperAdmin: boolean): Column<Coupon>[] => [
  columns[0]!,
  {
    key: 'owner',
    head: 'Whose',
    className: 'min-w-53 wrap-anywhere',
    cell: ({ owner }) => owner ?? 'Readymade',
  },
  ...columns.slice(1, -1).map((column) => (column.key === 'given' ? { ...column, head: 'Cost' } : column)),
  {
    ...columns.at(-1)!,
    cell: (coupon) => (coupon.owner !== null || isSuperAdmin) && <Switch coupon={coupon} />,
  },
]

const Switch = ({ coupon: { _id, code, isOn } }: { coupon: Coupon }) => (
  <div className="text-right">
    <ActionButton
      submit={{ intent: 'switch', id: _id, on: String(!isOn) }}
      tone="quiet"
      size="small"
      aria-label={`Switch ${code} ${isOn ? 'off' : 'on'}`}
    >
      {isOn ? 'Switch Off' : 'Switch On'}
    </ActionButton>
  </div>
)

interface Calls extends Pick<Api['coupons'], 'setOn'> {
  create: (form: FormData) => ReturnType<Api['coupons']['create']>
}

const failure = 'Failed to save the coupon'

/** The actions that create a coupon and switch one, with the calls of owners or of staff. */
export const couponActions = (callsOf: (api: Api) => Calls) =>
  formActions({
    create: formAction(failure, async ({ api, form }) => {
      const { coupon } = await callsOf(api).create(form)
      return `The coupon ${coupon.code} can be used now.`
    }),
    switch: formAction(failure, async ({ api, form }) => {
      const body = { isOn: textIn(form, 'on') === 'true' }
      await callsOf(api).setOn({ params: { id: textIn(form, 'id') }, body })
    }),
  })
