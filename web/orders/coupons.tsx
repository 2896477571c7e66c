import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import type { Api } from '#contract/client.ts'
import { day, grouped, inRupees } from '#contract/format.ts'
import { type Coupon, coupons } from '#contract/orders/coupons.ts'

import { constraintsOf } from '../shell/form/constraints.ts'
import { dropDraft } from '../shell/form/draft.ts'
import { type FormAnswer, mistakesIn, textIn, useForm } from '../shell/form/use-form.ts'
import { problemOf } from '../shell/session/api.ts'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { notify } from '../ui/notices.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { Callout, Status, type StatusTone } from '../ui/status.tsx'

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

/** An owner's coupons with what they take off, how often they were used and a button to switch each. */
export const CouponTable = ({ coupons }: { coupons: readonly Coupon[] }) => (
  <Sheet as="section" aria-label="Coupons" className="min-w-0 overflow-hidden">
    <SheetHead title="Your coupons" />
    <DataTable caption="Coupons" folds="narrow" columns={columns} rows={coupons} rowKey={({ _id }) => _id} />
  </Sheet>
)

const offWords = ({ percent, amount, minimum }: Coupon) =>
  `${percent === null ? inRupees(amount ?? 0) : `${percent}%`}${minimum > 0 ? ` from\u00a0${inRupees(minimum)}` : ''}`

/** The last day, not the moment after it. */
const lastDay = (endsAt: string) => day(new Date(Date.parse(endsAt) - 1).toISOString())

const states: Record<Coupon['state'], { words: string; tone: StatusTone }> = {
  usable: { words: 'On', tone: 'verified' },
  not_begun: { words: 'Not yet', tone: 'waiting' },
  off: { words: 'Off', tone: 'neutral' },
  over: { words: 'Expired', tone: 'neutral' },
  used_up: { words: 'Used up', tone: 'neutral' },
}

const columns: Column<Coupon>[] = [
  { key: 'code', head: 'Code', className: 'font-mono font-semibold', cell: ({ code }) => code },
  { key: 'off', head: 'Takes off', cell: offWords },
  {
    key: 'days',
    head: 'Days',
    cell: ({ startsAt, endsAt }) => (
      <>
        {!endsAt && 'from '}
        <span className="whitespace-nowrap">{day(startsAt)}</span>
        {endsAt && (
          <>
            {' '}
            <span className="whitespace-nowrap">to {lastDay(endsAt)}</span>
          </>
        )}
      </>
    ),
  },
  {
    key: 'used',
    head: 'Used',
    figures: true,
    cell: usedWords,
  },
  { key: 'given', head: 'Given', figures: true, cell: ({ discounted }) => inRupees(discounted) },
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

/** More than the limit were used only when a payment that had failed was captured after all. */
function usedWords({ used, maxUses }: Coupon) {
  if (maxUses === null) return grouped(used)
  const late = Math.max(0, used - maxUses)
  const words = `${grouped(used)} of ${grouped(maxUses)}`
  return late === 0 ? words : `${words}, ${grouped(late)} paid late`
}

/** The same for staff, with the owner of each. */
export const couponColumns: Column<Coupon>[] = [
  columns[0]!,
  {
    key: 'owner',
    head: 'Whose',
    className: 'min-w-53 wrap-anywhere',
    cell: ({ owner }) => owner ?? 'Readymade',
  },
  ...columns.slice(1),
]

function Switch({ coupon: { _id, code, isOn } }: { coupon: Coupon }) {
  const { data, state, Form } = useFetcher<CouponAnswer>()
  useEffect(() => {
    if (data?.message) notify(data.message, { tone: 'failed' })
  }, [data])
  return (
    <Form method="post" className="text-right">
      <input type="hidden" name="intent" value="switch" />
      <input type="hidden" name="id" value={_id} />
      <input type="hidden" name="on" value={String(!isOn)} />
      <Button
        type="submit"
        tone="quiet"
        size="small"
        pending={state !== 'idle'}
        aria-label={`Switch ${code} ${isOn ? 'off' : 'on'}`}
      >
        {isOn ? 'Switch Off' : 'Switch On'}
      </Button>
    </Form>
  )
}

/** What came of a form of a coupons page: the code of a coupon that was made, or what to mend. */
type CouponAnswer = FormAnswer & { made?: string }

type Calls = Pick<Api['coupons'], 'create' | 'setOn'>

/** Makes the coupon that a form describes, or switches the one that it names, by an owner's calls or those of staff. */
export async function actOnCoupons(form: FormData, { create, setOn }: Calls): Promise<CouponAnswer> {
  try {
    if (textIn(form, 'intent') === 'switch') {
      await setOn({ params: { id: textIn(form, 'id') }, body: { isOn: textIn(form, 'on') === 'true' } })
      return {}
    }
    const body = termsIn(form)
    const mistakes = mistakesIn(coupons.create.body, body)
    if (mistakes) return mistakes
    const { coupon } = await create({ body })
    return { made: coupon.code }
  } catch (thrown) {
    const { code, message, fields } = problemOf(thrown, 'Failed to save the coupon')
    return { code, message, fields }
  }
}

const names = [
  'code',
  'percent',
  'amount',
  'minimum',
  'from',
  'until',
  'maxUses',
  'maxUsesPerMember',
] as const

const termsIn = (form: FormData) =>
  Object.fromEntries(names.map((name) => [name, textIn(form, name)])) as Record<
    (typeof names)[number],
    string
  >
