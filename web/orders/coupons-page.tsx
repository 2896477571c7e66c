import type { PageHandle } from '../shell/page-handle.tsx'
import { OwnerLoadFailed, OwnerSteps } from '../shell/page-states.tsx'
import { requireMember } from '../shell/session/member-api.ts'
import { Page, PageHead } from '../ui/page.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { EmptyState, Loading, Skeleton } from '../ui/placeholders.tsx'
import { Sheet } from '../ui/sheet.tsx'
import type { Route } from './+types/coupons-page'
import { couponActions, CouponForm, CouponTable } from './coupons.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Coupons | Readymade' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
  return api.coupons.mine({ query: { page: new URL(request.url).searchParams.get('page') ?? '1' } })
}
clientLoader.hydrate = true as const

export const clientAction = couponActions(({ coupons }) => coupons)

export default function CouponsPage({ loaderData: { coupons, pagination } }: Route.ComponentProps) {
  return (
    <Page className="pb-8">
      <Head />
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

const Head = () => (
  <PageHead title="Coupons" lead="Codes that lower the price of your projects at the checkout.">
    <OwnerSteps here="Coupons" className="mb-4" />
  </PageHead>
)

export function HydrateFallback() {
  return (
    <Page className="pb-8">
      <Head />
      <Loading text="Loading coupons..." className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-60" />
        <Skeleton className="h-96" />
      </Loading>
    </Page>
  )
}

export const ErrorBoundary = () => <OwnerLoadFailed title="Failed to load coupons" />
