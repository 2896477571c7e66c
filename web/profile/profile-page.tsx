import { useNavigate, useSearchParams } from 'react-router'

import { AvatarControl } from '../accounts/avatar/avatar-control.tsx'
import { FollowedList } from '../follows/followed-list.tsx'
import { OrderList } from '../orders/order-list.tsx'
import { MyProjects } from '../owner/my-projects.tsx'
import type { PageHandle } from '../page-handle.ts'
import { logOut, requireMember } from '../session/member-api.ts'
import { rememberUser } from '../session/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Sheet, SheetHead } from '../ui/layout/sheet.tsx'
import { Tabs } from '../ui/layout/tabs.tsx'
import type { Route } from './+types/profile-page'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'My profile | Readymade' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
  const [{ user }, { projects, pagination }, { orders }] = await Promise.all([
    api.accounts.profile(),
    api.projects.mine({ query: { limit: 100 } }),
    api.orders.mine({ query: { limit: 100 } }),
  ])
  rememberUser(user)
  return { user, projects, projectCount: pagination.total, orders }
}
clientLoader.hydrate = true as const

export default function ProfilePage({
  loaderData: { user, projects, projectCount, orders },
}: Route.ComponentProps) {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'orders' ? 'orders' : 'projects'
  const navigate = useNavigate()
  const leave = async () => {
    await logOut()
    await navigate('/')
  }
  return (
    <Page className="pb-8">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4 pt-6 pb-8 md:pt-10">
        <AvatarControl name={user.name} picture={user.profilePicture} />
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-28 md:text-36">{user.name}</h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="text-quiet break-all">{user.email}</span>
            <Badge>{user.isAgent ? 'Agent' : 'Member'}</Badge>
            {user.isEmailVerified && (
              <span className="text-13 text-verified inline-flex items-center gap-1 font-mono">
                <Icon name="badge-check" className="size-4" />
                Verified
              </span>
            )}
          </p>
        </div>
        <Button tone="quiet" icon={<Icon name="log-out" />} onClick={() => void leave()}>
          Logout
        </Button>
      </div>
      <Tabs
        label="Profile"
        value={tab}
        onChange={(id) => setParams({ tab: id }, { replace: true, preventScrollReset: true })}
        items={[
          { id: 'projects', label: 'Projects', count: projectCount },
          { id: 'orders', label: 'Orders', count: orders.length },
        ]}
      >
        {tab === 'projects' ? <MyProjects projects={projects} /> : <MyOrders orders={orders} />}
      </Tabs>
      <div className="pt-10">
        <FollowedList />
      </div>
    </Page>
  )
}

export function HydrateFallback() {
  return (
    <Page className="pb-8">
      <Loading text="Loading your profile..." className="pt-10">
        <span className="flex items-center gap-5">
          <Skeleton className="size-20" />
          <span className="flex-1">
            <Skeleton className="h-9 w-60 max-w-full" />
            <Skeleton className="mt-2 h-6 w-80 max-w-full" />
          </span>
        </span>
        <Skeleton className="mt-10 h-12" />
        <Skeleton className="mt-6 h-60" />
      </Loading>
    </Page>
  )
}

export function ErrorBoundary() {
  return (
    <Page>
      <ErrorState as="h1" title="Failed to get profile" onRetry={() => location.reload()} />
    </Page>
  )
}

function MyOrders({ orders }: Pick<Route.ComponentProps['loaderData'], 'orders'>) {
  return (
    <Sheet>
      <SheetHead title="My Orders" />
      {orders.length === 0 ? (
        <EmptyState title="No orders yet" action={<ButtonLink to="/projects">Browse Projects</ButtonLink>}>
          What you buy stays here, ready to download again.
        </EmptyState>
      ) : (
        <div className="px-4 sm:px-5">
          <OrderList orders={orders} />
        </div>
      )}
    </Sheet>
  )
}
