import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { actOnCoupons, CouponForm, CouponTable } from '../coupons.tsx'
import type { Route } from './+types/coupons-page'

export const handle: PageHandle = {
  title: 'Coupons',
  failure: 'Failed to load coupons',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  return api.coupons.all({ query: { page: new URL(request.url).searchParams.get('page') ?? '1' } })
}

export async function clientAction({ context, request }: Route.ClientActionArgs) {
  const { coupons } = context.get(apiContext)
  return actOnCoupons(await request.formData(), {
    create: coupons.createAsStaff,
    setOn: coupons.setOnAsStaff,
  })
}

export default function AdminCouponsPage({ loaderData: { coupons, pagination } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-28">Coupons</h1>
      <p className="text-quiet mt-1 mb-5 max-w-(--container-text)">
        Codes for the whole shop, and those that owners made for their own projects.
      </p>
      <div className="grid items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          {coupons.length === 0 ? (
            <Sheet>
              <EmptyState title="No coupons yet">
                A code that you make here is for everything on sale.
              </EmptyState>
            </Sheet>
          ) : (
            <CouponTable coupons={coupons} owners />
          )}
          <Pagination {...pagination} className="mt-6" />
        </div>
        <CouponForm expense="It is for everything on sale, and at our expense: owners and referrers get their shares of the full price. A coupon cannot be changed later, only switched off." />
      </div>
    </>
  )
}
