import { coupons as calls } from '#contract/orders/coupons.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { requireStaff } from '../../shell/session/staff-session.ts'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import { reload } from '../../ui/connection.ts'
import { ErrorState } from '../../ui/placeholders.tsx'
import { actOnCoupons, couponColumns, CouponForm } from '../coupons.tsx'
import type { Route } from './+types/coupons-page'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Coupons | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return (await requireStaff()).coupons.all({ query: queryIn(calls.all.query, request) })
}
clientLoader.hydrate = true as const

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { coupons } = await requireStaff()
  return actOnCoupons(await request.formData(), {
    create: coupons.createAsStaff,
    setOn: coupons.setOnAsStaff,
  })
}

export default function AdminCouponsPage({ loaderData: { coupons, pagination } }: Route.ComponentProps) {
  return (
    <StaffList
      title="Coupons"
      lead="Codes for the whole shop, and those that owners made for their own projects."
      rows={coupons}
      columns={couponColumns}
      pagination={pagination}
      empty={{ title: 'No coupons yet', text: 'A code that you make here is for everything on sale.' }}
      aside={
        <CouponForm expense="It is for everything on sale, and at our expense: owners and referrers get their shares of the full price. A coupon cannot be changed later, only switched off." />
      }
    />
  )
}

export function ErrorBoundary() {
  return <ErrorState as="h1" title="Failed to load coupons" onRetry={reload} />
}
