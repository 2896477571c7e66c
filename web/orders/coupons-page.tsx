import { coupons as calls } from '#contract/orders/coupons.ts'

import { checked } from '../shell/form/use-form.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { OwnerSteps } from '../shell/page-states.tsx'
import { apiContext } from '../shell/session/api.ts'
import { ownerSteps, myProjectsLink } from '../shell/site.ts'
import { Page, PageHead } from '../ui/page.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { Sheet } from '../ui/sheet.tsx'
import type { Route } from './+types/coupons-page'
import { couponActions, CouponForm, CouponTable } from './coupons.tsx'

export const handle: PageHandle = {
  title: 'Coupons',
  steps: ownerSteps('Coupons'),
  loading: 'Loading coupons...',
  failure: { title: 'Failed to load coupons', ...myProjectsLink },
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  return api.coupons.mine({ query: { page: new URL(request.url).searchParams.get('page') ?? '1' } })
}

export const clientAction = couponActions(({ coupons }) => ({
  create: (form) => coupons.create({ body: checked(calls.create.body, form) }),
  setOn: coupons.setOn,
}))

export default function CouponsPage({ loaderData: { coupons, pagination } }: Route.ComponentProps) {
  return (
    <Page className="pb-8">
      <PageHead title="Coupons" lead="Codes that lower the price of your projects at the checkout.">
        <OwnerSteps here="Coupons" className="mb-4" />
      </PageHead>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          {coupons.length === 0 ? (
            <Sheet>
              <EmptyState title="No coupons yet">
                Make a code, and give it to students of your college, or to those who wait for a lower price.
              </EmptyState>
            </Sheet>
          ) : (
            <CouponTable coupons={coupons} />
          )}
          <Pagination {...pagination} className="mt-6" />
        </div>
        <CouponForm expense="It works for all your projects and their reports. You bear the discount: your share is counted from what the buyer pays. A coupon cannot be changed later, only switched off." />
      </div>
    </Page>
  )
}
