import { useEffect } from 'react'
import { useFetcher } from 'react-router'

import { grouped } from '#contract/kit/counted.ts'
import { day } from '#contract/kit/day.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { Coupon } from '#contract/orders/coupons.ts'

import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data/data-table.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Status, type StatusTone } from '../ui/feedback/status.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import type { CouponAnswer } from './act.ts'

/** Coupons with what they take off, how often they were used and a button to switch each; `owners` names whose they are. */
export const CouponTable = ({
  coupons,
  owners = false,
}: {
  coupons: readonly Coupon[]
  owners?: boolean
}) => (
  <Sheet as="section" aria-label="Coupons" className="min-w-0 overflow-hidden">
    <SheetHead title={owners ? 'Coupons' : 'Your coupons'} />
    <DataTable
      caption="Coupons"
      folds={owners ? '59rem' : '51rem'}
      columns={owners ? [columns[0]!, ownerColumn, ...columns.slice(1)] : columns}
      rows={coupons}
      rowKey={({ _id }) => _id}
    />
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

const ownerColumn: Column<Coupon> = {
  key: 'owner',
  head: 'Whose',
  className: 'min-w-53 wrap-anywhere',
  cell: ({ owner }) => owner ?? 'Readymade',
}

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
