import { useEffect } from 'react'
import { redirect, useRevalidator } from 'react-router'

import type { WishlistItem } from '#contract/wishlist.ts'

import type { PageHandle } from '../page-handle.ts'
import { memberApi } from '../session/member-api.ts'
import { apiFor } from '../session/require-member.ts'
import { isSignedIn } from '../session/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '../ui/feedback/skeleton.tsx'
import { LoadFailed } from '../ui/layout/load-failed.tsx'
import { Page, PageHead } from '../ui/layout/page.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'
import type { Route } from './+types/wishlist-page'
import { toggleSaved } from './save.ts'
import { syncWishlist } from './sync.ts'
import { WishlistRow } from './wishlist-row.tsx'
import { isSaved, useWishlist, wishlist } from './wishlist.ts'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Wishlist | Readymade' },
  { name: 'robots', content: 'noindex' },
]

/** A visitor's wishlist lives in the browser, a member's on the server; the server says what each project is today. */
export async function clientLoader({ url, request }: Route.ClientLoaderArgs) {
  const chosen = url.searchParams.get('save')
  if (chosen !== null) {
    await save(chosen)
    throw redirect('/wishlist')
  }
  await syncWishlist()
  const api = await apiFor(request)
  if (isSignedIn()) return { items: (await api.wishlist.mine()).items }
  const saved = wishlist().items
  if (saved.length === 0) return { items: [] }
  const { items } = await api.wishlist.look({ body: { projectIds: saved.map(({ projectId }) => projectId) } })
  return { items: items.map((item, place) => ({ ...item, title: item.title ?? saved[place]!.title })) }
}
clientLoader.hydrate = true as const

export default function WishlistPage({ loaderData: { items } }: Route.ComponentProps) {
  const shown = useCurrent(items)
  return (
    <Page className="pb-8">
      <PageHead title="Wishlist" lead={shown.length > 0 ? 'Prices are today’s.' : undefined} />
      {shown.length === 0 ? (
        <EmptyState
          title="Your wishlist is empty"
          action={<ButtonLink to="/projects">Browse Projects</ButtonLink>}
        >
          Press the heart on a project to find it here again.
        </EmptyState>
      ) : (
        <Sheet className="px-4 sm:px-5">
          <ul className="divide-rule divide-y">
            {shown.map((item) => (
              <WishlistRow key={item.projectId} item={item} />
            ))}
          </ul>
        </Sheet>
      )}
    </Page>
  )
}

export function HydrateFallback() {
  return (
    <Page className="pb-8">
      <PageHead title="Wishlist" />
      <Loading text="Loading your wishlist..." className="grid gap-2">
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </Loading>
    </Page>
  )
}

export const ErrorBoundary = () => (
  <LoadFailed title="Failed to load your wishlist">Nothing on it is lost.</LoadFailed>
)

/** What is still saved of what was read; what was saved since, here or in another tab, is read too. */
function useCurrent(items: readonly WishlistItem[]): readonly WishlistItem[] {
  const { revalidate } = useRevalidator()
  const saved = useWishlist().items
  const isMissing = saved.some(({ projectId }) => !items.some((item) => item.projectId === projectId))
  useEffect(() => {
    if (isMissing) void revalidate()
  }, [isMissing, revalidate])
  return items.filter((item) => saved.some(({ projectId }) => projectId === item.projectId))
}

/** Saves what was chosen on a page whose scripts had not come yet. */
async function save(projectId: string) {
  if (isSaved(projectId)) return
  const api = await memberApi()
  const found = await api.wishlist.look({ body: { projectIds: [projectId] } }).catch(() => null)
  const title = found?.items[0]?.title
  if (title) toggleSaved({ projectId, title })
}
