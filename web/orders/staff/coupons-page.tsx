import { coupons as calls } from '#contract/orders/coupons.ts'

import { checked } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { storedAdmin } from '../../shell/session/staff-session.ts'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import { couponActions, couponColumns, CouponForm } from '../coupons.tsx'
import type { Route } from './+types/coupons-page'

export const handle: PageHandle = {
  title: 'Coupons',
  failure: 'Failed to load coupons',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const list = await context.get(apiContext).coupons.all({ query: queryIn(calls.all.query, request) })
  return { ...list, isSuperAdmin: storedAdmin()?.role === 'super_admin' }
}

export const clientAction = couponActions(({ coupons }) => ({
  create: (form) => coupons.createAsStaff({ body: checked(calls.createAsStaff.body, form) }),
  setOn: coupons.setOnAsStaff,
}))

export default function AdminCouponsPage({
  loaderData: { coupons, pagination, isSuperAdmin },
}: Route.ComponentProps) {
  return (
    <StaffList
      title="Coupons"
      lead={
        isSuperAdmin
          ? 'Codes for the whole shop, and those that owners made for their own projects.'
          : 'Codes for the whole shop, which only a super admin makes and switches because we pay for them, and those that owners made for their own projects.'
      }
      rows={coupons}
      columns={couponColumns(isSuperAdmin)}
      pagination={pagination}
      empty={{ title: 'No coupons yet' }}
      aside={
        isSuperAdmin && (
          <CouponForm
            isOfShop
            expense="It is for everything on sale, and at our expense: owners and referrers get their shares of the full price, and it costs us no more than its budget. It is reckoned on what a project cost when it was last approved, if that is less than today. A coupon cannot be changed later, only switched off."
          />
        )
      }
    />
  )
}
