import { clsx } from 'clsx'
import { useCallback, useState } from 'react'
import {
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router'

import type { User } from '#contract/accounts/accounts.ts'
import type { Api } from '#contract/client.ts'
import { day } from '#contract/kit/format.ts'

import { AvatarControl } from '../../accounts/settings/avatar-control.tsx'
import { Banner, type BannerMessage, type ShowBanner } from '../../accounts/settings/banner.tsx'
import { saveSettings } from '../../accounts/settings/settings-actions.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { logOut } from '../../shell/session/member-api.ts'
import { storeUser, useMember } from '../../shell/session/session.ts'
import { editAddress, type Tab, tabAddress, tabIn } from '../../shell/site.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Label } from '../../ui/label.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/placeholders.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { longNameLook, MailText } from '../../ui/text.tsx'
import type { Route } from './+types/profile-page'
import { changesNothing } from './profile-tab.tsx'

export const handle: PageHandle = {
  // The heading of the page is its member's name.
  title: () => 'My profile',
  loading: 'Loading your profile...',
  failure: 'Failed to get profile',
}

export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const [{ user }, counts] = await Promise.all([api.accounts.profile(), loadCounts(api)])
  storeUser(user)
  return { user, counts }
}

/** Does not load the header again when only the tab changes. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change
  if (changesNothing(change)) return false
  return (formMethod === 'POST' || currentUrl.search === nextUrl.search) && defaultShouldRevalidate
}

export const clientAction = saveSettings

export default function ProfilePage({ loaderData: { user: loaded, counts } }: Route.ComponentProps) {
  const user: User = useMember() ?? loaded
  const { search } = useLocation()
  const navigate = useNavigate()
  const { location: next } = useNavigation()
  // The selected tab is shown at once, and its contents when they are loaded.
  const tab = tabIn(next?.pathname === '/profile' ? next.search : search)
  const [banner, setBanner] = useState<{ message: BannerMessage | undefined; tab: Tab }>()
  // A message belongs to its tab, and is dropped when that tab is left.
  if (banner && banner.tab !== tab) setBanner(undefined)
  const showBanner = useCallback<ShowBanner>((message) => setBanner({ message, tab }), [tab])
  return (
    <Page className="pb-8">
      <ProfileHeader user={user} small={tab !== 'profile'} />
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

/**
 * Loads the counts of the tabs. A failure counts as undefined, because the tabs work without badges; redirects are
 * rethrown.
 */
async function loadCounts(api: Api) {
  try {
    return await api.profile.counts()
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    return undefined
  }
}

/**
 * The card of the member: picture, name, email and badges, with buttons to edit the profile and to log out. It is
 * `small` on the tabs that are about something else.
 */
function ProfileHeader({ user, small }: { user: User; small: boolean }) {
  const navigate = useNavigate()
  const leave = async () => {
    await logOut()
    await navigate('/')
  }
  const name = (
    <h1
      className={clsx('break-words', small ? 'text-18' : clsx('text-28 lg:text-36', longNameLook(user.name)))}
    >
      {user.name}
    </h1>
  )
  const badges = (
    <>
      <Badge>{user.isAgent ? 'Agent' : 'Member'}</Badge>
      {user.isEmailVerified && (
        <span className="text-13 text-verified inline-flex items-center gap-1">
          <Icon name="badge-check" className="size-4" />
          <span className={clsx(small && 'max-sm:sr-only')}>Verified email</span>
        </span>
      )}
    </>
  )
  const label = (words: string) => <span className={clsx(small && 'max-sm:sr-only')}>{words}</span>
  const look = { tone: 'quiet', size: small ? 'small' : 'medium' } as const
  const buttons = (
    <>
      <ButtonLink to={editAddress('name')} {...look} icon={<Icon name="pencil" />} preventScrollReset>
        {label('Edit Profile')}
      </ButtonLink>
      <Button {...look} icon={<Icon name="log-out" />} onClick={() => void leave()}>
        {label('Logout')}
      </Button>
    </>
  )
  if (small)
    return (
      <Sheet
        as="section"
        aria-label="Your card"
        className="mt-4 mb-4 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2.5 sm:px-4 md:mt-6"
      >
        <div className="row-span-2">
          <AvatarControl name={user.name} picture={user.profilePicture} small />
        </div>
        <div className="flex flex-wrap items-center gap-x-3">
          {name}
          {badges}
        </div>
        <div className="flex gap-1 sm:row-span-2 sm:gap-2">{buttons}</div>
        <p className="text-14 text-quiet wrap-anywhere max-sm:col-span-2">
          <MailText of={user.email} alone />
        </p>
      </Sheet>
    )
  return (
    <Label
      as="section"
      aria-label="Your card"
      className="mt-6 mb-8 md:mt-8"
      head={
        <>
          <span>Readymade</span>
          <span>since {day(user.createdAt).replace(/^\d+ /, '')}</span>
        </>
      }
      top={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-4 px-5 pt-3 pb-5">
          <div id="profile-picture" className="scroll-mt-24">
            <AvatarControl name={user.name} picture={user.profilePicture} />
          </div>
          <div className="min-w-0 flex-1 basis-60 sm:basis-88">
            {name}
            <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <span className="text-quiet sm:max-lg:text-14 wrap-anywhere">
                <MailText of={user.email} alone />
              </span>
              {badges}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">{buttons}</div>
        </div>
      }
    >
      <CardFoot user={user} />
    </Label>
  )
}

/** What the member studies, and who sees the profile. */
function CardFoot({ user }: { user: User }) {
  const studies = [user.course, user.year, user.college].filter(Boolean)
  return (
    <p className="text-14 flex flex-wrap items-center justify-between gap-x-6 px-5 py-1.5">
      <span className="text-quiet py-1.5">
        {studies.length > 0 ? studies.join(', ') : 'No college or course yet'}
      </span>
      {user.preferences.publicProfile ? (
        <TextLink to={`/members/${user._id}`} className="py-1.5">
          See your public profile
        </TextLink>
      ) : (
        <span className="text-quiet py-1.5">
          Only you see this profile. <TextLink to="/profile?tab=settings">Change</TextLink>
        </span>
      )}
    </p>
  )
}

/** The placeholder of a tab that is loading. */
function TabSkeleton({ tab }: { tab: Tab }) {
  return (
    <Loading text={loadingTexts[tab]}>
      {tab === 'profile' ? (
        <span className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <Skeleton className="h-28" />
          <Skeleton className="h-72 lg:row-span-2" />
          <Skeleton className="h-64" />
        </span>
      ) : (
        <Sheet>
          <span className="border-rule block border-b px-5 py-4">
            <Skeleton className="h-6 w-40" />
          </span>
          {[0, 1, 2].map((row) => (
            <span
              key={row}
              className="border-rule flex items-center gap-5 border-b px-5 py-5 last:border-b-0"
            >
              <span className="flex-1 space-y-2.5">
                <Skeleton className="h-5 w-60 max-w-full" />
                <Skeleton className="h-4 w-40 max-w-full" />
              </span>
              <Skeleton className="h-9 w-24" />
            </span>
          ))}
        </Sheet>
      )}
    </Loading>
  )
}

const loadingTexts: Record<Tab, string> = {
  profile: 'Loading your profile...',
  projects: 'Loading your projects...',
  orders: 'Loading your orders...',
  referrals: 'Loading your referrals...',
  settings: 'Loading your settings...',
}
