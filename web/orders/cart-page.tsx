import { useEffect } from 'react'
import { redirect, useRevalidator } from 'react-router'

import { counted, rupees } from '#contract/format.ts'

import { DownloadButton } from '../projects/download-button.tsx'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiFor, memberApi } from '../shell/session/member-api.ts'
import { useSite } from '../shell/site.ts'
import { useReturn } from '../shell/use-return.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { Sheet } from '../ui/sheet.tsx'
import type { Route } from './+types/cart-page'
import {
  canBeBought,
  cartItems,
  saveQuote,
  putInCart,
  type QuotedItem,
  removeFromCart,
  titleInCart,
  useCart,
} from './cart.ts'
import { ItemRow, Savings } from './order-items.tsx'

export const handle: PageHandle = {
  title: 'Cart',
  loading: 'Loading your cart...',
  failure: { title: 'Your cart could not be priced', text: 'Nothing in it is lost.' },
}

/** Loads the prices of the cart, which is stored in the browser; the server marks the items that cannot be bought any more. */
export async function clientLoader({ url, request }: Route.ClientLoaderArgs) {
  if (url.searchParams.has('add')) throw await addFromAddress(url.searchParams.get('add')!)
  const items = cartItems()
  if (items.length === 0) return { items: [], total: 0, bundleSaving: 0 }
  const api = await apiFor(request)
  const quoted = await api.orders.quote({
    body: { items: items.map(({ projectId, kind }) => ({ projectId, kind })) },
  })
  saveQuote(quoted.items)
  const named = quoted.items.map((item) =>
    item.forSale ? item : { ...item, title: titleInCart(item) ?? 'A project' },
  )
  return { items: named, total: quoted.total, bundleSaving: quoted.bundleSaving }
}

export default function CartPage({ loaderData: { items, total, bundleSaving } }: Route.ComponentProps) {
  useFreshPrices(items)
  const payable = items.filter(canBeBought).length
  const unavailable = items.filter((item) => !canBeBought(item))
  const { refundDays } = useSite()
  return (
    <Page className="pb-8">
      <PageHead
        title="Cart"
        lead={
          payable > 0 && total > 0
            ? 'Prices are today’s. You choose how to pay on the payment page.'
            : undefined
        }
      />
      {items.length === 0 ? (
        <EmptyState
          title="Your cart is empty"
          action={<ButtonLink to="/projects">Browse Projects</ButtonLink>}
        >
          Put projects here to buy several at once.
        </EmptyState>
      ) : (
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Sheet className="px-4 sm:px-5">
            <ul className="divide-rule divide-y">
              {items.map((item) => (
                <ItemRow key={`${item.projectId} ${item.kind}`} item={item} note={<ItemNote item={item} />}>
                  <IconButton
                    label={`Remove ${item.title}`}
                    title="Remove"
                    onClick={() => removeFromCart(item)}
                  >
                    <Icon name="trash-2" />
                  </IconButton>
                </ItemRow>
              ))}
            </ul>
            {unavailable.length > 1 && (
              <div className="border-rule flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t py-3">
                <p className="text-14 text-quiet">{`${counted(unavailable.length, 'item')} cannot be bought.`}</p>
                <Button tone="quiet" size="small" onClick={() => removeFromCart(...unavailable)}>
                  Remove Them
                </Button>
              </div>
            )}
          </Sheet>
          <Sheet padded className="flex flex-col gap-4 lg:sticky lg:top-20">
            {payable > 0 ? (
              <>
                <Savings bundle={bundleSaving} />
                <p className="flex items-baseline justify-between gap-4">
                  <span>{`Total for ${counted(payable, 'item')}`}</span>
                  <span className="font-head text-28 font-bold tabular-nums">{rupees(total)}</span>
                </p>
                <ButtonLink to="/checkout" size="large" wide>
                  Checkout
                </ButtonLink>
                {total > 0 && (
                  <p className="text-14 text-quiet">{`Not as described? Ask for your money back within ${counted(refundDays, 'day')}; our staff decide.`}</p>
                )}
              </>
            ) : (
              <>
                <p>Nothing here can be bought any more.</p>
                <ButtonLink to="/projects" tone="quiet" wide>
                  Browse Projects
                </ButtonLink>
              </>
            )}
          </Sheet>
        </div>
      )}
    </Page>
  )
}

function ItemNote({ item }: { item: QuotedItem }) {
  if (item.owned) {
    return (
      <>
        <Badge tone="verified">You own this</Badge>
        <DownloadButton projectId={item.projectId} kind={item.kind} size="small" of={item.title} />
      </>
    )
  }
  if (item.isOwn) return <Badge>Your own project</Badge>
  return item.forSale ? null : <Badge tone="stopped">No longer available</Badge>
}

/** Revalidates when the cart changes, also in another tab, and when the user comes back to this tab, so that purchases on other devices are marked. */
function useFreshPrices(items: readonly QuotedItem[]) {
  const { revalidate } = useRevalidator()
  useReturn(() => void revalidate())
  const count = useCart().length
  useEffect(() => {
    if (count !== items.length) void revalidate()
  }, [count, items.length, revalidate])
}

/** Adds the item that a page without scripts sent, as 'source {id}' or 'report {id}', and redirects to the cart's own address. */
async function addFromAddress(chosen: string) {
  const [kind, projectId = ''] = chosen.split(' ')
  if (kind === 'source' || kind === 'report') {
    const api = await memberApi()
    const quoted = await api.orders.quote({ body: { items: [{ kind, projectId }] } }).catch(() => null)
    const { forSale, title } = quoted?.items[0] ?? {}
    if (forSale && title) putInCart({ kind, projectId, title })
  }
  return redirect('/cart')
}
