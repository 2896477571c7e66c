import { useCallback, useState } from 'react'
import {
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'

import type { User } from '#contract/accounts.ts'
import type { Api } from '#contract/client.ts'

import type { PageHandle } from '../page-handle.ts'
import { requireMember } from '../session/require-member.ts'
import { rememberUser, useMember } from '../session/session.ts'
import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx'
import { LoadFailed } from '../ui/layout/load-failed.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Tabs } from '../ui/layout/tabs.tsx'
import type { Route } from './+types/profile-page'
import { changesNothing } from './after-action.ts'
import { Banner, type ShowBanner, type BannerMessage } from './banner.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { saveSettings } from './settings/save-settings.ts'
import { TabSkeleton } from './tab-skeleton.tsx'
import { type Tab, tabAddress, tabIn } from './tabs.ts'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'My profile | Readymade' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireMember(request)
  const [{ user }, counts] = await Promise.all([api.accounts.profile(), countsOrNone(api)])
  rememberUser(user)
  return { user, counts }
}
clientLoader.hydrate = true as const

/** The header stays as it is from tab to tab. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change
  if (changesNothing(change)) return false
  return (formMethod === 'POST' || currentUrl.search === nextUrl.search) && defaultShouldRevalidate
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return saveSettings(await requireMember(request), await request.formData())
}

export default function ProfilePage({ loaderData: { user: loaded, counts } }: Route.ComponentProps) {
  const user: User = useMember() ?? loaded
  const { search } = useLocation()
  const navigate = useNavigate()
  const { location: next } = useNavigation()
  // The tab that was chosen is shown at once, and what is in it when it has come.
  const tab = tabIn(next?.pathname === '/profile' ? next.search : search)
  const [banner, setBanner] = useState<{ message: BannerMessage | undefined; tab: Tab }>()
  // What came of something is news on its own tab only, and until that is left.
  if (banner && banner.tab !== tab) setBanner(undefined)
  const showBanner = useCallback<ShowBanner>((message) => setBanner({ message, tab }), [tab])
  return (
    <Page className="pb-8">
      <ProfileHeader user={user} />
      <Banner message={banner?.message} onClose={() => showBanner()} />
      <Tabs
        label="Profile"
        value={tab}
        onChange={(id) => void navigate(tabAddress(id as Tab), { preventScrollReset: true })}
        items={[
          { id: 'profile', label: 'Profile' },
          { id: 'projects', label: 'Projects', count: counts?.projects },
          { id: 'orders', label: 'Orders', count: counts?.orders },
          { id: 'referrals', label: 'Referrals', count: counts?.referrals },
          { id: 'settings', label: 'Settings' },
        ]}
      >
        {tab === tabIn(search) ? (
          <Outlet context={{ showBanner, user, counts }} />
        ) : (
          <TabSkeleton tab={tab} />
        )}
      </Tabs>
    </Page>
  )
}

export function HydrateFallback() {
  return (
    <Page className="pb-8">
      <h1 className="text-28 md:text-36 sr-only noscript:not-sr-only noscript:pt-6 md:noscript:pt-10">
        Profile
      </h1>
      <Loading text="Loading your profile..." className="pt-6 md:pt-8">
        <Skeleton className="h-52 sm:h-48" />
        <Skeleton className="mt-8 h-12" />
        <Skeleton className="mt-6 h-60" />
      </Loading>
    </Page>
  )
}

export const ErrorBoundary = () => <LoadFailed title="Failed to get profile" />

/** Without the figures the tabs have no badges, and work all the same. */
async function countsOrNone(api: Api) {
  try {
    return await api.profile.counts()
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    return undefined
  }
}
