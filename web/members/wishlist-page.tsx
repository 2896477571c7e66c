import { useEffect } from 'react'
import { redirect, useRevalidator } from 'react-router'

import type { WishlistItem } from '#contract/members/wishlist.ts'

import { AddToCart, CartIcon, addToCartLabel } from '../orders/add-to-cart.tsx'
import { ItemLabel } from '../orders/order-items.tsx'
import { useOwned } from '../orders/owned.ts'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiFor, memberApi } from '../shell/session/member-api.ts'
import { isSignedIn } from '../shell/session/session.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { useFocusAfterRemoval } from '../ui/focus.ts'
import { Icon } from '../ui/icon.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import type { Route } from './+types/wishlist-page'
import { isSaved, removeSaved, syncWishlist, toggleSaved, useWishlist, wishlist } from './wishlist.ts'

export const handle: PageHandle = {
  title: 'Wishlist',
  loading: 'Loading your wishlist...',
  failure: { title: 'Failed to load your wishlist', text: 'Nothing on it is lost.' },
}

/**
 * Loads the wishlist, a visitor's from the browser and a member's from the server, with the current data of each
 * project from the server.
 */
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

export default function WishlistPage({ loaderData: { items } }: Route.ComponentProps) {
  const shown = useSavedItems(items)
  useFocusAfterRemoval(shown.length)
  return (
    <Page className="pb-8">
      <PageHead title="Wishlist" lead={shown.length > 0 ? 'With the prices of today.' : undefined} />
      {shown.length === 0 ? (
        <EmptyState
          title="Your wishlist is empty"
          action={<ButtonLink to="/projects">Browse Projects</ButtonLink>}
        >
          Press the heart on a project to find it here again.
        </EmptyState>
      ) : (
        <ul className="flex max-w-3xl flex-col gap-3">
          {shown.map((item) => (
            <li key={item.projectId}>
              <WishlistRow item={item} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

/** Returns the loaded items that are still saved, and reloads when one was saved since, here or in another tab. */
function useSavedItems(items: readonly WishlistItem[]): readonly WishlistItem[] {
  const { revalidate } = useRevalidator()
  const saved = useWishlist().items
  const isMissing = saved.some(({ projectId }) => !items.some((item) => item.projectId === projectId))
  useEffect(() => {
    if (isMissing) void revalidate()
  }, [isMissing, revalidate])
  return items.filter((item) => saved.some(({ projectId }) => projectId === item.projectId))
}

/** Saves a project whose heart was pressed before its page was hydrated. */
async function save(projectId: string) {
  if (isSaved(projectId)) return
  const api = await memberApi()
  const found = await api.wishlist.look({ body: { projectIds: [projectId] } }).catch(() => null)
  const title = found?.items[0]?.title
  if (title) toggleSaved({ projectId, title })
}

/** A project on the wishlist with its current data, a button to add it to the cart and one to remove it. */
function WishlistRow({ item: saved }: { item: WishlistItem }) {
  const { projectId, title, price, image, thumbnail, cover, available } = saved
  const owned = useOwned(projectId, 'source')
  const name = title ?? 'A project'
  const item = {
    projectId,
    kind: 'source' as const,
    title: name,
    price: price ?? 0,
    image,
    thumbnail,
    cover,
    owned,
  }
  return (
    <ItemLabel
      item={{ ...item, forSale: available }}
      note={
        owned ? (
          <Badge tone="verified">You own this</Badge>
        ) : available ? (
          <AddToCart item={{ projectId, kind: 'source', title: name }}>
            {(isIn) => (
              <Button type="submit" tone="quiet" size="small" icon={<CartIcon isIn={isIn} />}>
                {addToCartLabel(isIn)}
                <span className="sr-only">{`: ${name}`}</span>
              </Button>
            )}
          </AddToCart>
        ) : (
          <Badge tone="stopped">No longer available</Badge>
        )
      }
      action={
        <IconButton
          label={`Remove ${name}`}
          title="Remove"
          onClick={() => removeSaved({ projectId, title: name })}
        >
          <Icon name="trash-2" />
        </IconButton>
      }
    />
  )
}
